"""Requirements of the flood on a map (FF-01 to FF-09)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from game.content.faults import Fault
from game.content.maps.validation import tangled
from game.geometry.points import Path, Point, distance, point_along
from game.geometry.polygons import off_segment
from game.table.board import Board, Spot, Terrain
from game.table.lanes import JOINED, LaneNetwork
from game.table.pieces import PieceKind
from game.table.water import LANE, Water, origins

WIDEST = 0.8
"""Radius in inches of the largest bases, which must be able to go everywhere."""
SMALL = 0.5
"""Radius in inches of the bases that zones must have room for."""


def shape(piece: Terrain) -> BaseGeometry:
    """Return a piece of terrain as a Shapely polygon or line."""
    return Polygon(piece.outline) if piece.closed else LineString(piece.outline)


@lru_cache(maxsize=8)
def free(board: Board, radius: float) -> BaseGeometry:
    """Return the area in which the centre of a base of *radius* inches can be."""
    solid = [shape(piece) for piece in board.terrain if piece.impassable]
    solid += [Polygon(spot.outline) for spot in board.spots if spot.kind == PieceKind.DEBRIS]
    table = shapely.box(radius, radius, board.width - radius, board.height - radius)
    # Buffered one by one: a buffer around a union of crossing lines takes gigabytes.
    return table.difference(shapely.union_all(shapely.buffer(solid, radius)))


EDGE = "the edge of the table"
MAX_SEGMENTS = 120
"""Maximum number of segments of all lanes, since each may cross any other."""
MAX_BRANCHES = 6
"""``FF-11``  Maximum number of branches at one place, the number of faces of a die."""


def is_floodable(board: Board) -> bool:
    """Return whether a map has flood origins or lanes."""
    return bool(origins(board) or lanes_of(board))


def lanes_of(board: Board) -> list[Spot]:
    return [spot for spot in board.spots if spot.kind == LANE]


def flood_faults(board: Board) -> list[Fault]:
    """Return the reasons why no flood can be played on a board; empty if one can."""
    return list(_flood_faults(board))


@lru_cache(maxsize=4)
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
        yield Fault(origin.id, reason, "origin walled in", (origin.id, inside.id))


def _through(lane: Spot, solid: Sequence[Terrain]) -> Iterator[Fault]:
    """``FF-04``  Yield a fault for each place at which a lane runs through something solid."""
    for piece in solid:
        if met := _met(lane, piece):
            reason = f"leaves the floor at {place(met)}, where it runs through {piece.id}"
            text = f"{reason}: bend the lane or end it before that (FF-04)"
            yield Fault(lane.id, text, "lane through a wall", (lane.id, piece.id), met)


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
        yield Fault("lanes", reason, "lanes in a circle", tuple(names))


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
    wet = [_carrying(lanes) for lanes in runs]
    for lane in lanes_of(board):
        own = line(lane.outline).buffer(JOINED)
        parts = shapely.union_all([run.intersection(own) for run in wet])
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
        yield Fault(lane, reason, "narrow lane", about, at)


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
