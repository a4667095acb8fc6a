"""Masonry of a sewer around its floor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from game.geometry.points import distance
from game.mapgen.piece_shapes import (
    Corner,
    MirroredTable,
    Outline,
    RawObject,
    in_eighths,
    raw_object,
    round_to_eighth,
)
from game.systems.flood.mapgen.rooms import Rooms

GRID = 0.125
"""Corners lie at eighths of an inch."""
INNER, OUTER = 1.25, 0.5
"""Inches cut off the corners of rooms, and off those of masonry between corridors."""
SHORT = 2.0
"""Length in inches below which a wall keeps its corners."""
MAX_CORNERS = 160
"""Maximum number of corners of a polygon; a map allows 200."""
MIN_MASONRY = 0.5
"""Area in square inches below which masonry is removed."""


def corridor(path: Outline, wide: float) -> BaseGeometry:
    """Return the floor along a path, with square ends half its width beyond the path's."""
    return LineString(path).buffer(wide / 2, cap_style="square", join_style="mitre")


def dug(rooms: Iterable[BaseGeometry]) -> BaseGeometry:
    """Return the floor of rooms and corridors, with its corners cut."""
    floor = shapely.set_precision(shapely.union_all(list(rooms)), GRID).simplify(0.0)
    parts = [part for part in shapely.get_parts(floor) if isinstance(part, Polygon)]
    cut = shapely.union_all([_cut(part) for part in parts])
    return shapely.set_precision(cut, GRID)


def masonry(ground: BaseGeometry, floor: BaseGeometry) -> list[Outline]:
    """Return the masonry on *ground* around a floor, the northernmost piece first."""
    rest = shapely.set_precision(ground.difference(floor), GRID)
    parts = [piece for part in shapely.get_parts(rest) for piece in whole(part)]
    found = [_corners(part) for part in parts if part.area >= MIN_MASONRY]
    return sorted(found, key=lambda outline: min((y, x) for x, y in outline))


def whole(part: BaseGeometry) -> Iterator[Polygon]:
    """Yield an area in pieces without holes and without too many corners."""
    if not isinstance(part, Polygon) or part.is_empty:
        return
    if not part.interiors and len(part.exterior.coords) <= MAX_CORNERS:
        yield part
        return
    for half in _halves(part):
        for piece in shapely.get_parts(shapely.set_precision(part.intersection(half), GRID)):
            yield from whole(piece)


def _halves(part: Polygon) -> tuple[Polygon, Polygon]:
    left, top, right, low = part.bounds
    if part.interiors:
        # Cut through the middle of a hole, which removes it.
        hole = part.interiors[0].centroid
        x, y = round_to_eighth(hole.x), round_to_eighth(hole.y)
    else:
        x, y = round_to_eighth((left + right) / 2), round_to_eighth((top + low) / 2)
    if right - left > low - top:
        return shapely.box(left, top, x, low), shapely.box(x, top, right, low)
    return shapely.box(left, top, right, y), shapely.box(left, y, right, low)


def _cut(part: Polygon) -> Polygon:
    turned = orient(part)
    rings = [turned.exterior, *turned.interiors]
    outer, *inner = [list(_chamfered(list(ring.coords)[:-1])) for ring in rings]
    return Polygon(outer, inner)


def _chamfered(ring: list[Corner]) -> Iterator[Corner]:
    """Yield the corners of an outline with the floor on its left; right angles are cut."""
    for n, here in enumerate(ring):
        before, after = ring[n - 1], ring[(n + 1) % len(ring)]
        one, two = _leg(here, before), _leg(here, after)
        # Only right angles are cut; other corners are already blunt.
        if abs(one[0] * two[0] + one[1] * two[1]) > 0.01:
            yield here
            continue
        inner = one[0] * two[1] - one[1] * two[0] < 0
        least = min(distance(here, before), distance(here, after))
        much = round_to_eighth(min(INNER if inner else OUTER, 0.4 * least))
        # Short passages keep their corners, because gates span them from wall to wall.
        much = 0.0 if not inner and least < SHORT else much
        if much:
            yield here[0] + one[0] * much, here[1] + one[1] * much
            yield here[0] + two[0] * much, here[1] + two[1] * much
        else:
            yield here


def _leg(one: Corner, other: Corner) -> Corner:
    inches = distance(one, other)
    return (other[0] - one[0]) / inches, (other[1] - one[1]) / inches


def _corners(part: Polygon) -> Outline:
    plain = part.simplify(0.0)
    assert isinstance(plain, Polygon)
    return in_eighths((x, y) for x, y in plain.exterior.coords[:-1])


def floor_areas(
    rooms: Rooms, turned: MirroredTable, lanes: list[Outline], wide: float
) -> list[BaseGeometry]:
    """Return the areas of all rooms and corridors, on both halves."""
    halves = [rooms.hall, *(one.outline for one in rooms.chambers)]
    halves += [outline for v in rooms.vaults for outline in (v.outline, v.passage)]
    areas = [*halves, *(turned.others(outline) for outline in halves)]
    table = shapely.box(0, 0, turned.width, turned.height)
    dug_out = [corridor(lane, wide).intersection(table) for lane in lanes]
    return [*dug_out, *(Polygon(outline) for outline in areas)]


def walls_around(floor: BaseGeometry, turned: MirroredTable) -> list[RawObject]:
    """Return the masonry of a table around its floor."""
    table = shapely.box(0, 0, turned.width, turned.height)
    outlines = masonry(table, floor)
    return [raw_object("Wall", f"masonry {n}", "polygon", o) for n, o in enumerate(outlines, 1)]
