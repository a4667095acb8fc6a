"""Units that fall back, until they regroup or leave the table (CC-32)."""

from __future__ import annotations

from functools import partial

from game.cores.classic.rules.unit_state import leadership_test
from game.cores.classic.rules.wounds import test_ground
from game.cores.kit.marks import FALLING_BACK, HANDLED, LOCKED, MOVED, marked
from game.cores.kit.movement import carry_out_path
from game.cores.kit.units import enemy_within, sorted_by_distance
from game.geometry.limits import just_beyond
from game.geometry.points import Path
from game.geometry.polygons import Segment, off_segment
from game.play.game import Game, GameView, Step
from game.play.moves.path_goals import EdgeGoal
from game.play.moves.pathfinding import ShortestPath, shortest_path
from game.table.events import Act, Acted, Removed, RollKind, Unmarked
from game.table.records import How, Model, ModelId, Side, UnitId
from game.table.state import Table

REGROUP_OFF = 6.0
KEEP_OFF = 1.0


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
