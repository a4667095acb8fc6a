"""What makes a map of an ordinary battle bad to play on, though it can be used.

Only maps with objective markers are battle maps; zones of others hold a team at least.
Nothing here decides a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from game.content.faults import Fault
from game.content.maps.floor import SMALL, WIDEST, free
from game.content.maps.tangles import tangled
from game.table.board import Board, ObjectiveMarker, Zone

CROWD = 40
"""So many of them must find room in a zone."""
MARKERS = (3, 4, 5)
"""``MI-03``  So many markers has a battle."""
TEAM = 7
"""``MI-04``  So many in a zone of a map that is for no such battle."""
_SPACED = 2 * SMALL + 0.1


def battle_faults(board: Board) -> list[Fault]:
    """``MI-03``  Return what hinders a fair battle on a board, or setting up on it at all."""
    if not board.markers or tangled(board):
        return cramped(board)
    return [
        *_zones(board),
        *without_room(board, board.zones, CROWD),
        *_markers(board, free(board, WIDEST)),
        *silent(board),
    ]


def cramped(board: Board) -> list[Fault]:
    """``MI-04``, ``MI-05``  Return the zones that have no room for a team."""
    return without_room(board, board.zones, TEAM)


def without_room(board: Board, zones: Iterable[Zone], crowd: int) -> list[Fault]:
    """Return the zones that have no room for so many small bases."""
    if knot := tangled(board):
        return [knot]
    small = free(board, SMALL)
    return [fault for zone in zones for fault in _room(zone, small, crowd)]


def _zones(board: Board) -> Iterator[Fault]:
    if len(board.zones) != 2:
        reason = f"a battle has two (MI-03), here are {len(board.zones)}"
        yield Fault("zones", reason, "number of zones", tuple(z.id for z in board.zones))
        return
    about = tuple(zone.id for zone in board.zones)
    first, second = (Polygon(zone.outline) for zone in board.zones)
    if abs(first.area - second.area) > 0.01 * first.area:
        reason = f"have {first.area:.0f} and {second.area:.0f} square inches (MI-03)"
        yield Fault("zones", reason, "unequal zones", about)
    if first.intersection(second).area:
        yield Fault("zones", "overlap (MI-03)", "zones overlap", about)
    edges = [board.rim.index(board.own_edge(zone)) for zone in board.zones]
    if abs(edges[0] - edges[1]) != 2:
        reason = "do not lie at opposite edges (MI-03)"
        yield Fault("zones", reason, "zones not opposite", about)


def _room(zone: Zone, floor: BaseGeometry, crowd: int) -> Iterator[Fault]:
    """``MI-03``  Bases are set up wholly in a zone, clear of what is impassable."""
    inner = Polygon(zone.outline).buffer(-SMALL).intersection(floor)
    left, top, right, bottom = inner.bounds if not inner.is_empty else (0.0, 0.0, 0.0, 0.0)
    columns, rows = int((right - left) / _SPACED) + 1, int((bottom - top) / _SPACED) + 1
    points = [
        (left + i * _SPACED, top + j * _SPACED) for i in range(columns) for j in range(rows)
    ]
    room = int(shapely.intersects_xy(inner, points).sum()) if not inner.is_empty else 0
    if room < crowd:
        reason = f'has room for {room} bases of 1", less than {crowd}'
        yield Fault(zone.id, reason, "cramped zone", (zone.id,))


def _markers(board: Board, floor: BaseGeometry) -> Iterator[Fault]:
    if len(board.markers) not in MARKERS:
        reason = f"a battle has three to five (MI-03), here are {len(board.markers)}"
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
            yield from _ways(marker, board.zones, parts)


def _ways(
    marker: ObjectiveMarker, zones: Iterable[Zone], parts: Iterable[BaseGeometry]
) -> Iterator[Fault]:
    """Yield the zones from which no large base can get onto a marker."""
    onto = shapely.Point(marker.at).buffer(WIDEST)
    near = [part for part in parts if part.intersects(onto)]
    for zone in zones:
        if not any(part.intersects(Polygon(zone.outline)) for part in near):
            wide = f'{2 * WIDEST:g}"'
            reason = f"cannot be reached from {zone.id} by a base {wide} across (MI-03)"
            yield Fault(marker.id, reason, "marker out of reach", (marker.id,))


def silent(board: Board) -> Iterator[Fault]:
    """``MP-05``  Yield the features of which nobody said whether they are soft or hard."""
    for piece in board.terrain:
        if piece.bonus is None:
            kind = piece.kind.value
            reason = f"a {kind} must say which cover it is: set bonus (MP-05)"
            yield Fault(piece.id, reason, "silent feature", (piece.id,))
