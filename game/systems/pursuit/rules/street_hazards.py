"""Harm to models that hit pieces or move among them (PU-14, PU-21 to PU-23)."""

from __future__ import annotations

from game.cores.classic.rules import core_api
from game.play.decisions import Aim, CommonKind
from game.play.game import Game
from game.systems.pursuit.rules.combat import foes_of
from game.systems.pursuit.rules.state import STOPPED, is_on_street, mark_event
from game.table.events import Motion, RollKind, Struck, Turned
from game.table.records import ModelId

COLLISION_STRENGTH = 5


async def collide(
    game: Game, clause: str, model_id: ModelId, by: str, motion: Motion = Motion.MOVES
) -> None:
    """``PU-14``, ``PU-21``  Resolve a collision: a Strength 5 hit without save."""
    game.do(Struck(clause, model=model_id, strength=COLLISION_STRENGTH, by=by, motion=motion))
    await core_api.strike(game, model_id, COLLISION_STRENGTH)


async def passes_difficult_test(
    game: Game, clause: str, model_id: ModelId, piece: str, *, swept: bool = False
) -> bool:
    """``PU-22``  Roll one die for a model in a Difficult piece; return whether it passed.

    A 1 is a Strength 5 hit. ``PU-23``: a model that fails and lives is stopped in the piece,
    unless it is in combat.
    """
    model = game.table.models[model_id]
    what = "in difficult ground"
    (face,) = game.throw(
        clause,
        model.side,
        what,
        need=2,
        id_=model.unit,
        kind=RollKind.SWEPT if swept else RollKind.ROUTINE,
    )
    if face > 1:
        return True
    await collide(game, clause, model_id, "rubble", Motion.PUSHED if swept else Motion.MOVES)
    if is_on_street(game, model_id) and not foes_of(game.table, model_id):
        game.do(mark_event("PU-23", model_id, STOPPED, piece))
    return False


async def turns(game: Game, clause: str, model_id: ModelId) -> None:
    """``PU-14``, ``PU-16``, ``PU-21``  Let a model's player turn it any way."""
    model = game.table.models[model_id]
    name = game.table.units[model.unit].name
    asks = f"{name}: turn any way"
    facing = await Aim(
        model.side,
        clause=clause,
        asks=asks,
        about=model_id,
        middle=model.facing,
        spread=180.0,
        kind=CommonKind.TURN,
        faces=True,
    )
    if facing != model.facing:
        game.do(Turned(clause, model_id, facing))
