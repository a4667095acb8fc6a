"""Areas of map objects, converted to outlines that a map can hold."""

from __future__ import annotations

from collections.abc import Iterator

import shapely
from shapely import LineString, MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry

from game.content.maps.map_file import MAX_CORNERS, MapObject
from game.geometry.points import Path, Point, thousandths

EXACT = 0.001
"""Precision of corners in inches."""
MIN_PART = 0.05
"""Square inches, or inches of a line: smaller parts are dropped."""


def area_of(one: MapObject) -> BaseGeometry:
    """Return the area of an object; for a line, the line itself."""
    if one.shape == "polyline":
        return LineString(one.outline)
    return Polygon(one.outline)


def outlines(area: BaseGeometry) -> Iterator[Path]:
    """Yield an area as outlines without holes, each with at most as many corners as allowed."""
    clean = shapely.set_precision(area, EXACT)
    for part in shapely.get_parts(clean):
        if isinstance(part, Polygon):
            for piece in _whole(part):
                yield _corners(piece.exterior)


def lines(along: BaseGeometry) -> Iterator[Path]:
    """Yield the paths of lines, joined where they meet end to end."""
    parts = shapely.get_parts(along)
    found = [p for p in parts if isinstance(p, LineString) and p.length >= MIN_PART]
    for part in shapely.get_parts(shapely.line_merge(MultiLineString(found))):
        if part.length >= MIN_PART:
            path = [thousandths(Point(x, y)) for x, y in part.coords]
            yield (*dict.fromkeys(path[:-1]), path[-1])


def _whole(part: BaseGeometry) -> Iterator[Polygon]:
    """Yield an area in pieces that have no holes and not too many corners."""
    # Parts that touch only in corners or are extremely thin make no valid polygon.
    part = part.buffer(-EXACT * 2, join_style="mitre").buffer(EXACT * 2, join_style="mitre")
    part = shapely.set_precision(shapely.simplify(part, EXACT / 2), EXACT)
    if not isinstance(part, Polygon):
        for one in shapely.get_parts(part):
            yield from _whole(one)
        return
    if part.area < MIN_PART:
        return
    holes = [hole for hole in part.interiors if Polygon(hole).area >= MIN_PART]
    part = Polygon(part.exterior, holes)
    if not part.interiors and len(part.exterior.coords) <= MAX_CORNERS:
        yield part
        return
    for half in _halves(part):
        for piece in shapely.get_parts(part.intersection(half)):
            if isinstance(piece, Polygon):
                yield from _whole(piece)


def _halves(part: Polygon) -> tuple[Polygon, Polygon]:
    """Return two boxes that halve an area through a hole, where the cut is shorter."""
    left, top, right, low = part.bounds
    hole = part.interiors[0] if part.interiors else part.exterior
    box = hole.bounds
    x, y = round((box[0] + box[2]) / 2, 3), round((box[1] + box[3]) / 2, 3)
    upright = part.intersection(LineString([(x, top), (x, low)])).length
    level = part.intersection(LineString([(left, y), (right, y)])).length
    if upright <= level:
        return shapely.box(left, top, x, low), shapely.box(x, top, right, low)
    return shapely.box(left, top, right, y), shapely.box(left, y, right, low)


def _corners(ring: BaseGeometry) -> Path:
    return tuple(thousandths(Point(x, y)) for x, y in list(ring.coords)[:-1])
