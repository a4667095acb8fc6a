"""The modern core's implementation of the core API."""

from __future__ import annotations

from functools import partial

from game.content.armouries.weapon_rules import AttackStage
from game.play.game import Game
from game.rules.kit.core_api import Core, characteristic_test
from game.rules.modern.dice_tables import to_wound, trait
from game.rules.modern.melee_attacks import skirmish
from game.rules.modern.movement import NEAR, difficult, engaged, pace
from game.rules.modern.reinforcements import OFF, come
from game.rules.modern.wounds import lose
from game.table.events import Reason
from game.table.records import How, ModelId


async def strike(game: Game, model_id: ModelId, strength: int) -> None:
    """``MC-16``, ``MC-18``  Roll to wound one model, which loses a wound without a save.

    The hit belongs to no player, so none may roll the die again (``MC-27``).
    """
    model = game.table.models[model_id]
    tough = trait(game, model, "t").now
    need, why = to_wound(strength, tough), Reason(0, f"S {strength} against T {tough}", "MC-16")
    by = game.table.enemy(model.side)
    (face,) = game.throw(
        "MC-16", by, AttackStage.WOUND, need=need, target=model_id, reasons=(why,)
    )
    if face >= need:
        await lose(game, "MC-18", model_id, 1, How.HAZARD)


def lock(game: Game, clause: str) -> None:
    """``MC-06``  Do nothing: an enemy within 1" puts a model in a fight without any mark."""


MODERN = Core(
    name="modern",
    strength_test=partial(characteristic_test, name="s"),
    strike=strike,
    lock=lock,
    locked=engaged,
    holds=NEAR,
    pace=pace,
    rough=difficult,
    skirmish=skirmish,
    lands_off=OFF,
    arrive=come,
)
