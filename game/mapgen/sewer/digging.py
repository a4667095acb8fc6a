"""Floor dug out of masonry: corners cut, and what is left in pieces without holes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from game.mapgen.outlines import Corner, Outline, eighth

GRID = 0.125
"""Corners lie at eighths of an inch."""
INNER, OUTER = 1.25, 0.5
"""By so much corners of rooms are cut, and those of the masonry between corridors."""
SHORT = 2.0
"""Walls shorter than this keep their corners."""
MOST_CORNERS = 160
"""A polygon of a map may have 200."""
LEAST = 0.5
"""Square inches: less masonry is swept up."""


def corridor(path: Outline, wide: float) -> BaseGeometry:
    """Return the floor along a path, as far beyond its ends as to its sides."""
    return LineString(path).buffer(wide / 2, cap_style="square", join_style="mitre")


def dug(rooms: Iterable[BaseGeometry]) -> BaseGeometry:
    """Return the floor of rooms and corridors, its corners cut."""
    floor = shapely.set_precision(shapely.union_all(list(rooms)), GRID).simplify(0.0)
    parts = [part for part in shapely.get_parts(floor) if isinstance(part, Polygon)]
    cut = shapely.union_all([_cut(part) for part in parts])
    return shapely.set_precision(cut, GRID)


def masonry(ground: BaseGeometry, floor: BaseGeometry) -> list[Outline]:
    """Return what is left of some ground round a floor, the northernmost first."""
    rest = shapely.set_precision(ground.difference(floor), GRID)
    parts = [piece for part in shapely.get_parts(rest) for piece in whole(part)]
    found = [_corners(part) for part in parts if part.area >= LEAST]
    return sorted(found, key=lambda outline: min((y, x) for x, y in outline))


def whole(part: BaseGeometry) -> Iterator[Polygon]:
    """Yield an area in pieces that have no holes and not too many corners."""
    if not isinstance(part, Polygon) or part.is_empty:
        return
    if not part.interiors and len(part.exterior.coords) <= MOST_CORNERS:
        yield part
        return
    for half in _halves(part):
        for piece in shapely.get_parts(shapely.set_precision(part.intersection(half), GRID)):
            yield from whole(piece)


def _halves(part: Polygon) -> tuple[Polygon, Polygon]:
    left, top, right, low = part.bounds
    if part.interiors:
        # Through the middle of a hole, so that it is gone.
        hole = part.interiors[0].centroid
        x, y = eighth(hole.x), eighth(hole.y)
    else:
        x, y = eighth((left + right) / 2), eighth((top + low) / 2)
    if right - left > low - top:
        return shapely.box(left, top, x, low), shapely.box(x, top, right, low)
    return shapely.box(left, top, right, y), shapely.box(left, y, right, low)


def _cut(part: Polygon) -> Polygon:
    turned = orient(part)
    rings = [turned.exterior, *turned.interiors]
    outer, *inner = [list(_chamfered(list(ring.coords)[:-1])) for ring in rings]
    return Polygon(outer, inner)


def _chamfered(ring: list[Corner]) -> Iterator[Corner]:
    """Yield the corners of an outline, the floor at its left, square ones cut."""
    for n, here in enumerate(ring):
        before, after = ring[n - 1], ring[(n + 1) % len(ring)]
        one, two = _leg(here, before), _leg(here, after)
        # Right angles only: what is bent is cut already.
        if abs(one[0] * two[0] + one[1] * two[1]) > 0.01:
            yield here
            continue
        inner = one[0] * two[1] - one[1] * two[0] < 0
        least = min(_far(here, before), _far(here, after))
        much = eighth(min(INNER if inner else OUTER, 0.4 * least))
        # Gates stand in short passages, from wall to wall.
        much = 0.0 if not inner and least < SHORT else much
        if much:
            yield here[0] + one[0] * much, here[1] + one[1] * much
            yield here[0] + two[0] * much, here[1] + two[1] * much
        else:
            yield here


def _far(one: Corner, other: Corner) -> float:
    dx, dy = other[0] - one[0], other[1] - one[1]
    return float((dx * dx + dy * dy) ** 0.5)


def _leg(one: Corner, other: Corner) -> Corner:
    far = _far(one, other)
    return (other[0] - one[0]) / far, (other[1] - one[1]) / far


def _corners(part: Polygon) -> Outline:
    plain = part.simplify(0.0)
    assert isinstance(plain, Polygon)
    ring = list(plain.exterior.coords)[:-1]
    return [(eighth(x), eighth(y)) for x, y in ring]
