"""Assembly of zero-g, which replaces the classic movement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.play.game import Game
from game.play.phases import Interrupt, Phase, When
from game.rules.classic.core_api import CLASSIC
from game.rules.classic.system import classic
from game.rules.kit import Module
from game.rules.kit.parts import Core, EventByHand, System
from game.rules.zero_g import charge, move_outcomes, movement, queries, shooting
from game.rules.zero_g.drift import drift
from game.table.events import Handled, PhaseBegan, PhaseOver, Queued
from game.table.records import ModelId, Side, Where
from game.table.state import Table


def zero_g(options: Mapping[str, Any]) -> Module:
    """``ZG-24``  Assemble the module: corpses drift before their player's models move."""
    core = classic(options)
    drifting = Phase("bodies", "ZG-24", movement.drifting)
    return Module(
        "zero_g",
        hooks=(
            *core.hooks,
            *movement.HOOKS,
            *shooting.HOOKS,
            *charge.HOOKS,
            *queries.HOOKS,
            *move_outcomes.HOOKS,
        ),
        phases=(drifting, *core.phases),
        interrupts=(
            Interrupt("corpses go", "ZG-24", movement.remove_disturbed_corpses),
            *core.interrupts,
        ),
        settles=core.settles,
    )


SYSTEM = System(zero_g, CLASSIC, options=("turns", "billiards", "chooser"))

DRIFT = "drift"
"""Name of the phase in which all models and corpses with arrows drift."""


async def drifts(game: Game, side: Side, core: Core) -> None:
    """``SB-12``  Let all models with arrows drift once, then all corpses."""
    game.do(PhaseBegan("SB-12", game.table.clock.round, DRIFT, None))
    game.do(Queued("SB-12", tuple(_drifters(game.table))))


def _drifters(table: Table) -> list[ModelId]:
    moved = [m for m in (*table.standing(), *movement.bodies(table)) if m.arrows]
    return [m.id for m in moved]


def no_drift(table: Table) -> str:
    """``SB-12``  Return why nothing drifts; empty if something does."""
    return "" if _drifters(table) else "no model has arrows: set some first"


async def drifts_next(game: Game) -> None:
    """``SB-12``  Let the next model drift by ``ZG-07``, or a corpse by ``ZG-24``."""
    model_id = ModelId(game.table.queue[0])
    game.do(Handled("SB-12"))
    model = game.table.models[model_id]
    if model.where is Where.BODY:
        await movement.drifts_on(game, model_id)
    elif model.where is Where.TABLE and model.arrows:
        await drift(game, model_id)
    if not game.table.queue:
        game.do(PhaseOver("SB-12"))


def drift_phase(core: Core) -> Phase:
    """``SB-12``  Return the phase in which everything drifts, one after the other."""
    return Phase(
        DRIFT, clause="SB-12", todo=lambda t: drifts_next if t.queue else None, when=When.START
    )


BY_HAND = EventByHand(
    "drift",
    label="Drift everything with arrows",
    clause="SB-12",
    does=drifts,
    why_not=no_drift,
    phase=drift_phase,
)
