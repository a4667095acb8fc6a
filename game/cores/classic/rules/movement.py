"""The Movement phase, falling back and regrouping (CC-18 to CC-20, CC-32)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.cores.classic.rules import SPARED, UNIT_MOVED
from game.cores.classic.rules.unit_state import (
    is_falling_back,
    is_locked,
    is_pinned,
    leadership_test,
)
from game.cores.classic.rules.wounds import test_ground
from game.cores.kit.attempts import REFUSED, Attempt
from game.cores.kit.coherency import detached_models, main_body
from game.cores.kit.difficult_ground import GroundPermission, ask_to_cross
from game.cores.kit.hooks import ReplaceHook
from game.cores.kit.marks import FALLING_BACK, HANDLED, LOCKED, MOVED, TESTED, marked
from game.cores.kit.movement import ask_mover, carry_out_moves, carry_out_path
from game.cores.kit.units import enemy_within, in_turn, sorted_by_distance
from game.geometry.limits import just_beyond
from game.geometry.points import Path, length
from game.geometry.polygons import Segment, off_segment
from game.play.base_placement import MoveClauses
from game.play.decisions import CommonKind, Option, Refusal
from game.play.game import Game, GameView, Step
from game.play.march import March
from game.play.path_goals import EdgeGoal
from game.play.pathfinding import ShortestPath, shortest_path
from game.play.paths import Moves
from game.play.wording import unit_does
from game.table.events import Act, Acted, Reason, RollKind
from game.table.events.models import Removed, Unmarked
from game.table.records import How, Loss, Model, ModelId, Side, Unit, UnitId
from game.table.state import Table

REGROUP_OFF = 6.0
KEEP_OFF = 1.0


def morale(table: Table) -> Step | None:
    """``CC-32``  Return the next morale test at the end of a phase, or None."""
    shaken = next(iter(_shaken(table)), None)
    return partial(test_morale, unit_id=shaken) if shaken else None


def _shaken(table: Table) -> list[UnitId]:
    """Return the units that must still test for losses, the acting side's first."""
    if not (table.losses and _is_of_this_phase(table, table.losses[-1])):
        return []
    acting = table.clock.side or table.first or table.sides[0]
    return [
        u.id
        for side in in_turn(table, acting)
        for u in table.fielded(side)
        if not u.mark(TESTED)
        and not is_falling_back(u)
        and not is_locked(u)
        and lost_a_quarter(table, u)
        and not all(m.profile.has("fearless") for m in table.of(u.id))
    ]


def lost_a_quarter(table: Table, unit: Unit) -> bool:
    """``CC-32``  Return whether a unit lost a quarter of its models in this phase.

    Models lost to combat do not count.
    """
    hows = _lost_in_phase(table, unit.id)
    fought = hows.count(How.FOUGHT)
    return is_a_quarter(len(hows) - fought, fought + len(table.of(unit.id)))


def is_a_quarter(lost: int, left: int) -> bool:
    return lost > 0 and lost * 4 >= lost + left


def lost_in_phase(table: Table, unit: UnitId) -> int:
    """Return the number of models that a unit lost in this phase, not to combat."""
    hows = _lost_in_phase(table, unit)
    return len(hows) - hows.count(How.FOUGHT)


def _lost_in_phase(table: Table, unit: UnitId) -> list[How]:
    """Return the cause of each loss of a unit in this phase, except models that left alive."""
    hows = list[How]()
    for loss in reversed(table.losses):
        if not _is_of_this_phase(table, loss):
            break
        if loss.unit == unit and loss.how is not How.LEFT:
            hows.append(loss.how)
    return hows


def _is_of_this_phase(table: Table, loss: Loss) -> bool:
    now, when = table.clock, loss.when
    return (when.round, when.phase, when.side) == (now.round, now.phase, now.side)


async def test_morale(game: Game, *, unit_id: UnitId) -> None:
    """``CC-32``  Take a Leadership test for heavy losses, unless a module exempts the unit."""
    game.do(marked("CC-32", unit_id, TESTED))
    unit = game.table.units[unit_id]
    if any(True for _ in SPARED.of(game, unit)):
        return
    lost = lost_in_phase(game.table, unit_id)
    reason = Reason(0, f"lost {lost} in one phase", "CC-32")
    if not leadership_test(game, "CC-32", unit_id, (reason,)):
        await fall_back(game, unit_id, "CC-32")


def retreat(unit_id: UnitId) -> Step:
    """``CC-32``  Return the Movement step in which a unit regroups or falls back further."""
    return partial(_retreat, unit_id=unit_id)


async def _retreat(game: Game, *, unit_id: UnitId) -> None:
    if not may_regroup(game, unit_id):
        game.do(Acted("CC-32", unit_id, Act.CANNOT_REGROUP))
    elif leadership_test(game, "CC-32", unit_id):
        game.do(Unmarked("CC-32", unit_id, FALLING_BACK))
        game.do(Acted("CC-32", unit_id, Act.REGROUPS))
        return
    await fall_back(game, unit_id, "CC-32")


def may_regroup(view: GameView, unit_id: UnitId) -> bool:
    """``CC-32``  Return whether a unit may regroup.

    It needs half its starting strength or more, and no enemy within 6 inches.
    """
    unit = view.table.units[unit_id]
    enough = len(view.table.of(unit_id)) * 2 >= len(unit.models)
    return enough and not enemy_within(view.table, unit_id, REGROUP_OFF)


async def fall_back(game: Game, unit_id: UnitId, clause: str) -> None:
    """``CC-32``, ``CC-38``  Make a unit fall back 2d6 inches toward its own table edge.

    Bikes and jump infantry roll 3d6. The models take the shortest open paths, those nearest to
    the edge first. A model with no open path stays. The unit is destroyed as soon as one of its
    bases reaches the edge.
    """
    table, unit = game.table, game.table.units[unit_id]
    game.do(Acted(clause, unit_id, Act.FALLS_BACK))
    game.do(marked(clause, unit_id, FALLING_BACK))
    game.do(marked(clause, unit_id, HANDLED))
    fast = all(
        m.profile.has("bike") or m.profile.has("jump infantry") for m in table.of(unit_id)
    )
    dice = 3 if fast else 2
    faces = game.throw(
        clause,
        unit.side,
        "fall back",
        dice,
        total=True,
        id_=unit_id,
        kind=RollKind.DISTANCE,
    )
    edge = own_edge(table, unit.side)
    moves = list[tuple[ModelId, Path]]()
    free = [m for m in table.of(unit_id) if not m.mark(LOCKED)]
    for model in [m.id for m in sorted_by_distance(free, partial(_off_edge, edge))]:
        gone = path_to_edge(table, model, edge, float(sum(faces)))
        if gone is None:
            continue
        moves += carry_out_path(game, "CC-38", model, gone.path)
        if gone.arrived:
            leave_table(game, unit_id)
            return
    if moves:
        game.do(marked("CC-09", unit_id, MOVED))
    else:
        game.do(Acted("CC-32", unit_id, Act.STAYS))
    await test_ground(game, unit_id, tuple(moves))


def _off_edge(edge: Segment, model: Model) -> float:
    return off_segment(model.at, edge) - model.base


def leave_table(game: Game, unit_id: UnitId) -> None:
    """``CC-32``  Destroy a unit that falls back off the table."""
    game.do(Acted("CC-32", unit_id, Act.DESTROYED))
    for model in game.table.of(unit_id):
        game.do(Removed("CC-32", model.id, How.FLED))


def path_to_edge(
    table: Table, model_id: ModelId, edge: Segment, distance: float
) -> ShortestPath | None:
    """``CC-38``  Return the shortest open path to the edge, 1" round enemies, off friends."""
    model, off = table.models[model_id], just_beyond(KEEP_OFF)
    others = {
        str(m.id): m.disc if m.side == model.side else m.disc._replace(radius=m.base + off)
        for m in table.standing()
        if m.id != model_id
    }
    size = table.board.width, table.board.height
    return shortest_path(
        model.disc, EdgeGoal(edge), table.board.walls, others, size, distance, partly=True
    )


def own_edge(table: Table, side: Side) -> Segment:
    """``CC-32``  Return the edge that a side's zone touches.

    On a table without zones: the bottom edge for the first side, the top edge for the second.
    """
    if zone := table.zones.get(side):
        return table.board.own_edge(table.board.zone(zone))
    return table.board.rim[2 if side == table.sides[0] else 0]


FAST = frozenset({"bike", "jump infantry", "skimmer", "flier"})
CLAUSES = MoveClauses(move="CC-18", chain="CC-19", table="CC-18", ground="CC-20")
COHERENCY = 2.0


def normal_move(model: Model) -> float:
    """``CC-18``  Return a model's move in inches.

    It is 12 for bikes, jump infantry, skimmers and fliers, 6 for others.
    """
    return 12.0 if model.profile.has_any(FAST) else 6.0


def movement(table: Table) -> Step | None:
    """Return the next step: units that fall back go first, then the others may move."""
    side = table.clock.side
    assert side
    for unit in table.fielded(side):
        if is_falling_back(unit) and not unit.mark(HANDLED) and not is_locked(unit):
            return retreat(unit.id)
    return move if next(ready(table, side), None) else None


def ready(table: Table, side: Side) -> Iterator[Unit]:
    """Yield the units that may still move; units that arrived have moved (``CC-35``)."""
    for unit in table.fielded(side):
        if not (unit.mark(HANDLED) or unit.mark(MOVED) or is_pinned(table, unit)):
            yield unit


async def move(game: Game) -> None:
    """``CC-18``  Let the active side pick a unit and move it, or end the phase."""
    table, side = game.table, game.table.clock.side
    assert side
    found = [
        (Option(unit.id, unit.name, "CC-18", unit.id), refused_move(game, unit))
        for unit in table.fielded(side)
        if is_pinned(table, unit) or not unit.mark(HANDLED)
    ]
    picked = await ask_mover(game, found, "CC-18", "CC-33")
    if picked:
        await MOVING.happens(game, picked)


def refused_move(view: GameView, unit: Unit) -> Refusal | None:
    """``CC-31``, ``CC-35``  Return why a unit may not be picked to move; None if it may."""
    if is_pinned(view.table, unit):
        return Refusal(
            unit_does(view.table, unit, "is locked in combat and cannot move"), "CC-31"
        )
    if unit.mark(MOVED):
        no = unit_does(view.table, unit, "arrived this turn and counts as having moved")
        return Refusal(no, "CC-35")
    return next(REFUSED.of(view, Attempt(unit.id, Act.MOVES)), None)


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
    moves = carry_out_moves(game, clause, unit_id, act, moves)
    await test_ground(game, unit_id, moves)
    await UNIT_MOVED.has_come(game, Attempt(unit_id, act))
