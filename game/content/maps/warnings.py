"""What the author of a flooded map may not have meant; nothing of it is forbidden."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from game.content.faults import Fault
from game.content.maps.flood_requirements import along, lanes_of, line, named, place
from game.content.maps.floor import SMALL, free, shape
from game.geometry.points import Disc, Point
from game.geometry.polygons import inside
from game.table.board import Board, Spot, Terrain, TerrainKind
from game.table.flood_squares import WIDE, Square, centre
from game.table.lanes import JOINED
from game.table.rasters import connected
from game.table.water import GANTRY, Water, origins

LEAST = 4.0
"""Square inches of dry floor that are worth a word."""
MIDDLE = 0.51
"""Of a square inch: not where maps have their corners, or it would lie on outlines."""


def flood_warnings(board: Board) -> list[Fault]:
    """Return what is odd about how water would run over a board that can be flooded."""
    return [fault for fault in warnings_slowly(board) if fault]


def warnings_slowly(board: Board) -> Iterator[Fault | None]:
    """Yield the same one by one, and None now and then: who has no more time can stop there."""
    found = [*_idle_gates(board), *_gantries(board)]
    if lanes_of(board):
        found += [*_meetings(board), *_dry_lanes(board)]
    yield from dict.fromkeys(found)
    if lanes_of(board):
        yield from _dry_floor(board)


def _meetings(board: Board) -> Iterator[Fault]:
    """``FF-12``  Where streams meet head-on and no water leaves, models stop."""
    for origin in origins(board):
        lanes = Water(board, origin.outline).lanes
        assert lanes
        for node, at in enumerate(lanes.nodes):
            arriving = lanes.arriving(node)
            if len(arriving) > 1 and not lanes.leaving(node):
                names = along(board, [stretch.path for stretch in arriving])
                what = f"water from {origin.id} meets at {place(at)} along {named(names)}"
                fix = "models stop there (FF-12); let a lane lead on if they shall not"
                reason = f"{what}, and none leaves: {fix}"
                yield Fault("lanes", reason, about=tuple(names), at=at)


def _dry_lanes(board: Board) -> Iterator[Fault]:
    """``FF-04``  Stretches that no water reaches are dry."""
    runs = [lanes for water in _unhindered(board) if (lanes := water.lanes)]
    wet = along(board, [stretch.path for lanes in runs for stretch in lanes.stretches])
    for lane in lanes_of(board):
        if lane.id not in wet:
            fix = "join it to a wet one, or turn its flow (FF-04)"
            reason = f"no water reaches this lane: {fix}"
            yield Fault(lane.id, reason, "dry lane", (lane.id,))


def _unhindered(board: Board) -> list[Water]:
    """Return what floods would do if nothing were watertight: that is meant to keep dry."""
    leaky = tuple(replace(piece, watertight=False) for piece in board.terrain)
    open_ = replace(board, terrain=leaky)
    return [Water(open_, origin.outline) for origin in origins(board)]


def _dry_floor(board: Board) -> Iterator[Fault | None]:
    """``FF-10``  With no clear line to any lane a model is out of the flood's reach."""
    waters = _unhindered(board)
    dry = list[BaseGeometry]()
    for x, y in _squares(board):
        if all(_is_dry(water, Point(x + MIDDLE, y + MIDDLE)) for water in waters):
            dry.append(shapely.box(x, y, x + 1, y + 1))
        yield None
    for part in shapely.get_parts(shapely.union_all(dry)):
        if part.area >= LEAST:
            inside_it = part.representative_point()
            at = Point(inside_it.x, inside_it.y)
            what = f"{part.area:.0f} square inches around {place(at)}"
            fix = "lead a lane there, or make it a gantry, if it is not meant to stay dry"
            reason = f"{what} have no clear line to any lane: {fix} (FF-10)"
            yield Fault("floor", reason, at=at)


def _is_dry(water: Water, at: Point) -> bool:
    return not water.out_of_reach(at) and water.course(Disc(at, SMALL)) is None


def _squares(board: Board) -> list[tuple[int, int]]:
    """Return the square inches of floor that models get to: those joined to lanes or zones."""
    known: list[BaseGeometry] = [line(lane.outline) for lane in lanes_of(board)]
    known += [Polygon(zone.outline) for zone in board.zones]
    parts = shapely.get_parts(free(board, SMALL))
    floor = shapely.union_all([p for p in parts if any(p.intersects(one) for one in known)])
    squares = [(x, y) for x in range(int(board.width)) for y in range(int(board.height))]
    middles = [(x + MIDDLE, y + MIDDLE) for x, y in squares]
    free_ = shapely.intersects_xy(floor, middles)
    return [square for square, is_free in zip(squares, free_, strict=True) if is_free]


def _idle_gates(board: Board) -> Iterator[Fault]:
    """``FF-03``  A gate closes a lane; without lanes what is watertight keeps ground dry."""
    for piece in board.terrain:
        if lanes_of(board):
            if _is_gate(piece) and not any(_crosses(lane, piece) for lane in lanes_of(board)):
                fix = "move it across one, or lead a lane through it (FF-03)"
                yield Fault(piece.id, f"closes no lane: {fix}", about=(piece.id,))
        elif piece.watertight and not _keeps_dry(board, piece):
            fix = "close off what lies behind it (FF-03)"
            reason = f"is watertight, but keeps no ground dry: {fix}"
            yield Fault(piece.id, reason, "idle gate", (piece.id,))


def _is_gate(piece: Terrain) -> bool:
    return piece.watertight or piece.kind is TerrainKind.SLUICE_GATE


def _crosses(lane: Spot, piece: Terrain) -> bool:
    return bool(line(lane.outline).intersection(shape(piece)).length)


def _keeps_dry(board: Board, piece: Terrain) -> bool:
    """Whether water would come further, from some origin, if a piece let it through."""
    others = replace(board, terrain=tuple(t for t in board.terrain if t is not piece))
    for origin in origins(board):
        dry = _wet(others, origin) - _wet(board, origin)
        behind = [square for square in dry if not inside(centre(square), piece.outline)]
        if len(behind) * WIDE * WIDE >= LEAST:
            return True
    return False


def _wet(board: Board, origin: Spot) -> frozenset[Square]:
    tight = [side for t in board.terrain if t.watertight for side in t.sides()]
    banks = [*board.walls.segments, *tight]
    return connected(origin.outline, (board.width, board.height), banks)


def _gantries(board: Board) -> Iterator[Fault]:
    """``FF-02``  Raised ground is beside the water: who stops below it would count as dry."""
    for gantry in board.spots:
        if gantry.kind == GANTRY:
            over = [lane.id for lane in lanes_of(board) if _runs_below(gantry, lane)]
            if over:
                fix = "who stops there would count as on it; move it beside (FF-02)"
                reason = f"lies over {named(over)}: {fix}"
                yield Fault(gantry.id, reason, about=(gantry.id, *over))


def _runs_below(gantry: Spot, lane: Spot) -> bool:
    inner = Polygon(gantry.outline).buffer(-JOINED)
    return bool(line(lane.outline).intersection(inner).length)
