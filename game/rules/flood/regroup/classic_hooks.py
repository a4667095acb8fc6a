"""Hooks and phases of the regroup rules in the classic core."""

from __future__ import annotations

from collections.abc import Iterator

from game.play.decisions import Refusal
from game.play.game import Game, GameView, Phase
from game.play.paths import Moves
from game.rules.classic.core_api import CLASSIC
from game.rules.classic.hooks import MUST_MOVE, RAN, REFUSED, UNIT_DONE, marked
from game.rules.classic.movement import MOVING, march, move_unit
from game.rules.classic.shooting import RUNNING, run
from game.rules.classic.unit_state import is_falling_back, is_locked
from game.rules.classic.wounds import test_ground
from game.rules.flood.regroup.moves import break_off, crossing, move_back_to_unit
from game.rules.flood.regroup.status import (
    compulsory_move_limits,
    is_incoherent,
    models_that_must_move,
    movable_stragglers,
    must_move,
    stragglers_want,
    who_breaks_off,
)
from game.rules.kit.core_api import Attempt
from game.rules.kit.movement import GroundPermission
from game.rules.kit.unit_marks import HANDLED, MOVED, is_scattered, main_body
from game.table.events import Act, Acted
from game.table.records import ModelId, Unit, UnitId
from game.table.state import Table


def bound(look: GameView, unit: Unit) -> Iterator[Refusal]:
    """``FF-20``, ``FF-21``  Yield why the phase may not end: models are out of coherency."""
    return must_move(look, CLASSIC, unit)


def refuses(look: GameView, attempt: Attempt) -> Iterator[Refusal]:
    """``FF-21``  Yield why a scattered unit may not act: it may only run and not charge."""
    unit = look.table.units[attempt.unit]
    if not is_scattered(unit):
        return
    if attempt.act is Act.SHOOTS:
        yield Refusal(f"{unit.name} is scattered: it may only run", "FF-21")
    elif attempt.act is Act.CHARGES:
        yield Refusal("it is scattered", "FF-21")
    elif attempt.act is Act.RUNS and not models_that_must_move(
        look.table, CLASSIC, attempt.unit
    ):
        yield Refusal(f"{unit.name} is locked in combat", "CC-31")


async def moves(game: Game, who: UnitId) -> None:
    """``FF-20``  Move the main body first, then the others; one roll of ``CC-20`` for all."""
    if not is_incoherent(game.table, who):
        await move_unit(game, who)
        return
    off = await who_breaks_off(game, who)
    table = game.table
    unit = table.units[who]
    main = [] if is_locked(unit) else [m.id for m in main_body(table, who)]
    back = models_that_must_move(table, CLASSIC, who)
    leave = compulsory_move_limits(game, CLASSIC, who, [*off, *back, *main])
    if main and not is_scattered(unit):
        goings = {m: g for m, g in leave.goings.items() if m in main}
        await march(game, who, GroundPermission(goings))
    else:
        game.do(marked("CC-33", who, HANDLED))
    far = {m: going.far for m, going in leave.goings.items()}
    made = [move for m in off for move in break_off(game, CLASSIC, m, far[m])]
    made += move_back_to_unit(
        game, CLASSIC, who, {m: far[m] for m in back if _stands(game.table, m)}
    )
    if made and is_scattered(unit):
        game.do(marked("CC-09", who, MOVED))
    await test_ground(game, who, tuple(made))


def _stands(table: Table, who: ModelId) -> bool:
    return table.models[who] in table.standing()


async def runs(game: Game, who: UnitId) -> None:
    """``FF-20``, ``FF-21``  Run back; a main body that is free runs as its player wants."""
    unit = game.table.units[who]
    if is_incoherent(game.table, who) and (is_scattered(unit) or is_locked(unit)):
        await _run_back(game, who)
    else:
        await run(game, who)


async def _run_back(game: Game, who: UnitId) -> None:
    unit = game.table.units[who]
    (far,) = game.throw("CC-22", unit.side, "run", who=who)
    clause = "FF-21" if is_scattered(unit) else "FF-20"
    game.do(Acted(clause, who, Act.RUNS))
    if is_scattered(unit):
        game.do(marked("CC-22", who, RAN, str(far)))
    back = models_that_must_move(game.table, CLASSIC, who)
    made: Moves = move_back_to_unit(game, CLASSIC, who, dict.fromkeys(back, float(far)))
    await test_ground(game, who, made)


async def stragglers_may_run(game: Game, unit: Unit) -> None:
    """``FF-20``  Let models outside the main body run back to it, if their player wants.

    It does not matter how the main body acted. In a unit that falls back none runs (``CC-32``).
    """
    table, who = game.table, unit.id
    bound = is_scattered(unit) or is_locked(unit) or is_falling_back(unit)
    free = [] if bound else movable_stragglers(table, CLASSIC, who)
    if not free or any(table.models[m].profile.has("bike") for m in free):
        return
    asks = f"{unit.name}: run with its stragglers?"
    if await stragglers_want(game, who, 'Run d6" back to the unit', asks):
        await _run_back(game, who)


HOOKS = (
    MUST_MOVE.gets(bound),
    REFUSED.gets(refuses),
    MOVING.by(moves),
    RUNNING.by(runs),
    UNIT_DONE.then(stragglers_may_run),
)
PHASES = (Phase("muddle", "FF-23", crossing(CLASSIC), before="assault"),)
"""``FF-23``  The losses as the Shooting phase ends; then the fights, before all others."""
