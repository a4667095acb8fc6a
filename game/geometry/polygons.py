"""Polygons: rings of corners, the last joined to the first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
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
    along = 0.0 if along < 0.0 else min(along, 1.0)
    return Point(ax + along * ex, ay + along * ey)


def off_segment(at: Point, segment: Segment) -> float:
    """Return the distance of a point from a segment."""
    (x, y), ((ax, ay), (bx, by)) = at, segment
    ex, ey = bx - ax, by - ay
    square = ex * ex + ey * ey
    if square > 0.0:
        along = ((x - ax) * ex + (y - ay) * ey) / square
        # Spelt out: tables are measured with it all the time.
        if along >= 1.0:
            ax, ay = ax + ex, ay + ey
        elif along > 0.0:
            ax, ay = ax + along * ex, ay + along * ey
    dx, dy = x - ax, y - ay
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


def centroid(polygon: Polygon) -> Point:
    """Return the middle of a polygon's area."""
    (ox, oy), whole, sx, sy = polygon[0], 0.0, 0.0, 0.0
    for (ax, ay), (bx, by) in edges(polygon):
        part = (ax - ox) * (by - oy) - (bx - ox) * (ay - oy)
        whole += part
        sx += part * (ax + bx + ox)
        sy += part * (ay + by + oy)
    return Point(sx / (3 * whole), sy / (3 * whole))


def stretches_over(
    start: Point, toward: Point, far: float, radius: float, polygon: Polygon
) -> list[tuple[float, float]]:
    """Return over which inches of a straight way a base covers any of an area, in order.

    *toward*: a unit vector. As for ``overlaps``, mere contact does not count.
    """
    reach = radius - TOLERANCE
    ends = [0.0, far]
    for (ax, ay), (bx, by) in edges(polygon):
        ends += _beside(start, toward, (ax, ay, bx, by), reach)
        ends += _round(start, toward, Point(ax, ay), reach)
    cuts = sorted([t for t in ends if 0.0 <= t <= far])
    found = list[tuple[float, float]]()
    for a, b in pairwise(cuts):
        if b - a <= 1e-9:
            continue
        middle = (a + b) / 2
        at = Point(start[0] + toward[0] * middle, start[1] + toward[1] * middle)
        if off_polygon(at, polygon) < reach:
            if found and a - found[-1][1] <= 1e-9:
                found[-1] = (found[-1][0], b)
            else:
                found.append((a, b))
    return found


def _beside(
    start: Point, toward: Point, side: tuple[float, float, float, float], off: float
) -> list[float]:
    """Return after how many inches a point is *off* inches from the line of a side."""
    ax, ay, bx, by = side
    ex, ey = bx - ax, by - ay
    long = sqrt(ex * ex + ey * ey)
    closing = (toward[0] * ey - toward[1] * ex) / long if long > 0.0 else 0.0
    if -1e-9 < closing < 1e-9:
        return []
    now = ((start[0] - ax) * ey - (start[1] - ay) * ex) / long
    return [(off - now) / closing, (-off - now) / closing]


def _round(start: Point, toward: Point, corner: Point, off: float) -> list[float]:
    """Return after how many inches a point is *off* inches from a corner."""
    x, y = corner[0] - start[0], corner[1] - start[1]
    along, aside = x * toward[0] + y * toward[1], x * toward[1] - y * toward[0]
    square = off * off - aside * aside
    if square <= 0.0:
        return []
    half = sqrt(square)
    return [along - half, along + half]
