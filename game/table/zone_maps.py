"""The six deployment maps (MP-23), for a table of any size."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from game.geometry.points import Path, Point, distance, point_ahead, unit_vector
from game.geometry.polygons import Polygon

ZONE_MAPS = ("arrowhead", "long-edges", "quarters", "short-edges", "bulge", "diagonal")
"""Names of the deployment maps, in the order of the d6."""
WIDE, HIGH = 72.0, 48.0
FINE = 0.001
"""Maximum inches between an arc and the corners that approximate it."""


@lru_cache(maxsize=64)
def zone_map(name: str, width: float, height: float) -> tuple[Polygon, Polygon]:
    """``MP-23``  Return the two zones of a map; the second is the first rotated by 180°."""
    if width < height:
        first = tuple(Point(y, x) for x, y in _first(name, height, width))
    else:
        first = _first(name, width, height)
    return first, tuple(Point(width - x, height - y) for x, y in first)


def _first(name: str, width: float, height: float) -> Polygon:
    """Return the zone at the top left of a table that is at least as wide as it is high.

    Raise KeyError for an unknown name.
    """
    across, down = width / WIDE, height / HIGH
    smaller = min(across, down)
    left = ((0.0, height), (0.0, 0.0))
    top = ((0.0, 0.0), (width, 0.0))
    match name:
        case "long-edges":
            return _points(*top, (width, 12 * down), (0.0, 12 * down))
        case "short-edges":
            return _points(*left, (24 * across, 0.0), (24 * across, height))
        case "quarters":
            return _quarter(width / 2, height / 2, 9 * smaller)
        case "diagonal":
            return _corner(width, height, 12 * smaller)
        case "bulge":
            ends, middle = 6 * down, 15 * down
            low = _bow(width, ends, middle)
            return (*_points(*top), *low)
        case "arrowhead":
            ends, middle = 12 * across, 24 * across
            return _points(*left, (ends, 0.0), (middle, height / 2), (ends, height))
        case _:
            raise KeyError(name)


def _points(*corners: tuple[float, float]) -> Path:
    return tuple(Point(x, y) for x, y in corners)


def _quarter(x: float, y: float, off: float) -> Polygon:
    """Return the rectangle from a corner to the centre of the table, minus a circle there."""
    arc = _arc(Point(x, y), Point(x, y - off), Point(x - off, y))
    return (*_points((0.0, 0.0), (x, 0.0)), *arc, Point(0.0, y))


def _corner(width: float, height: float, off: float) -> Polygon:
    """Return the area beyond *off* inches from the line from top left to bottom right."""
    whole = off * sqrt(width * width + height * height)
    corners = (whole / height, 0.0), (width, 0.0), (width, height - whole / width)
    return _points(*corners)


def _bow(width: float, ends: float, middle: float) -> Path:
    """Return an arc from right to left, *ends* inches deep at its ends and *middle* between."""
    half, rise = width / 2, middle - ends
    radius = (half * half + rise * rise) / (2 * rise)
    centre = Point(half, middle - radius)
    return _arc(centre, Point(width, ends), Point(0.0, ends))


def _arc(centre: Point, start: Point, end: Point) -> Path:
    """Return the corners of an arc of less than half a circle, at most FINE off the arc."""
    radius = distance(centre, start)
    flat = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    if radius - distance(centre, flat) <= FINE:
        return start, end
    middle = point_ahead(centre, unit_vector(centre, flat), radius)
    return (*_arc(centre, start, middle), *_arc(centre, middle, end)[1:])
