"""Events triggered by hand: flood, street roll, drift, ring turn (SB-10 to SB-13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from game.content.faults import Fault
from game.play.decisions import Amount, Choose, Option
from game.play.game import Game, Step
from game.rules.flood import system as flood
from game.rules.flood.flood_phase import FloodPhase
from game.rules.flood.state import PAGE as FLOOD
from game.rules.flood.state import FloodState
from game.rules.kit.core_api import Core
from game.rules.pursuit.state import PAGE as CHASE
from game.rules.pursuit.state import pursuit_of
from game.rules.pursuit.street_checks import unfit as street_faults
from game.rules.sandbox.state import in_turn
from game.rules.zero_g.corpses import bodies, drifts_on
from game.rules.zero_g.drift import drift
from game.table.board import Board
from game.table.cage_floor import STEP
from game.table.events import Handled, PhaseBegan, PhaseOver, Queued, RingTurned
from game.table.records import ModelId, Where
from game.table.state import Table
from game.table.water import origins

DRIFT = "drift"
"""Name of the phase in which all models and corpses with arrows drift."""
HALF = 180


@lru_cache(maxsize=8)
def flood_faults(board: Board) -> Sequence[Fault]:
    """``FF-01``, ``FF-04``  Return why no flood is possible on a board; cached."""
    return tuple(flood.unfit(board))


def no_flood(table: Table) -> str:
    """``SB-10``  Return why the flood cannot come; empty if it can."""
    return _unfit("a flood", flood_faults(table.board))


def no_street(table: Table) -> str:
    """``SB-11``  Return why the street cannot roll; empty if it can."""
    return _unfit("a pursuit", street_faults(table.board))


def no_drift(table: Table) -> str:
    """``SB-12``  Return why nothing drifts; empty if something does."""
    return "" if _drifters(table) else "no model has arrows: set some first"


def no_rings(table: Table) -> str:
    """``SB-13``  Return why no ring can be turned; empty if one can."""
    return "" if table.rings else "the map has no rings"


def _unfit(what: str, faults: Sequence[Fault]) -> str:
    return f"this map is not fit for {what}: {faults[0]}" if faults else ""


async def floods(game: Game, *, core: Core) -> None:
    """``SB-10``  Start the flood, as if the die of ``FF-06`` had done so."""
    table = game.table
    spots = origins(table.board)
    origin = spots[0].id
    if len(spots) > 1:
        options = tuple(
            Option(s.id, f"From {s.id.replace('-', ' ')}", "SB-10", s.id) for s in spots
        )
        asks = "Where does the flood come from?"
        origin = await Choose(in_turn(table), "SB-10", asks, options, kind="origin")
    game.do(FLOOD.write("SB-10", FloodState(origin)))
    game.do(PhaseBegan("SB-10", table.clock.round, "flood", None))
    FloodPhase(core).comes(game)


async def rolls(game: Game) -> None:
    """``SB-11``  Roll the table back once: play the Pursuit phase of ``PU-07``."""
    game.do(CHASE.write("SB-11", replace(pursuit_of(game.table), rolled=-1)))
    game.do(PhaseBegan("SB-11", game.table.clock.round, "pursuit", None))


async def drifts(game: Game) -> None:
    """``SB-12``  Let all models with arrows drift once, then all corpses."""
    game.do(PhaseBegan("SB-12", game.table.clock.round, DRIFT, None))
    game.do(Queued("SB-12", tuple(_drifters(game.table))))


def _drifters(table: Table) -> list[ModelId]:
    moved = [m for m in (*table.standing(), *bodies(table)) if m.arrows]
    return [m.id for m in moved]


def drifting(table: Table) -> Step | None:
    """``SB-12``  Return the step of the next model that drifts, if any is left."""
    return drifts_next if table.queue else None


async def drifts_next(game: Game) -> None:
    """``SB-12``  Let the next model drift by ``ZG-07``, or a corpse by ``ZG-24``."""
    model_id = ModelId(game.table.queue[0])
    game.do(Handled("SB-12"))
    model = game.table.models[model_id]
    if model.where is Where.BODY:
        await drifts_on(game, model_id)
    elif model.where is Where.TABLE and model.arrows:
        await drift(game, model_id)
    if not game.table.queue:
        game.do(PhaseOver("SB-12"))


async def turns_ring(game: Game) -> None:
    """``SB-13``  Turn any ring of a cage, with everything on it."""
    side = in_turn(game.table)
    options = tuple(
        Option(str(n), f"Ring {n}" if n else "The centre", "SB-13")
        for n in range(len(game.table.rings))
    )
    ring = int(await Choose(side, "SB-13", "Turn which ring?", options, kind="ring"))
    asks = "Turn it how many degrees clockwise?"
    by = await Amount(side, "SB-13", asks, STEP - HALF, HALF, STEP, kind="ring", unit="°")
    if by:
        game.do(RingTurned("SB-13", side, ring, by))
