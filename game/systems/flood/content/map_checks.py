"""Checks of a map for floods (FF-01 to FF-09).

Faults rule a flood out; warnings are about its water.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from game.content.faults import Fault
from game.content.maps.battle_checks import SMALL, WIDEST, free, shape, tangled
from game.content.maps.board_check import BoardCheck
from game.geometry.points import Disc, Path, Point, distance, point_along
from game.geometry.polygons import inside, off_segment
from game.systems.flood.table import WIDE, Square, centre
from game.systems.flood.table.carried_bases import carries
from game.systems.flood.table.lanes import JOINED, LaneNetwork
from game.systems.flood.table.rasters import connected
from game.systems.flood.table.water import Water, origins
from game.table.board import GANTRY, LANE, Board, Spot, Terrain, TerrainKind

EDGE = "the edge of the table"
MAX_SEGMENTS = 120
"""Maximum number of segments of all lanes, since each may cross any other."""
MAX_BRANCHES = 6
"""``FF-11``  Maximum number of branches at one place, the number of faces of a die."""
MIN_DRY_AREA = 4.0
"""Minimum area of dry floor that is reported, in square inches."""
AT_ONCE = 128
"""Number of squares that are probed before a caller may stop."""
MIDDLE = 0.51
"""Offset of the probed point in a square inch; off the grid of usual corners."""


def is_floodable(board: Board) -> bool:
    """Return whether a map has flood origins or lanes."""
    return bool(origins(board) or lanes_of(board))


def lanes_of(board: Board) -> list[Spot]:
    return [spot for spot in board.spots if spot.kind == LANE]


def flood_faults(board: Board) -> list[Fault]:
    """Return the reasons why no flood can be played on a board; empty if one can."""
    return list(_flood_faults(board))


@lru_cache(maxsize=24)
def _flood_faults(board: Board) -> tuple[Fault, ...]:
    """Return the same as a tuple, cached because several scenarios may share a board."""
    if knot := tangled(board):
        return (knot,)
    if (many := sum(len(lane.outline) - 1 for lane in lanes_of(board))) > MAX_SEGMENTS:
        reason = f"have {many} legs; the limit is {MAX_SEGMENTS} (FF-04)"
        return (Fault("lanes", reason, "many lanes"),)
    sources = origins(board)
    if not sources:
        fix = "draw a FloodOrigin, or play without the flood (FF-01)"
        return (Fault("", f"the map has no flood origin: {fix}", "no origin"),)
    solid = [piece for piece in board.terrain if piece.impassable]
    runs = [lanes for one in sources if (lanes := Water(board, one.outline).lanes)]
    found = [
        *(fault for one in sources for fault in _walled_in(board, one)),
        *(fault for lane in lanes_of(board) for fault in _through(lane, solid)),
        *(fault for lanes in runs for fault in _circles(board, lanes)),
        *(fault for lanes in runs for fault in _branches(board, lanes)),
        *_narrows(board, solid, runs),
    ]
    return tuple(dict.fromkeys(found))


def _walled_in(board: Board, origin: Spot) -> Iterator[Fault]:
    """``FF-01``, ``FF-03``  Yield a fault if an origin lies in a wall or a watertight gate."""
    closed = [t for t in board.terrain if t.closed and (t.impassable or t.watertight)]
    table = shapely.box(0, 0, board.width, board.height)
    floor = table.difference(shapely.union_all([shape(piece) for piece in closed]))
    at = line(origin.outline)
    if floor.distance(at) > JOINED:
        inside = next(piece for piece in closed if shape(piece).intersects(at))
        what = "impassable" if inside.impassable else "watertight"
        reason = f"lies in {inside.id}, which is {what}: move it onto the floor (FF-01)"
        yield Fault(
            origin.id, reason=reason, kind="origin walled in", about=(origin.id, inside.id)
        )


def _through(lane: Spot, solid: Sequence[Terrain]) -> Iterator[Fault]:
    """``FF-04``  Yield a fault for each place at which a lane runs through something solid."""
    for piece in solid:
        if met := _met(lane, piece):
            reason = f"leaves the floor at {place(met)}, where it runs through {piece.id}"
            text = f"{reason}: bend the lane or end it before that (FF-04)"
            yield Fault(
                lane.id,
                reason=text,
                kind="lane through a wall",
                about=(lane.id, piece.id),
                at=met,
            )


def _met(lane: Spot, piece: Terrain) -> Point | None:
    """Return the place at which a lane runs through a piece; None if it only touches it."""
    common = line(lane.outline).intersection(shape(piece))
    if common.is_empty or (piece.closed and common.length <= JOINED):
        return None
    at = shapely.get_parts(common)[0].centroid
    return Point(at.x, at.y)


def _circles(board: Board, lanes: LaneNetwork) -> Iterator[Fault]:
    """``FF-04``  Yield a fault if lanes lead the water back to where it was."""
    if lanes.circles:
        names = along(board, lanes.circles)
        what, whose = ("lead", "their") if len(names) > 1 else ("leads", "its")
        fix = f"set {whose} flow to 'usual' (FF-04)"
        reason = f"{named(names)} {what} the water in a circle: {fix}"
        yield Fault("lanes", reason=reason, kind="lanes in a circle", about=tuple(names))


def _branches(board: Board, lanes: LaneNetwork) -> Iterator[Fault]:
    for node, at in enumerate(lanes.nodes):
        leaving = lanes.leaving(node)
        if len(leaving) > MAX_BRANCHES:
            names = along(board, [stretch.path for stretch in leaving])
            parts = f"{len(leaving)} branches at {place(at)} ({named(names)})"
            what = f"the water parts into {parts}"
            fix = f"at most {MAX_BRANCHES} may; let some begin further on"
            yield Fault("lanes", f"{what}: {fix} (FF-11)", about=tuple(names), at=at)


def _narrows(
    board: Board, solid: Sequence[Terrain], runs: Iterable[LaneNetwork]
) -> Iterator[Fault]:
    """``FF-09``  Yield a fault where the largest bases would be pressed into a wall.

    A lane may begin at an edge or a wall, because no base is carried to the origin.
    """
    rim = shapely.box(0, 0, board.width, board.height).exterior
    banks = [(piece.id, shape(piece)) for piece in solid]
    wet = [shapely.STRtree(shapely.get_parts(_carrying(lanes))) for lanes in runs]
    for lane in lanes_of(board):
        own = line(lane.outline).buffer(JOINED)
        near = [run.geometries[sorted(run.query(own, "intersects"))] for run in wet]
        parts = shapely.union_all([part for run in near for part in run & own])
        across = [piece.id for piece in solid if _met(lane, piece)]
        for name, bank in [(EDGE, rim), *banks]:
            if name not in across and not parts.is_empty:
                yield from _narrow(lane.id, name, bank, parts)


def _carrying(lanes: LaneNetwork) -> BaseGeometry:
    """Return the wet segments of lanes, without the surroundings of the sources."""
    wet = shapely.union_all([line(stretch.path) for stretch in lanes.stretches])
    sources = {s.start: lanes.nodes[s.start] for s in lanes.stretches if s.off <= JOINED}
    return wet.difference(shapely.MultiPoint([*sources.values()]).buffer(WIDEST))


def _narrow(lane: str, name: str, bank: BaseGeometry, parts: BaseGeometry) -> Iterator[Fault]:
    off = parts.distance(bank)
    if off < WIDEST - JOINED:
        nearest = nearest_points(parts, bank)[0]
        at = Point(nearest.x, nearest.y)
        about = (lane,) if name == EDGE else (lane, name)
        fix = f'leave {WIDEST:g}" so that a base {2 * WIDEST:g}" across can pass (FF-09)'
        reason = f'comes within {off:.2g}" of {name} at {place(at)}: {fix}'
        yield Fault(lane, reason=reason, kind="narrow lane", about=about, at=at)


def line(path: Path) -> BaseGeometry:
    return LineString(path) if len(path) > 1 else shapely.Point(path[0])


def along(board: Board, paths: Iterable[Path]) -> list[str]:
    """Return the ids of the lanes that paths run along, in the order of the map."""
    middles = [_middle(path) for path in paths]
    return [
        lane.id
        for lane in lanes_of(board)
        if any(_off_line(middle, lane.outline) <= JOINED for middle in middles)
    ]


def _middle(path: Path) -> Point:
    return point_along(path, distance(path[0], path[1]) / 2)


def _off_line(at: Point, path: Path) -> float:
    return min(off_segment(at, leg) for leg in pairwise(path))


def named(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + f" and {names[-1]}" if len(names) > 1 else names[0]


def place(at: Point) -> str:
    return f"({at.x:.4g}, {at.y:.4g})"


def flood_warnings(board: Board) -> list[Fault]:
    """Return the warnings about the water on a board that can be flooded."""
    return [fault for fault in iter_flood_warnings(board) if fault]


def iter_flood_warnings(board: Board) -> Iterator[Fault | None]:
    """Yield the warnings one by one, and None between steps, at which the caller may stop."""
    found = [*_idle_gates(board), *_gantries(board)]
    if lanes_of(board):
        found += [*_meetings(board), *_dry_lanes(board)]
    yield from dict.fromkeys(found)
    if lanes_of(board):
        yield from _dry_floor(board)


def _meetings(board: Board) -> Iterator[Fault]:
    """``FF-12``  Yield a warning where streams meet and none leaves: models stop there."""
    for origin in origins(board):
        lanes = Water(board, origin.outline).lanes
        assert lanes
        for node, at in enumerate(lanes.nodes):
            arriving = lanes.arriving(node)
            if len(arriving) > 1 and not lanes.leaving(node):
                names = along(board, [stretch.path for stretch in arriving])
                what = f"water from {origin.id} meets at {place(at)} along {named(names)}"
                fix = "models stop there (FF-12); add a lane onward if they should not"
                reason = f"{what}, and none leaves: {fix}"
                yield Fault("lanes", reason, about=tuple(names), at=at)


def _dry_lanes(board: Board) -> Iterator[Fault]:
    """``FF-04``  Yield a warning for each lane that no water reaches."""
    runs = [lanes for water in _unhindered(board) if (lanes := water.lanes)]
    wet = along(board, [stretch.path for lanes in runs for stretch in lanes.stretches])
    for lane in lanes_of(board):
        if lane.id not in wet:
            fix = "join it to a wet one, or turn its flow (FF-04)"
            reason = f"no water reaches this lane: {fix}"
            yield Fault(lane.id, reason=reason, kind="dry lane", about=(lane.id,))


def _unhindered(board: Board) -> list[Water]:
    """Return the floods without watertight pieces, which keep floor dry on purpose."""
    leaky = tuple(replace(piece, watertight=False) for piece in board.terrain)
    open_ = replace(board, terrain=leaky)
    return [Water(open_, origin.outline) for origin in origins(board)]


def _dry_floor(board: Board) -> Iterator[Fault | None]:
    """``FF-10``  Yield a warning for each dry area, and None after each probe of some squares.

    Floor is dry if it has no clear line to any lane and is not out of reach on purpose.
    """
    waters = _unhindered(board)
    dry, squares = list[BaseGeometry](), _squares(board)
    for n in range(0, len(squares), AT_ONCE):
        left = squares[n : n + AT_ONCE]
        for water in waters:
            left = _dry(water, left)
        dry += [shapely.box(x, y, x + 1, y + 1) for x, y in left]
        yield None
    for part in shapely.get_parts(shapely.union_all(dry)):
        if part.area >= MIN_DRY_AREA:
            inside_it = part.representative_point()
            at = Point(inside_it.x, inside_it.y)
            what = f"{part.area:.0f} square inches around {place(at)}"
            fix = "if it should get wet, lead a lane there; otherwise make it a gantry"
            reason = f"{what} have no clear line to any lane: {fix} (FF-10)"
            yield Fault("floor", reason, at=at)


def _dry(water: Water, squares: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the square inches in which water does not carry a small base, though it might."""
    middles = [(one, Point(one[0] + MIDDLE, one[1] + MIDDLE)) for one in squares]
    low = [(one, at) for one, at in middles if not water.out_of_reach(at)]
    carried = carries(water, [Disc(at, SMALL) for _, at in low])
    return [one for (one, _), is_wet in zip(low, carried, strict=True) if not is_wet]


def _squares(board: Board) -> list[tuple[int, int]]:
    """Return the square inches of floor that are connected to lanes or zones."""
    known: list[BaseGeometry] = [line(lane.outline) for lane in lanes_of(board)]
    known += [Polygon(zone.outline) for zone in board.zones]
    parts = shapely.get_parts(free(board, SMALL))
    floor = shapely.union_all([p for p in parts if any(p.intersects(one) for one in known)])
    squares = [(x, y) for x in range(int(board.width)) for y in range(int(board.height))]
    middles = [(x + MIDDLE, y + MIDDLE) for x, y in squares]
    free_ = shapely.intersects_xy(floor, middles)
    return [square for square, is_free in zip(squares, free_, strict=True) if is_free]


def _idle_gates(board: Board) -> Iterator[Fault]:
    """``FF-03``  Yield a warning for each gate that closes no lane.

    Without lanes, yield one for each watertight piece that keeps no ground dry.
    """
    for piece in board.terrain:
        if lanes_of(board):
            if _is_gate(piece) and not any(_crosses(lane, piece) for lane in lanes_of(board)):
                fix = "move it across one, or lead a lane through it (FF-03)"
                yield Fault(piece.id, f"closes no lane: {fix}", about=(piece.id,))
        elif piece.watertight and not _keeps_dry(board, piece):
            fix = "close off what lies behind it (FF-03)"
            reason = f"is watertight, but keeps no ground dry: {fix}"
            yield Fault(piece.id, reason=reason, kind="idle gate", about=(piece.id,))


def _is_gate(piece: Terrain) -> bool:
    return piece.watertight or piece.kind is TerrainKind.SLUICE_GATE


def _crosses(lane: Spot, piece: Terrain) -> bool:
    return bool(line(lane.outline).intersection(shape(piece)).length)


def _keeps_dry(board: Board, piece: Terrain) -> bool:
    """Return whether water from some origin would reach further without a piece."""
    others = replace(board, terrain=tuple(t for t in board.terrain if t is not piece))
    for origin in origins(board):
        dry = _wet(others, origin) - _wet(board, origin)
        behind = [square for square in dry if not inside(centre(square), piece.outline)]
        if len(behind) * WIDE * WIDE >= MIN_DRY_AREA:
            return True
    return False


def _wet(board: Board, origin: Spot) -> frozenset[Square]:
    tight = [side for t in board.terrain if t.watertight for side in t.sides()]
    banks = [*board.walls.segments, *tight]
    return connected(origin.outline, (board.width, board.height), banks)


def _gantries(board: Board) -> Iterator[Fault]:
    """``FF-02``  Yield a warning for each gantry over a lane: models below count as on it."""
    for gantry in board.spots:
        if gantry.kind == GANTRY:
            over = [lane.id for lane in lanes_of(board) if _runs_below(gantry, lane)]
            if over:
                fix = (
                    "a model stopping there would count as on it; move it off the lane (FF-02)"
                )
                reason = f"lies over {named(over)}: {fix}"
                yield Fault(gantry.id, reason, about=(gantry.id, *over))


def _runs_below(gantry: Spot, lane: Spot) -> bool:
    inner = Polygon(gantry.outline).buffer(-JOINED)
    return bool(line(lane.outline).intersection(inner).length)


def _faults(board: Board) -> list[Fault]:
    return flood_faults(board) if is_floodable(board) else []


def _warnings(board: Board) -> Iterator[Fault | None]:
    """Yield warnings about the water, which make sense only if a flood can be played."""
    if is_floodable(board) and not flood_faults(board):
        yield from iter_flood_warnings(board)


CHECK = BoardCheck(_faults, _warnings)
