"""The regroup rules in the classic core."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.cores.classic.rules import UNIT_DONE, movement, shooting
from game.cores.classic.rules.core_api import CLASSIC
from game.cores.classic.rules.movement import MOVING, march
from game.cores.classic.rules.shooting import RUNNING
from game.cores.classic.rules.unit_state import is_falling_back, is_locked
from game.cores.classic.rules.wounds import test_ground
from game.cores.kit.attempts import MUST_MOVE, REFUSED, Attempt
from game.cores.kit.coherency import is_scattered, main_body
from game.cores.kit.deeds import Deed, note
from game.cores.kit.difficult_ground import GroundPermission
from game.cores.kit.marks import HANDLED, MOVED, RAN, marked
from game.play.decisions import Refusal
from game.play.game import Game, GameView
from game.play.log.wording import unit_does
from game.play.moves.paths import Moves
from game.play.phases import Phase
from game.systems.flood.rules.regroup_moves import break_off, crossing, move_back_to_unit
from game.systems.flood.rules.regrouping import (
    compulsory_move_limits,
    is_incoherent,
    models_that_break_off,
    models_that_must_move,
    movable_stragglers,
    must_move,
    scattered_may_not,
    stragglers_want,
)
from game.table.events import Act, Acted, RollKind
from game.table.records import ModelId, Unit, UnitId
from game.table.state import Table

PHASES = (Phase("muddle", "FF-23", crossing(CLASSIC), before="assault"),)
"""``FF-23``  The losses as the Shooting phase ends; then the fights, before all others."""


def refuses(view: GameView, attempt: Attempt) -> Iterator[Refusal]:
    """``FF-21``  Yield why a scattered unit may not act: it may only run and not charge."""
    table, unit = view.table, view.table.units[attempt.unit]
    yield from scattered_may_not(view, attempt, "run")
    runs = is_scattered(unit) and attempt.act is Act.RUNS
    if runs and not models_that_must_move(table, CLASSIC, unit.id):
        yield Refusal(unit_does(table, unit, "is locked in combat"), "CC-31")


async def moves(game: Game, unit_id: UnitId) -> None:
    """``FF-20``  Move the main body first, then the others; one roll of ``CC-20`` for all.

    Those that move by themselves are recorded, so that later rules know it (``CC-09``).
    """
    if not is_incoherent(game.table, unit_id):
        await movement.move_unit(game, unit_id)
        return
    off = await models_that_break_off(game, unit_id)
    table = game.table
    unit = table.units[unit_id]
    main = [] if is_locked(unit) else [m.id for m in main_body(table, unit_id)]
    back = models_that_must_move(table, CLASSIC, unit_id)
    leave = compulsory_move_limits(game, CLASSIC, unit_id, [*off, *back, *main])
    if main and not is_scattered(unit):
        model_limits = {m: g for m, g in leave.model_limits.items() if m in main}
        await march(game, unit_id, GroundPermission(model_limits))
    else:
        game.do(marked("CC-33", unit_id, HANDLED))
    distances = {m: going.distance for m, going in leave.model_limits.items()}
    made = [move for m in off for move in break_off(game, CLASSIC, m, distances[m])]
    made += move_back_to_unit(
        game, CLASSIC, unit_id, {m: distances[m] for m in back if _stands(game.table, m)}
    )
    if made and is_scattered(unit):
        game.do(marked("CC-09", unit_id, MOVED))
    note(game, _clause(unit), Deed.MOVED, [m for m, _ in made])
    await test_ground(game, unit_id, tuple(made))


def _clause(unit: Unit) -> str:
    """Return the clause by which the stragglers of a unit move."""
    return "FF-21" if is_scattered(unit) else "FF-20"


def _stands(table: Table, model_id: ModelId) -> bool:
    return table.models[model_id] in table.standing()


async def runs(game: Game, unit_id: UnitId) -> None:
    """``FF-20``, ``FF-21``  Run back; a main body that is free runs as its player wants."""
    unit = game.table.units[unit_id]
    if is_incoherent(game.table, unit_id) and (is_scattered(unit) or is_locked(unit)):
        await _run_back(game, unit_id)
    else:
        await shooting.run(game, unit_id)


async def _run_back(game: Game, unit_id: UnitId) -> None:
    unit = game.table.units[unit_id]
    (distance,) = game.throw("CC-22", unit.side, "run", id_=unit_id, kind=RollKind.DISTANCE)
    clause = _clause(unit)
    game.do(Acted(clause, unit_id, Act.RUNS))
    if is_scattered(unit):
        game.do(marked("CC-22", unit_id, RAN, str(distance)))
    back = models_that_must_move(game.table, CLASSIC, unit_id)
    note(game, clause, Deed.RAN, back)
    made: Moves = move_back_to_unit(
        game, CLASSIC, unit_id, dict.fromkeys(back, float(distance))
    )
    await test_ground(game, unit_id, made)


async def stragglers_may_run(game: Game, unit: Unit) -> None:
    """``FF-20``  Let models outside the main body run back to it, if their player wants.

    It does not matter how the main body acted. In a unit that falls back none runs (``CC-32``).
    """
    table, unit_id = game.table, unit.id
    bound = is_scattered(unit) or is_locked(unit) or is_falling_back(unit)
    free = [] if bound else movable_stragglers(table, CLASSIC, unit_id)
    if not free or any(table.models[m].profile.has("bike") for m in free):
        return
    asks = f"{unit.name}: run with its stragglers?"
    if await stragglers_want(game, unit_id, 'Run d6" back to the unit', asks):
        await _run_back(game, unit_id)


HOOKS = (
    MUST_MOVE.gets(partial(must_move, core=CLASSIC)),
    REFUSED.gets(refuses),
    MOVING.by(moves),
    RUNNING.by(runs),
    UNIT_DONE.then(stragglers_may_run),
)
PART = (HOOKS, PHASES)
