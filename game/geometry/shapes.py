"""Polygons: rings of corners, the last joined to the first."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import TypeAlias

from game.geometry.points import Disc, Path, Point

Polygon: TypeAlias = Path
Segment: TypeAlias = tuple[Point, Point]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""

TOLERANCE = 0.001
"""Tables keep thousandths of an inch: so much overlap is none."""


def edges(polygon: Polygon) -> Iterator[Segment]:
    before = polygon[-1]
    for corner in polygon:
        yield before, corner
        before = corner


def box(points: Path) -> Box:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def inside(at: Point, polygon: Polygon) -> bool:
    """Return whether a point lies in a polygon; its outline counts on two of its sides only."""
    x, y = at
    odd = False
    for (ax, ay), (bx, by) in edges(polygon):
        if (ay > y) is not (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


def nearest_on(at: Point, segment: Segment) -> Point:
    """Return the point of a segment that is nearest to *at*."""
    (ax, ay), (bx, by) = segment
    ex, ey = bx - ax, by - ay
    square = ex * ex + ey * ey
    if square == 0.0:
        return segment[0]
    along = ((at[0] - ax) * ex + (at[1] - ay) * ey) / square
    along = min(1.0, max(0.0, along))
    return Point(ax + along * ex, ay + along * ey)


def off_segment(at: Point, segment: Segment) -> float:
    """Return the distance of a point from a segment."""
    near = nearest_on(at, segment)
    dx, dy = at[0] - near.x, at[1] - near.y
    return sqrt(dx * dx + dy * dy)


def off_polygon(at: Point, polygon: Polygon) -> float:
    """Return the distance of a point from a polygon's area; 0 inside."""
    if inside(at, polygon):
        return 0.0
    return min([off_segment(at, edge) for edge in edges(polygon)])


def overlaps(disc: Disc, polygon: Polygon) -> bool:
    """Return whether a base covers any of a polygon's area; mere contact does not count."""
    return off_polygon(disc.at, polygon) < disc.radius - TOLERANCE


def within_polygon(disc: Disc, polygon: Polygon) -> bool:
    """Return whether a base lies wholly in a polygon."""
    return inside(disc.at, polygon) and all(
        off_segment(disc.at, edge) >= disc.radius - TOLERANCE for edge in edges(polygon)
    )


def crossing(p: Point, q: Point, a: Point, b: Point) -> float | None:
    """Return at which share of the way from *p* to *q* it crosses the segment from *a* to *b*.

    None if it does not, runs along it, or only touches one of its ends.
    """
    dx, dy = q[0] - p[0], q[1] - p[1]
    ex, ey = b[0] - a[0], b[1] - a[1]
    turn = dx * ey - dy * ex
    if turn == 0.0:
        return None
    sx, sy = a[0] - p[0], a[1] - p[1]
    there = (sx * ey - sy * ex) / turn
    along = (sx * dy - sy * dx) / turn
    return there if 0.0 <= there <= 1.0 and 0.0 < along < 1.0 else None


def line_meets_disc(p: Point, q: Point, disc: Disc) -> bool:
    """Return whether the stretch from *p* to *q* passes over a base; grazing does not count."""
    return off_segment(disc.at, (p, q)) < disc.radius - TOLERANCE


def sweeps_over(start: Point, end: Point, radius: float, polygon: Polygon) -> bool:
    """Return whether a base that goes straight from *start* to *end* covers any of an area."""
    if overlaps(Disc(start, radius), polygon) or overlaps(Disc(end, radius), polygon):
        return True
    near = radius - TOLERANCE
    return any(
        crossing(start, end, a, b) is not None or off_segment(a, (start, end)) < near
        for a, b in edges(polygon)
    )


def boxes_meet(a: Box, b: Box) -> bool:
    """Return whether two boxes overlap or touch."""
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]
