"""The Movement phase (CC-18 to CC-20)."""

from __future__ import annotations

from game.geometry.points import length
from game.play.base_placement import MoveClauses
from game.play.decisions import CommonKind, Option, Refusal, pass_option
from game.play.game import Game, Step
from game.play.march import March
from game.play.paths import Moves
from game.rules.classic.hooks import UNIT_MOVED
from game.rules.classic.morale import retreat
from game.rules.classic.unit_state import is_falling_back, is_locked, is_pinned
from game.rules.classic.wounds import test_ground
from game.rules.kit.core_api import MUST_MOVE, REFUSED, Attempt
from game.rules.kit.modules import ReplaceHook
from game.rules.kit.movement import GroundPermission, ask_to_cross, carry_out_path
from game.rules.kit.targeting import ask_unit
from game.rules.kit.unit_marks import HANDLED, MOVED, detached_models, main_body, marked
from game.table.events import Act, Acted
from game.table.records import Model, Side, Unit, UnitId
from game.table.state import Table

FAST = ("bike", "jump infantry", "skimmer", "flier")
CLAUSES = MoveClauses(move="CC-18", chain="CC-19", table="CC-18", ground="CC-20")
COHERENCY = 2.0


def normal_move(model: Model) -> float:
    """``CC-18``  Return a model's move in inches.

    It is 12 for bikes, jump infantry, skimmers and fliers, 6 for others.
    """
    return 12.0 if any(model.profile.has(kind) for kind in FAST) else 6.0


def movement(table: Table) -> Step | None:
    """Return the next step: units that fall back go first, then the others may move."""
    side = table.clock.side
    assert side
    for unit in table.fielded(side):
        if is_falling_back(unit) and not unit.mark(HANDLED) and not is_locked(unit):
            return retreat(unit.id)
    return move if ready(table, side) else None


def ready(table: Table, side: Side) -> list[Unit]:
    """Return the units that may still move; units that arrived have moved (``CC-35``)."""
    return [
        u
        for u in table.fielded(side)
        if not u.mark(HANDLED) and not u.mark(MOVED) and not is_pinned(table, u)
    ]


async def move(game: Game) -> None:
    """``CC-18``  Let the active side pick a unit and move it, or end the phase."""
    table, side = game.table, game.table.clock.side
    assert side
    units = {str(unit.id): unit for unit in table.fielded(side)}
    options, greyed = list[Option](), list[tuple[Option, Refusal]]()
    may_move = [unit.id for unit in ready(table, side)]
    for unit in table.fielded(side):
        option = Option(unit.id, unit.name, "CC-18", unit.id)
        if is_pinned(table, unit):
            no = Refusal(f"{unit.name} is locked in combat and cannot move", "CC-31")
            greyed.append((option, no))
        elif unit.mark(MOVED) and not unit.mark(HANDLED):
            no = Refusal(f"{unit.name} arrived this turn and counts as having moved", "CC-35")
            greyed.append((option, no))
        elif unit.id in may_move:
            if why := next(REFUSED.of(game, Attempt(unit.id, Act.MOVES)), None):
                greyed.append((option, why))
            else:
                options.append(option)
    bound = [units[o.id] for o in options]
    picked = await ask_unit(
        game,
        options,
        greyed,
        clause="CC-18",
        asks="Move which unit?",
        ends=pass_option("End Movement phase", "CC-33"),
        kind=CommonKind.UNIT_TO_MOVE,
        idle=Act.STAYS,
        stuck=next((no for unit in bound for no in MUST_MOVE.of(game, unit)), None),
    )
    if picked:
        await MOVING.happens(game, picked)


async def move_unit(game: Game, unit_id: UnitId) -> None:
    """``CC-18`` to ``CC-21``  Ask about Difficult ground, move, test Dangerous ground."""
    distances = {m.id: normal_move(m) for m in main_body(game.table, unit_id)}
    await march(
        game, unit_id, await ask_to_cross(game, unit_id, distances, game.table.difficult)
    )


async def march(game: Game, unit_id: UnitId, leave: GroundPermission) -> None:
    """``CC-18``, ``CC-21``  Ask for the paths of a unit's models and carry them out."""
    unit = game.table.units[unit_id]
    moves = await March(
        unit.side,
        "CC-18",
        f"Move {unit.name}",
        unit=unit_id,
        goings=leave.goings,
        clauses=CLAUSES,
        chain=COHERENCY,
        shut=leave.shut,
        loose=detached_models(game.table, unit_id),
        kind=CommonKind.MOVE,
    )
    game.do(marked("CC-33", unit_id, HANDLED))
    if any(length(path) for _, path in moves):
        game.do(marked("CC-09", unit_id, MOVED))
    await carry_out(game, "CC-18", unit_id, Act.MOVES, moves)


MOVING = ReplaceHook[UnitId]("a unit's move", move_unit, ("movement",))


async def carry_out(game: Game, clause: str, unit_id: UnitId, act: Act, moves: Moves) -> None:
    """Move the models along their paths, then test the ground that they crossed."""
    moves = tuple([move for move in moves if length(move[1])])
    game.do(Acted(clause, unit_id, act if moves else Act.STAYS))
    for model, path in moves:
        carry_out_path(game, clause, model, path)
    await test_ground(game, unit_id, moves)
    await UNIT_MOVED.has_come(game, Attempt(unit_id, act))
