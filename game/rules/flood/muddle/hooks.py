"""What units in the muddle do in each phase, and may not: ``FF-20`` to ``FF-22``, ``FF-24``."""

from __future__ import annotations

from collections.abc import Iterator

from game.play.decisions import PASS, Choose, Option, Refusal, passing
from game.play.game import Game, Look
from game.play.march import Moves
from game.rules.classic.bearing import body, is_locked, loose_of
from game.rules.classic.ground import Leave, difficult_near, reach_of, slow_leave, test_ground
from game.rules.classic.moments import (
    LOCKED,
    MAY_BREAK,
    MUST_MOVE,
    RAN,
    REFUSED,
    UNIT_DONE,
    marked,
)
from game.rules.classic.movement import MOVING, march, move_unit, normal_move
from game.rules.classic.running import RUNNING, run
from game.rules.flood.muddle.going import break_off, go_back
from game.rules.flood.muddle.look import is_muddled, is_scattered
from game.rules.kit.deeds import Attempt
from game.rules.kit.marks import HANDLED, MOVED
from game.table.events import Act, Acted
from game.table.records import ModelId, Unit, UnitId
from game.table.state import Table


def must_move(look: Look, unit: Unit) -> Iterator[Refusal]:
    """``FF-20``, ``FF-21``  Who is out of coherency must move before the phase ends."""
    if free_of(look.table, unit.id):
        scattered = is_scattered(unit)
        what = "is scattered" if scattered else "has models out of coherency"
        clause = "FF-21" if scattered else "FF-20"
        yield Refusal(f"{unit.name} {what}, and must move back together first", clause)


def free_of(table: Table, unit: UnitId) -> list[ModelId]:
    """Return the models out of coherency that no lock holds."""
    return [m for m in loose_of(table, unit) if table.models[m].mark(LOCKED) is None]


def refuses(look: Look, attempt: Attempt) -> Iterator[Refusal]:
    """``FF-21``  A scattered unit may only run, and may not charge."""
    unit = look.table.units[attempt.unit]
    if not is_scattered(unit):
        return
    if attempt.act is Act.SHOOTS:
        yield Refusal(f"{unit.name} is scattered: it may only run", "FF-21")
    elif attempt.act is Act.CHARGES:
        yield Refusal("it is scattered", "FF-21")
    elif attempt.act is Act.RUNS and not _runners(look.table, attempt.unit):
        yield Refusal(f"{unit.name} is locked in combat", "CC-31")


async def moves(game: Game, who: UnitId) -> None:
    """``FF-20``  The main body moves first, then the others; one roll of ``CC-20`` for all."""
    if not is_muddled(game.table, who):
        await move_unit(game, who)
        return
    off = await _who_breaks_off(game, who)
    table = game.table
    unit = table.units[who]
    main = [] if is_locked(unit) else [m.id for m in body(table, who)]
    back = [*free_of(table, who), *(main if is_scattered(unit) else ())]
    leave = _leave(game, who, [*off, *back, *main])
    if main and not is_scattered(unit):
        goings = {m: g for m, g in leave.goings.items() if m in main}
        await march(game, who, Leave(goings))
    else:
        game.do(marked("CC-33", who, HANDLED))
    far = {m: going.far for m, going in leave.goings.items()}
    made = [move for m in off for move in break_off(game, m, far[m])]
    made += go_back(game, who, {m: far[m] for m in back if _stands(game.table, m)})
    if made and is_scattered(unit):
        game.do(marked("CC-09", who, MOVED))
    await test_ground(game, who, tuple(made))


def _stands(table: Table, who: ModelId) -> bool:
    return table.models[who] in table.standing()


async def _who_breaks_off(game: Game, who: UnitId) -> list[ModelId]:
    """``FF-24``  Survivors of the second round may break contact, each as its player says."""
    off = list[ModelId]()
    for model in [m.id for m in game.table.of(who) if m.mark(MAY_BREAK)]:
        answer = await Choose(
            game.table.units[who].side,
            "FF-24",
            "Break contact with the enemy?",
            (
                Option("break", "Break off, through them if need be", "FF-24", model),
                passing("Stay in the combat", "FF-24"),
            ),
            about=model,
            kind="break off",
        )
        if answer != PASS:
            off.append(model)
    return off


def _leave(game: Game, who: UnitId, goers: list[ModelId]) -> Leave:
    """``FF-20``, ``CC-20``  2d6 for all as soon as Difficult ground is within reach of one."""
    table = game.table
    far = {m: normal_move(table.models[m]) for m in goers}
    near, inside = difficult_near(table, who, far)
    if not near:
        return Leave(reach_of(table, who, far))
    if not inside:
        game.do(Acted("CC-20", who, Act.ENTERS_DIFFICULT))
    side = table.units[who].side
    return slow_leave(
        table, who, far, max(game.throw("CC-20", side, "difficult ground", 2, who=who))
    )


def _runners(table: Table, who: UnitId) -> list[ModelId]:
    """``FF-20``, ``FF-21``  Return who runs back: stragglers; of a scattered unit all."""
    unit = table.units[who]
    main = body(table, who) if is_scattered(unit) and not is_locked(unit) else []
    return [*free_of(table, who), *(m.id for m in main)]


async def runs(game: Game, who: UnitId) -> None:
    """``FF-20``, ``FF-21``  Run back; a main body that is free runs as its player wants."""
    unit = game.table.units[who]
    if is_muddled(game.table, who) and (is_scattered(unit) or is_locked(unit)):
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
    made: Moves = go_back(game, who, dict.fromkeys(_runners(game.table, who), float(far)))
    await test_ground(game, who, made)


async def stragglers_may_run(game: Game, unit: Unit) -> None:
    """``FF-20``  Whatever the main body did, those outside it may run back to it."""
    table, who = game.table, unit.id
    free = free_of(table, who) if not is_scattered(unit) and not is_locked(unit) else []
    if not free or any(table.models[m].profile.has("bike") for m in free):
        return
    options = (Option("run", 'Run d6" back to the unit', "FF-20"), passing("Stay", "FF-20"))
    asks = f"{unit.name}: do those out of coherency run?"
    if await Choose(unit.side, "FF-20", asks, options, about=who, kind="stragglers") != PASS:
        await _run_back(game, who)


HOOKS = (
    MUST_MOVE.gets(must_move),
    REFUSED.gets(refuses),
    MOVING.by(moves),
    RUNNING.by(runs),
    UNIT_DONE.then(stragglers_may_run),
)
