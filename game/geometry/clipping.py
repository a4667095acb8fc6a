"""What of a polygon lies in a box."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from game.geometry.points import Path, Point
from game.geometry.polygons import Box, Polygon


def clipped(polygon: Polygon, to: Box) -> Polygon:
    """Return what of a polygon lies in a box, by cutting along one side after the other.

    Parts of a hollow polygon that fall asunder stay joined along the box's sides.
    """
    left, top, right, low = to
    sides: tuple[Callable[[Point], float], ...] = (
        lambda p: p.x - left,
        lambda p: right - p.x,
        lambda p: p.y - top,
        lambda p: low - p.y,
    )
    path: Path = polygon
    for inward in sides:
        path = _cut(path, inward)
    return path


def _cut(path: Path, inward: Callable[[Point], float]) -> Path:
    """Return what of a closed path is on the side on which *inward* is not negative."""
    kept = list[Point]()
    for a, b in pairwise((*path, *path[:1])):
        here, there = inward(a), inward(b)
        if here >= 0.0:
            kept.append(a)
        if (here < 0.0) is not (there < 0.0):
            share = here / (here - there)
            kept.append(Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)))
    return tuple(kept)
