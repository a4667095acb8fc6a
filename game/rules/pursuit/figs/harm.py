"""What the street does to whoever meets it: ``PU-14``, ``PU-21``, ``PU-22``."""

from __future__ import annotations

from game.play.decisions import Aim
from game.play.game import Game
from game.rules.classic.core_api import strike
from game.rules.pursuit.melee import foes_of
from game.rules.pursuit.state import STOPPED, is_there, worded
from game.table.events import Struck, Turned
from game.table.records import ModelId

STRENGTH = 5
EACH = 2.0
"""``PU-22``  Inches in a Difficult piece for each die."""


async def collide(game: Game, clause: str, who: ModelId, by: str) -> None:
    """``PU-14``, ``PU-21``  A Strength 5 hit without save."""
    game.do(Struck(clause, who, STRENGTH, by))
    await strike(game, who, STRENGTH)


async def holds_out(game: Game, clause: str, who: ModelId, piece: str) -> bool:
    """``PU-22``  One die for a fig in a Difficult piece, and the hit of a 1; whether it passed.

    ``PU-23``: who fails and lives is stopped in the piece, but not in combat.
    """
    model = game.table.models[who]
    what = "in difficult ground"
    (face,) = game.throw(clause, model.side, what, need=2, who=model.unit)
    if face > 1:
        return True
    await collide(game, clause, who, "rubble")
    if is_there(game, who) and not foes_of(game.table, who):
        game.do(worded("PU-23", who, STOPPED, piece))
    return False


async def turns(game: Game, clause: str, who: ModelId) -> None:
    """``PU-14``, ``PU-16``, ``PU-21``  A fig is turned any way by its player."""
    model = game.table.models[who]
    name = game.table.units[model.unit].name
    asks = f"{name}: turn any way"
    facing = await Aim(model.side, clause, asks, who, model.facing, 180.0, "turn", faces=True)
    if facing != model.facing:
        game.do(Turned(clause, who, facing))
