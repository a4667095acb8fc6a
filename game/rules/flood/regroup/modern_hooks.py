"""Hooks and phases of the regroup rules in the modern core."""

from __future__ import annotations

from collections.abc import Iterator

from game.play.decisions import Refusal
from game.play.game import Game, GameView, Phase
from game.rules.flood.regroup.moves import (
    break_off,
    comes_back,
    meeting,
    move_back_to_unit,
    parting,
)
from game.rules.flood.regroup.status import (
    compulsory_move_limits,
    is_incoherent,
    models_that_must_move,
    must_move,
    stragglers_want,
    who_breaks_off,
)
from game.rules.kit.core_api import Attempt
from game.rules.kit.movement import GroundPermission
from game.rules.kit.unit_marks import HANDLED, MAY_BREAK, MOVED, is_scattered, main_body
from game.rules.modern.core_api import MODERN
from game.rules.modern.hooks import (
    ADVANCED,
    DIFFICULT,
    MUST_MOVE,
    REFUSED,
    UNIT_MOVED,
    FinishedMove,
    marked,
)
from game.rules.modern.movement import MOVING, advance_die, fall_back, move_on, move_unit
from game.table.board import Terrain, TerrainKind
from game.table.events import Act, Acted
from game.table.records import Unit, UnitId, Where
from game.table.water import SHUT


def difficult(look: GameView, _: None) -> Iterator[Terrain]:
    """``FF-03``, ``FF-18``  Yield the ground that the flood makes Difficult."""
    return (t for t in look.table.difficult if t.kind is TerrainKind.FLOODED or t.kind in SHUT)


def bound(look: GameView, unit: Unit) -> Iterator[Refusal]:
    """``FF-20``, ``FF-21``  Yield why the phase may not end: models are out of coherency."""
    return must_move(look, MODERN, unit)


def refuses(look: GameView, attempt: Attempt) -> Iterator[Refusal]:
    """``FF-19``, ``FF-21``  Yield why a scattered unit may not act, or is held as a whole."""
    unit = look.table.units[attempt.unit]
    if not is_scattered(unit):
        return
    if attempt.act is Act.SHOOTS:
        yield Refusal(f"{unit.name} is scattered: it may only advance", "FF-21")
    elif attempt.act is Act.CHARGES:
        yield Refusal("it is scattered", "FF-21")
    elif attempt.act in (Act.MOVES, Act.FALLS_BACK) and not _may_move(look, unit.id):
        yield Refusal(f'{unit.name} has enemies within 1" and must stay', "FF-19")


def _may_move(look: GameView, who: UnitId) -> bool:
    breaks = any(m.mark(MAY_BREAK) for m in look.table.of(who))
    return breaks or bool(models_that_must_move(look.table, MODERN, who))


async def moves(game: Game, who: UnitId) -> None:
    """``FF-20``  Move the main body first, then the others; one roll of ``CC-20`` for all."""
    if not is_incoherent(game.table, who):
        await move_unit(game, who)
        return
    off = await who_breaks_off(game, who)
    table = game.table
    scattered, held = is_scattered(table.units[who]), MODERN.locked(table, who)
    main = [] if scattered or held else [m.id for m in main_body(table, who)]
    back = models_that_must_move(table, MODERN, who)
    leave = compulsory_move_limits(game, MODERN, who, [*off, *back, *main])
    if main:
        goings = {m: g for m, g in leave.goings.items() if m in main}
        await move_on(game, who, GroundPermission(goings))
    elif held and not scattered:
        await fall_back(game, who)
    else:
        game.do(marked("MC-02", who, HANDLED))
    left = [m for m in back if game.table.models[m].where is Where.TABLE]
    far = {m: going.far for m, going in leave.goings.items()}
    late = [m for m in left if not comes_back(game.table, who, m, far[m])]
    more = await _more(game, who) if late else 0
    made = [break_off(game, MODERN, m, far[m]) for m in off]
    made.append(move_back_to_unit(game, MODERN, who, {m: far[m] + more for m in left}))
    moved = tuple(move for some in made for move in some)
    if moved and scattered:
        game.do(marked("MC-14", who, MOVED))
    if moved:
        act = Act.ADVANCES if more else Act.MOVES
        await UNIT_MOVED.has_come(game, FinishedMove(who, act, moved))


async def _more(game: Game, who: UnitId) -> int:
    """``FF-20``, ``FF-25``  Ask whether the others advance; return the inches of their die."""
    unit = game.table.units[who]
    scattered = is_scattered(unit)
    asks = f"{unit.name}: advance?"
    if not scattered:
        asks = f"{unit.name}: advance with its stragglers?"
    if not await stragglers_want(game, who, 'Advance: d6" farther, back to the unit', asks):
        return 0
    more = await advance_die(game, who)
    game.do(Acted("FF-21" if scattered else "FF-20", who, Act.ADVANCES))
    if scattered:
        game.do(marked("MC-05", who, ADVANCED))
    return more


HOOKS = (
    DIFFICULT.gets(difficult),
    MUST_MOVE.gets(bound),
    REFUSED.gets(refuses),
    MOVING.by(moves),
)
PHASES = (
    Phase("muddle", "FF-23", parting, before="psychic"),
    Phase("crossing", "FF-23", meeting(MODERN), before="fight"),
)
"""``FF-23``  The losses as Movement ends; the fights, before all others (``FF-25``)."""
