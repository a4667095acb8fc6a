"""The check of a map for a fair battle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from game.content.faults import Fault
from game.content.maps.board_check import BoardCheck
from game.geometry.array_sweeps import MAX_CROSSINGS, crosses_often
from game.geometry.points import Disc, Path, Point
from game.table.board import Board, ObjectiveMarker, Terrain, Zone
from game.table.state import PieceKind

WIDEST = 0.8
"""Radius in inches of the largest bases, which must be able to go everywhere."""
SMALL = 0.5
"""Radius in inches of the bases that zones must have room for."""
CROWD = 40
"""Number of small bases that a zone of a battle must have room for."""
MARKERS = (3, 4, 5)
"""``MI-03``  Allowed numbers of markers of a battle."""
TEAM = 7
"""``MI-04``  Number of small bases for a zone of a map without markers."""
_SPACED = 2 * SMALL + 0.1


def shape(piece: Terrain) -> BaseGeometry:
    """Return a piece of terrain as a Shapely polygon or line."""
    return Polygon(piece.outline) if piece.closed else LineString(piece.outline)


@lru_cache(maxsize=8)
def free(board: Board, radius: float) -> BaseGeometry:
    """Return the area in which the centre of a base of *radius* inches can be.

    ``CC-39``: doors count as open.
    """
    solid = [shape(piece) for piece in board.all_open.terrain if piece.impassable]
    solid += [Polygon(spot.outline) for spot in board.spots if spot.kind == PieceKind.DEBRIS]
    table = shapely.box(radius, radius, board.width - radius, board.height - radius)
    # Buffered one by one: a buffer around a union of crossing lines takes gigabytes.
    return table.difference(shapely.union_all(shapely.buffer(solid, radius)))


@lru_cache(maxsize=8)
def tangled(board: Board) -> Fault | None:
    """Return a fault if the walls of a board cross too often, else None."""
    solid = [piece for piece in board.terrain if piece.impassable or piece.watertight]
    if crosses_often([leg for piece in solid for leg in piece.sides()]):
        reason = f"cross in more than {MAX_CROSSINGS} places: draw fewer, or shorter ones"
        return Fault("walls", reason, "tangled walls")
    return None


@lru_cache(maxsize=8)
def usable_area(board: Board, goals: tuple[Path, ...], radius: float) -> BaseGeometry:
    """``MI-03``  Return the area in which a base of *radius* inches is of use in a battle.

    Its centre can be there, and can reach one of *goals* from there: the outlines of the
    zones to go to. If none of them is open to such a base, the area is all of ``free``; if the
    walls are too tangled to tell, the board.
    """
    if tangled(board):
        return shapely.box(0.0, 0.0, board.width, board.height)
    parts = shapely.get_parts(free(board, radius))
    open_zones = [one for one in map(Polygon, goals) if shapely.intersects(one, parts).any()]
    ways_out = [p for p in parts if not open_zones or shapely.intersects(p, open_zones).any()]
    area = shapely.MultiPolygon(ways_out)
    shapely.prepare(area)
    return area


def usable_at(
    board: Board, goals: tuple[Path, ...], radius: float, points: Sequence[Point]
) -> list[bool]:
    """Return for each point whether a base there can reach a goal; see ``usable_area``."""
    area = usable_area(board, goals, radius)
    return [*map(bool, shapely.intersects_xy(area, [[*at] for at in points]))]


def is_usable(board: Board, goals: tuple[Path, ...], base: Disc) -> bool:
    """Return whether a base can reach a goal; see ``usable_area``."""
    return usable_at(board, goals, base.radius, [base.at])[0]


def goals_of(board: Board, zone: Zone) -> tuple[Path, ...]:
    """``MI-03``, ``MP-23``  Return the outlines of the zones that are played with a zone."""
    groups = board.zones, *board.zone_maps.values()
    return tuple(o.outline for group in groups if zone in group for o in group if o != zone)


def battle_faults(board: Board) -> list[Fault]:
    """``MI-03``  Return the faults that hinder a fair battle, or deployment at all."""
    if not board.markers or tangled(board):
        return cramped(board)
    return [
        *zone_faults(board),
        *without_room(board, board.zones, CROWD),
        *_markers(board, free(board, WIDEST)),
        *silent(board),
    ]


def cramped(board: Board) -> list[Fault]:
    """``MI-04``, ``MI-05``  Return a fault for each zone without room for a team."""
    return without_room(board, board.zones, TEAM)


def without_room(board: Board, zones: Iterable[Zone], crowd: int) -> list[Fault]:
    """Return a fault for each zone that has no room for *crowd* small bases.

    Only places count from which another zone can be reached.
    """
    if knot := tangled(board):
        return [knot]
    return [fault for zone in zones for fault in _room(board, zone, crowd)]


def zone_faults(board: Board) -> Iterator[Fault]:
    """``MI-03``  Yield the faults of the zones: their number, sizes and places."""
    if len(board.zones) != 2:
        reason = f"{len(board.zones)} found; a battle needs two (MI-03)"
        yield Fault(
            "zones",
            reason=reason,
            kind="number of zones",
            about=tuple(z.id for z in board.zones),
        )
        return
    about = tuple(zone.id for zone in board.zones)
    first, second = (Polygon(zone.outline) for zone in board.zones)
    if abs(first.area - second.area) > 0.01 * first.area:
        reason = f"differ in size: {first.area:.0f} and {second.area:.0f} square inches (MI-03)"
        yield Fault("zones", reason=reason, kind="unequal zones", about=about)
    if first.intersection(second).area:
        yield Fault("zones", reason="overlap (MI-03)", kind="zones overlap", about=about)
    edges = [board.rim.index(board.own_edge(zone)) for zone in board.zones]
    if abs(edges[0] - edges[1]) != 2:
        reason = "do not lie at opposite edges (MI-03)"
        yield Fault("zones", reason=reason, kind="zones not opposite", about=about)


def _room(board: Board, zone: Zone, crowd: int) -> Iterator[Fault]:
    """``MI-03``  Yield a fault if a zone has no room for *crowd* bases.

    Bases are deployed wholly in a zone, clear of impassable terrain.
    """
    usable = _usable_room(board, zone)
    if usable < crowd:
        room = _capacity_in(zone, free(board, SMALL))
        leave = "" if usable == room else " that can leave it for another zone"
        reason = f'has room for only {usable} of {crowd} 1" bases{leave}'
        yield Fault(zone.id, reason=reason, kind="cramped zone", about=(zone.id,))


@lru_cache(maxsize=32)
def _usable_room(board: Board, zone: Zone) -> int:
    """Return the number of small bases for which a zone has usable room.

    Cached, because several missions ask for it.
    """
    return _capacity_in(zone, usable_area(board, goals_of(board, zone), SMALL))


def _capacity_in(zone: Zone, area: BaseGeometry) -> int:
    """Return the number of small bases wholly in a zone whose middles lie in an area."""
    inner = Polygon(zone.outline).buffer(-SMALL)
    return sum(_capacity(part.intersection(inner)) for part in shapely.get_parts(area))


def _capacity(area: BaseGeometry) -> int:
    """Return the number of small bases in rows and columns whose middles lie in an area."""
    if area.is_empty:
        return 0
    left, top, right, bottom = area.bounds
    columns, rows = int((right - left) / _SPACED) + 1, int((bottom - top) / _SPACED) + 1
    points = [
        (left + i * _SPACED, top + j * _SPACED) for i in range(columns) for j in range(rows)
    ]
    return int(shapely.intersects_xy(area, points).sum())


def _markers(board: Board, floor: BaseGeometry) -> Iterator[Fault]:
    if len(board.markers) not in MARKERS:
        reason = f"{len(board.markers)} found; a battle needs three to five (MI-03)"
        about = tuple(marker.id for marker in board.markers)
        yield Fault("markers", reason=reason, kind="number of markers", about=about)
    parts = shapely.get_parts(floor)
    areas = [t for t in board.terrain if t.impassable and t.closed]
    for marker in board.markers:
        spot = shapely.Point(marker.at)
        solid = next((t for t in areas if Polygon(t.outline).contains(spot)), None)
        if solid:
            reason = f"lies in {solid.id}, which is impassable (MI-03)"
            yield Fault(
                marker.id, reason=reason, kind="marker in a wall", about=(marker.id, solid.id)
            )
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
            yield Fault(
                marker.id, reason=reason, kind="marker out of reach", about=(marker.id,)
            )


def silent(board: Board) -> Iterator[Fault]:
    """``MP-05``  Yield a fault for each feature without a choice of soft or hard cover."""
    for piece in board.terrain:
        if piece.bonus is None:
            reason = "set its cover (bonus: soft, hard or none) (MP-05)"
            yield Fault(piece.id, reason=reason, kind="silent feature", about=(piece.id,))


CHECK = BoardCheck(battle_faults)
