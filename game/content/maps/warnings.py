"""Warnings: a usable map that is bad to play on, with or without a flood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from game.content.faults import Fault
from game.content.maps.flood_requirements import (
    SMALL,
    WIDEST,
    along,
    free,
    lanes_of,
    line,
    named,
    place,
    shape,
)
from game.content.maps.validation import tangled
from game.geometry.points import Disc, Point
from game.geometry.polygons import inside
from game.table.board import Board, ObjectiveMarker, Spot, Terrain, TerrainKind, Zone
from game.table.flood_squares import WIDE, Square, centre
from game.table.lanes import JOINED
from game.table.rasters import connected
from game.table.water import GANTRY, Water, origins

CROWD = 40
"""Number of small bases that a zone of a battle must have room for."""
MARKERS = (3, 4, 5)
"""``MI-03``  Allowed numbers of markers of a battle."""
TEAM = 7
"""``MI-04``  Number of small bases for a zone of a map without markers."""
_SPACED = 2 * SMALL + 0.1


def battle_faults(board: Board) -> list[Fault]:
    """``MI-03``  Return the faults that hinder a fair battle, or deployment at all."""
    if not board.markers or tangled(board):
        return cramped(board)
    return [
        *_zones(board),
        *without_room(board, board.zones, CROWD),
        *_markers(board, free(board, WIDEST)),
        *silent(board),
    ]


def cramped(board: Board) -> list[Fault]:
    """``MI-04``, ``MI-05``  Return a fault for each zone without room for a team."""
    return without_room(board, board.zones, TEAM)


def without_room(board: Board, zones: Iterable[Zone], crowd: int) -> list[Fault]:
    """Return a fault for each zone that has no room for *crowd* small bases."""
    if knot := tangled(board):
        return [knot]
    small = free(board, SMALL)
    return [fault for zone in zones for fault in _room(zone, small, crowd)]


def _zones(board: Board) -> Iterator[Fault]:
    if len(board.zones) != 2:
        reason = f"{len(board.zones)} found; a battle needs two (MI-03)"
        yield Fault("zones", reason, "number of zones", tuple(z.id for z in board.zones))
        return
    about = tuple(zone.id for zone in board.zones)
    first, second = (Polygon(zone.outline) for zone in board.zones)
    if abs(first.area - second.area) > 0.01 * first.area:
        reason = f"differ in size: {first.area:.0f} and {second.area:.0f} square inches (MI-03)"
        yield Fault("zones", reason, "unequal zones", about)
    if first.intersection(second).area:
        yield Fault("zones", "overlap (MI-03)", "zones overlap", about)
    edges = [board.rim.index(board.own_edge(zone)) for zone in board.zones]
    if abs(edges[0] - edges[1]) != 2:
        reason = "do not lie at opposite edges (MI-03)"
        yield Fault("zones", reason, "zones not opposite", about)


def _room(zone: Zone, floor: BaseGeometry, crowd: int) -> Iterator[Fault]:
    """``MI-03``  Yield a fault if a zone has no room for *crowd* bases.

    Bases are deployed wholly in a zone, clear of impassable terrain.
    """
    inner = Polygon(zone.outline).buffer(-SMALL).intersection(floor)
    left, top, right, bottom = inner.bounds if not inner.is_empty else (0.0, 0.0, 0.0, 0.0)
    columns, rows = int((right - left) / _SPACED) + 1, int((bottom - top) / _SPACED) + 1
    points = [
        (left + i * _SPACED, top + j * _SPACED) for i in range(columns) for j in range(rows)
    ]
    room = int(shapely.intersects_xy(inner, points).sum()) if not inner.is_empty else 0
    if room < crowd:
        reason = f'has room for only {room} of {crowd} 1" bases'
        yield Fault(zone.id, reason, "cramped zone", (zone.id,))


def _markers(board: Board, floor: BaseGeometry) -> Iterator[Fault]:
    if len(board.markers) not in MARKERS:
        reason = f"{len(board.markers)} found; a battle needs three to five (MI-03)"
        about = tuple(marker.id for marker in board.markers)
        yield Fault("markers", reason, "number of markers", about)
    parts = shapely.get_parts(floor)
    areas = [t for t in board.terrain if t.impassable and t.closed]
    for marker in board.markers:
        spot = shapely.Point(marker.at)
        solid = next((t for t in areas if Polygon(t.outline).contains(spot)), None)
        if solid:
            reason = f"lies in {solid.id}, which is impassable (MI-03)"
            yield Fault(marker.id, reason, "marker in a wall", (marker.id, solid.id))
        else:
            yield from _unreachable_markers(marker, board.zones, parts)


def _unreachable_markers(
    marker: ObjectiveMarker, zones: Iterable[Zone], parts: Iterable[BaseGeometry]
) -> Iterator[Fault]:
    """Yield a fault for each zone from which no large base can reach a marker."""
    onto = shapely.Point(marker.at).buffer(WIDEST)
    near = [part for part in parts if part.intersects(onto)]
    for zone in zones:
        if not any(part.intersects(Polygon(zone.outline)) for part in near):
            wide = f'{2 * WIDEST:g}"'
            reason = f"cannot be reached from {zone.id} by a base {wide} across (MI-03)"
            yield Fault(marker.id, reason, "marker out of reach", (marker.id,))


def silent(board: Board) -> Iterator[Fault]:
    """``MP-05``  Yield a fault for each feature without a choice of soft or hard cover."""
    for piece in board.terrain:
        if piece.bonus is None:
            reason = "set its cover (bonus: soft, hard or none) (MP-05)"
            yield Fault(piece.id, reason, "silent feature", (piece.id,))


MIN_DRY_AREA = 4.0
"""Minimum area of dry floor that is reported, in square inches."""
MIDDLE = 0.51
"""Offset of the probed point in a square inch; off the grid of usual corners."""


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
            yield Fault(lane.id, reason, "dry lane", (lane.id,))


def _unhindered(board: Board) -> list[Water]:
    """Return the floods without watertight pieces, which keep floor dry on purpose."""
    leaky = tuple(replace(piece, watertight=False) for piece in board.terrain)
    open_ = replace(board, terrain=leaky)
    return [Water(open_, origin.outline) for origin in origins(board)]


def _dry_floor(board: Board) -> Iterator[Fault | None]:
    """``FF-10``  Yield a warning for each dry area, and None after each square that is probed.

    Floor is dry if it has no clear line to any lane and is not out of reach on purpose.
    """
    waters = _unhindered(board)
    dry = list[BaseGeometry]()
    for x, y in _squares(board):
        if all(_is_dry(water, Point(x + MIDDLE, y + MIDDLE)) for water in waters):
            dry.append(shapely.box(x, y, x + 1, y + 1))
        yield None
    for part in shapely.get_parts(shapely.union_all(dry)):
        if part.area >= MIN_DRY_AREA:
            inside_it = part.representative_point()
            at = Point(inside_it.x, inside_it.y)
            what = f"{part.area:.0f} square inches around {place(at)}"
            fix = "if it should get wet, lead a lane there; otherwise make it a gantry"
            reason = f"{what} have no clear line to any lane: {fix} (FF-10)"
            yield Fault("floor", reason, at=at)


def _is_dry(water: Water, at: Point) -> bool:
    return not water.out_of_reach(at) and water.course(Disc(at, SMALL)) is None


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
            yield Fault(piece.id, reason, "idle gate", (piece.id,))


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
