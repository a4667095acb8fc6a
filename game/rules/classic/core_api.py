"""The classic core's implementation of the core API."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.geometry.points import CONTACT
from game.play.game import Game, GameView
from game.rules.classic.combat import skirmish
from game.rules.classic.deployment import LANDS_OFF, arrive_at
from game.rules.classic.hooks import ClassicHit
from game.rules.classic.movement import normal_move
from game.rules.classic.unit_state import is_locked, update_locked_marks
from game.rules.classic.wounds import strike_models
from game.rules.kit.attacks import Hit
from game.rules.kit.core_api import Core, characteristic_test
from game.table.board import Terrain
from game.table.records import How, Model, ModelId, UnitId
from game.table.state import Table


async def strike(game: Game, model_id: ModelId, strength: int) -> None:
    """``CC-12``  Roll to wound a model as usual; it gets no save of any kind."""
    foe = game.table.enemy(game.table.models[model_id].side)
    hit: ClassicHit = Hit(foe, strength, how=How.HAZARD, no_save=True)
    await strike_models(game, [(model_id, [hit])])


def locked(table: Table, unit_id: UnitId) -> bool:
    """``CC-31``  Return whether the main body of a unit is locked in combat."""
    return is_locked(table.units[unit_id])


def pace(view: GameView, model: Model) -> float:
    """``CC-18``  Return the normal move of a model in inches."""
    return normal_move(model)


def rough(view: GameView) -> Sequence[Terrain]:
    """``CC-20``  Return the Difficult terrain of the board."""
    return view.table.difficult


CLASSIC = Core(
    name="classic",
    strength_test=partial(characteristic_test, name="s"),
    strike=strike,
    lock=update_locked_marks,
    locked=locked,
    holds=CONTACT,
    pace=pace,
    rough=rough,
    skirmish=skirmish,
    lands_off=LANDS_OFF,
    arrive=arrive_at,
)
