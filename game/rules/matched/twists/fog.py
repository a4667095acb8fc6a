"""Fog of war: ``MP-20``."""

from __future__ import annotations

from game.play.game import Game
from game.rules.matched.twists.state import is_on
from game.rules.modern.reinforcements import ARRIVES
from game.table.events import Act, Acted, Marked
from game.table.records import Mark, UnitId

FOG = 10
FINDS_THE_WAY = 3
ROLLED_FOR = "rolled for in the fog"


async def arrives(game: Game, who: UnitId) -> None:
    """``MP-20``  The first time a unit would arrive a d6: on 1-2 it comes in the next turn."""
    unit = game.table.units[who]
    if is_on(game.table, FOG) and not unit.mark(ROLLED_FOR):
        game.do(Marked("MP-20", who, Mark(ROLLED_FOR)))
        what = "does it find its way?"
        (face,) = game.throw("MP-20", unit.side, what, need=FINDS_THE_WAY, who=who)
        if face < FINDS_THE_WAY:
            game.do(Acted("MP-20", who, Act.WAITS))
            return
    await ARRIVES.usual(game, who)


FOG_OF_WAR = (ARRIVES.by(arrives),)
