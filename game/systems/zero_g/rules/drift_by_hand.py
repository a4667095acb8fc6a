"""Drift that the players of a sandbox start (SB-12)."""

from __future__ import annotations

from game.cores.kit.core import Core
from game.cores.kit.declarations import EventByHand
from game.play.game import Game
from game.play.phases import Phase, When
from game.systems.zero_g.rules import corpses
from game.systems.zero_g.rules.drift import drift
from game.table.events import Handled, PhaseBegan, PhaseOver, Queued
from game.table.records import ModelId, Side, Where
from game.table.state import Table

DRIFT = "drift"
"""Name of the phase in which all models and corpses with arrows drift."""


async def drifts(game: Game, side: Side, core: Core) -> None:
    """``SB-12``  Let all models with arrows drift once, then all corpses."""
    game.do(PhaseBegan("SB-12", game.table.clock.round, DRIFT, None))
    game.do(Queued("SB-12", tuple(_drifters(game.table))))


def _drifters(table: Table) -> list[ModelId]:
    moved = [m for m in (*table.standing(), *corpses.bodies(table)) if m.arrows]
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
        await corpses.drifts_on(game, model_id)
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
