"""The twist Fog of war (MP-20)."""

from __future__ import annotations

from game.cores.modern.rules.reinforcements import ARRIVES
from game.play.game import Game
from game.systems.matched.rules.twist_state import Twist, twist_in_force
from game.table.events import Act, Acted, Marked
from game.table.records import Mark, UnitId

FOG = 10
FINDS_THE_WAY = 3
ROLLED_FOR = "rolled for in the fog"


async def arrives(game: Game, unit_id: UnitId) -> None:
    """``MP-20``  Roll a d6 when a unit would first arrive: on 1-2 it comes in the next turn."""
    unit = game.table.units[unit_id]
    if twist_in_force(game.table, FOG) and not unit.mark(ROLLED_FOR):
        game.do(Marked("MP-20", unit_id, Mark(ROLLED_FOR)))
        what = "does it find its way?"
        (face,) = game.throw("MP-20", unit.side, what, need=FINDS_THE_WAY, id_=unit_id)
        if face < FINDS_THE_WAY:
            game.do(Acted("MP-20", unit_id, Act.WAITS))
            return
    await ARRIVES.usual(game, unit_id)


FOG_OF_WAR = Twist(
    FOG,
    name="Fog of war",
    clause="MP-20",
    words="Who would arrive during the battle is delayed on 1-2",
    hooks=(ARRIVES.by(arrives),),
)
