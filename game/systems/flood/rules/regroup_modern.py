"""The regroup rules in the modern core."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.cores.kit.attempts import MUST_MOVE, REFUSED, Attempt
from game.cores.kit.coherency import is_scattered, main_body, refused_astray
from game.cores.kit.deeds import Deed, note
from game.cores.kit.difficult_ground import GroundPermission
from game.cores.kit.marks import ADVANCED, HANDLED, MAY_BREAK, MOVED, marked
from game.cores.modern.rules import (
    DIFFICULT,
    POWER_REFUSED,
    UNIT_MOVED,
    FinishedMove,
    PowerAttempt,
    movement,
)
from game.cores.modern.rules.movement import MOVING, advance_die, fall_back, move_on
from game.cores.modern.rules.system import MODERN
from game.play.decisions import Refusal
from game.play.game import Game, GameView
from game.play.log.wording import unit_does
from game.play.phases import Phase
from game.systems.flood.rules.regroup_moves import (
    break_off,
    comes_back,
    meeting,
    move_back_to_unit,
    parting,
)
from game.systems.flood.rules.regrouping import (
    compulsory_move_limits,
    is_incoherent,
    models_that_break_off,
    models_that_must_move,
    must_move,
    scattered_may_not,
    stragglers_want,
)
from game.systems.flood.table.water import IMPASSABLE_IN_FLOOD
from game.table.board import Terrain, TerrainKind
from game.table.events import Act, Acted
from game.table.records import ModelId, UnitId, Where

PHASES = (
    Phase("muddle", "FF-23", parting, before="psychic"),
    Phase("crossing", "FF-23", meeting(MODERN), before="fight"),
)
"""``FF-23``  The losses as Movement ends; the fights, before all others (``FF-25``)."""


def difficult(view: GameView, _: None) -> Iterator[Terrain]:
    """``FF-03``, ``FF-18``  Yield the ground that the flood makes Difficult."""
    return (
        t
        for t in view.table.difficult
        if t.kind is TerrainKind.FLOODED or t.kind in IMPASSABLE_IN_FLOOD
    )


def refuses_power(view: GameView, attempt: PowerAttempt) -> Iterator[Refusal]:
    """``FF-20``, ``FF-21``  Yield why a psyker that must make its way back tries no power."""
    if no := refused_astray(view.table, view.table.models[attempt.psyker]):
        yield no


def refuses(view: GameView, attempt: Attempt) -> Iterator[Refusal]:
    """``FF-19``, ``FF-21``  Yield why a scattered unit may not act, or is held as a whole."""
    table, unit = view.table, view.table.units[attempt.unit]
    yield from scattered_may_not(view, attempt, "advance")
    if is_scattered(unit) and attempt.act in (Act.MOVES, Act.FALLS_BACK):
        breaks = any(m.mark(MAY_BREAK) for m in table.of(unit.id))
        if not breaks and not models_that_must_move(table, MODERN, unit.id):
            no = unit_does(table, unit, 'has enemies within 1" and must stay')
            yield Refusal(no, "FF-19")


async def moves(game: Game, unit_id: UnitId) -> None:
    """``FF-20``  Move the main body first, then the others; one roll of ``CC-20`` for all."""
    if not is_incoherent(game.table, unit_id):
        await movement.move_unit(game, unit_id)
        return
    off = await models_that_break_off(game, unit_id)
    table = game.table
    scattered, held = is_scattered(table.units[unit_id]), MODERN.locked(table, unit_id)
    main = [] if scattered or held else [m.id for m in main_body(table, unit_id)]
    back = models_that_must_move(table, MODERN, unit_id)
    leave = compulsory_move_limits(game, MODERN, unit_id, [*off, *back, *main])
    if main:
        model_limits = {m: g for m, g in leave.model_limits.items() if m in main}
        await move_on(game, unit_id, GroundPermission(model_limits))
    elif held and not scattered:
        await fall_back(game, unit_id)
    else:
        game.do(marked("MC-02", unit_id, HANDLED))
    left = [m for m in back if game.table.models[m].where is Where.TABLE]
    distances = {m: going.distance for m, going in leave.model_limits.items()}
    late = [m for m in left if not comes_back(game.table, unit_id, m, distances[m])]
    more = await _more(game, unit_id) if late else None
    clause, faster = "FF-21" if scattered else "FF-20", list[ModelId]()
    if more is not None:
        faster = left if scattered else late
        note(game, clause, Deed.ADVANCED, faster)
    made = [break_off(game, MODERN, m, distances[m]) for m in off]
    made.append(
        move_back_to_unit(
            game,
            MODERN,
            unit_id,
            {m: distances[m] + ((more or 0) if m in faster else 0) for m in left},
        )
    )
    moved = tuple(move for some in made for move in some)
    if moved and scattered:
        game.do(marked("MC-14", unit_id, MOVED))
    note(game, clause, Deed.MOVED, [m for m, _ in moved])
    if moved:
        act = Act.MOVES if more is None else Act.ADVANCES
        await UNIT_MOVED.has_come(game, FinishedMove(unit_id, act, moved))


async def _more(game: Game, unit_id: UnitId) -> int | None:
    """``FF-20``, ``FF-25``  Ask whether the others advance; return the inches of their die.

    None if they do not.
    """
    unit = game.table.units[unit_id]
    scattered = is_scattered(unit)
    asks = f"{unit.name}: advance?"
    if not scattered:
        asks = f"{unit.name}: advance with its stragglers?"
    if not await stragglers_want(game, unit_id, 'Advance: d6" farther, back to the unit', asks):
        return None
    more = await advance_die(game, unit_id)
    game.do(Acted("FF-21" if scattered else "FF-20", unit_id, Act.ADVANCES))
    if scattered:
        game.do(marked("MC-05", unit_id, ADVANCED))
    return more


HOOKS = (
    DIFFICULT.gets(difficult),
    MUST_MOVE.gets(partial(must_move, core=MODERN)),
    REFUSED.gets(refuses),
    POWER_REFUSED.gets(refuses_power),
    MOVING.by(moves),
)
PART = (HOOKS, PHASES)
