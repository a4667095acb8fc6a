"""Plane geometry of polygons."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import TypeAlias

from game.geometry.points import EPSILON, ROUNDING, Disc, Path, Point, unit_vector

Polygon: TypeAlias = Path
Segment: TypeAlias = tuple[Point, Point]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""
ON_LINE = 5e-7
"""Square inches: half the smallest cross product of points in thousandths not in line."""


def edges(polygon: Polygon) -> Iterator[Segment]:
    """Yield the sides of a polygon; the first is from its last corner to its first."""
    before = polygon[-1]
    for corner in polygon:
        yield before, corner
        before = corner


def box(points: Sequence[tuple[float, float]]) -> Box:
    """Return the box around some points."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def box_middle(area: Box) -> Point:
    """Return the middle of a box."""
    left, top, right, bottom = area
    return Point((left + right) / 2, (top + bottom) / 2)


def inside(at: Point, polygon: Polygon) -> bool:
    """Return whether a point lies in a polygon; outline points count on two sides only."""
    x, y = at
    odd = False
    # Inlined instead of calling edges: this is called very often.
    ax, ay = polygon[-1]
    is_below = ay > y
    for bx, by in polygon:
        if is_below != (by > y):
            is_below = not is_below
            if x < (bx - ax) * (y - ay) / (by - ay) + ax:
                odd = not odd
        ax, ay = bx, by
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
        # Inlined instead of calling nearest_on: this is called very often.
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


def within_reach(at: Point, polygon: Polygon, inches: float) -> bool:
    """Return whether a point is less than some inches off a polygon's area."""
    return inside(at, polygon) or any(off_segment(at, edge) < inches for edge in edges(polygon))


def overlaps(disc: Disc, polygon: Polygon) -> bool:
    """Return whether a base covers any of a polygon's area; mere contact does not count."""
    return off_polygon(disc.at, polygon) < disc.radius - ROUNDING


def within_polygon(disc: Disc, polygon: Polygon) -> bool:
    """Return whether a base lies wholly in a polygon."""
    at, radius = disc
    if not inside(at, polygon):
        return False
    left, top, right, low = at.x - radius, at.y - radius, at.x + radius, at.y + radius
    for edge in edges(polygon):
        # Most edges pass no point of the box around the base: they are not measured.
        (ax, ay), (bx, by) = edge
        beside = (ax < left and bx < left) or (ax > right and bx > right)
        if beside or (ay < top and by < top) or (ay > low and by > low):
            continue
        if off_segment(at, edge) < radius - ROUNDING:
            return False
    return True


def crossing(p: Point, q: Point, a: Point, b: Point) -> float | None:
    """Return the share of the path from *p* to *q* at which it crosses the segment *a* to *b*.

    Return None if it does not, runs along it, or only touches one of its ends.
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
    """Return whether the segment from *p* to *q* passes over a base; grazing does not count."""
    return off_segment(disc.at, (p, q)) < disc.radius - ROUNDING


def sweeps_over(start: Point, end: Point, radius: float, polygon: Polygon) -> bool:
    """Return whether a base that moves straight from *start* to *end* covers any of an area."""
    if overlaps(Disc(start, radius), polygon) or overlaps(Disc(end, radius), polygon):
        return True
    near = radius - ROUNDING
    return any(
        crossing(start, end, a, b) is not None or off_segment(a, (start, end)) < near
        for a, b in edges(polygon)
    )


def widened(around: Box, by: float) -> Box:
    """Return a box grown by some inches to each side."""
    left, top, right, low = around
    return left - by, top - by, right + by, low + by


def boxes_meet(a: Box, b: Box) -> bool:
    """Return whether two boxes overlap or touch."""
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def box_within(area: Box, at: Point, inches: float) -> bool:
    """Return whether a box comes within some inches of a point, across and down."""
    x, y = at
    return (
        area[0] - inches <= x <= area[2] + inches and area[1] - inches <= y <= area[3] + inches
    )


def centroid(polygon: Polygon) -> Point:
    """Return the centroid of a polygon's area."""
    (ox, oy), whole, sx, sy = polygon[0], 0.0, 0.0, 0.0
    for (ax, ay), (bx, by) in edges(polygon):
        part = (ax - ox) * (by - oy) - (bx - ox) * (ay - oy)
        whole += part
        sx += part * (ax + bx + ox)
        sy += part * (ay + by + oy)
    return Point(sx / (3 * whole), sy / (3 * whole))


def stretches_over(
    start: Point, toward: Point, distance: float, radius: float, polygon: Polygon
) -> list[tuple[float, float]]:
    """Return the intervals of a straight path, in inches, where a base covers any of an area.

    They are in order. *toward*: a unit vector. As in ``overlaps``, mere contact does not count;
    but an interval begins and ends where the base touches the area.
    """
    reach = radius - ROUNDING
    cuts = _cuts(start, toward, distance, reach, polygon)
    found = list[tuple[float, float]]()
    for a, b in pairwise(cuts):
        if b - a <= EPSILON:
            continue
        middle = (a + b) / 2
        at = Point(start[0] + toward[0] * middle, start[1] + toward[1] * middle)
        if off_polygon(at, polygon) < reach:
            if found and a - found[-1][1] <= EPSILON:
                found[-1] = (found[-1][0], b)
            else:
                found.append((a, b))
    if not found:
        return []
    touches = _cuts(start, toward, distance, radius, polygon)
    return [
        (touches[bisect_right(touches, a) - 1], touches[bisect_left(touches, b)])
        for a, b in found
    ]


def _cuts(
    start: Point, toward: Point, distance: float, radius: float, polygon: Polygon
) -> list[float]:
    """Return the distances at which a base of a radius may begin or cease to touch an area.

    In inches along a straight path, ascending, with both ends of the path.
    """
    ends = [0.0, distance]
    for (ax, ay), (bx, by) in edges(polygon):
        ends += _beside(start, toward, (ax, ay, bx, by), radius)
        ends += _round(start, toward, Point(ax, ay), radius)
    return sorted([t for t in ends if 0.0 <= t <= distance])


def _beside(
    start: Point, toward: Point, side: tuple[float, float, float, float], off: float
) -> list[float]:
    """Return the distances at which a moving point is *off* inches from the line of a side."""
    ax, ay, bx, by = side
    ex, ey = bx - ax, by - ay
    long = sqrt(ex * ex + ey * ey)
    closing = (toward[0] * ey - toward[1] * ex) / long if long > 0.0 else 0.0
    if -EPSILON < closing < EPSILON:
        return []
    now = ((start[0] - ax) * ey - (start[1] - ay) * ex) / long
    return [(off - now) / closing, (-off - now) / closing]


def _round(start: Point, toward: Point, corner: Point, off: float) -> list[float]:
    """Return the distances at which a moving point is *off* inches from a corner."""
    x, y = corner[0] - start[0], corner[1] - start[1]
    along, aside = x * toward[0] + y * toward[1], x * toward[1] - y * toward[0]
    square = off * off - aside * aside
    if square <= 0.0:
        return []
    half = sqrt(square)
    return [along - half, along + half]


def clipped(polygon: Polygon, to: Box) -> Polygon:
    """Return the part of a polygon that lies in a box, cut along one side after the other.

    Separate parts of a concave polygon stay joined along the box's sides.
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
        path = part_where(path, inward)
    return path


def part_where(path: Path, inward: Callable[[Point], float]) -> Path:
    """Return the part of a closed path where *inward* is not negative."""
    kept = list[Point]()
    for a, b in pairwise((*path, *path[:1])):
        here, there = inward(a), inward(b)
        if here >= 0.0:
            kept.append(a)
        if (here < 0.0) is not (there < 0.0):
            share = here / (here - there)
            kept.append(Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)))
    return tuple(kept)


def band(line: Path, half: float) -> Polygon:
    """Return the outline of a line that is *half* inches wide to each side."""
    left, right = list[Point](), list[Point]()
    for a, b in pairwise(line):
        toward = unit_vector(a, b)
        x, y = -toward.y * half, toward.x * half
        left += [Point(a.x + x, a.y + y), Point(b.x + x, b.y + y)]
        right += [Point(a.x - x, a.y - y), Point(b.x - x, b.y - y)]
    return (*left, *reversed(right))


def crosses(eye: Point, at: Point, outline: Path, around: Box) -> bool:
    """Return whether a line of fire crosses to the other side of an outline.

    It may cross at a corner or run along a side first; a mere touch is not a crossing. A line
    that leaves a closed outline again crosses it twice, so its last side is not examined.
    """
    left, top, right, low = around
    (x, y), dx, dy = eye, at.x - eye.x, at.y - eye.y
    if max(x, at.x) < left or min(x, at.x) > right or max(y, at.y) < top or min(y, at.y) > low:
        return False
    before, was = eye, 0.0  # the last corner off the line, and its side
    upon = list[Point]()  # corners on the line since then
    for corner in outline:
        side = dx * (corner.y - y) - dy * (corner.x - x)
        if -ON_LINE < side < ON_LINE:
            upon.append(corner)
            continue
        if side * was < 0.0:
            share = was / (was - side)
            there = Point(
                before.x + share * (corner.x - before.x),
                before.y + share * (corner.y - before.y),
            )
            if any([_on_the_way(eye, at, spot) for spot in upon or (there,)]):
                return True
        before, was, upon = corner, side, []
    return False


def _on_the_way(eye: Point, at: Point, spot: Point) -> bool:
    """Return whether a point of a line lies between *eye* and *at*, or on one of them."""
    dx, dy = at.x - eye.x, at.y - eye.y
    along = dx * (spot.x - eye.x) + dy * (spot.y - eye.y)
    return -ON_LINE < along < dx * dx + dy * dy + ON_LINE


def lies_beside(outline: Path, p: Point, q: Point, off: float = 0.0) -> bool:
    """Return whether an outline lies on one side of an infinite line, further than *off*."""
    (x, y), dx, dy = p, q[0] - p[0], q[1] - p[1]
    least = off * sqrt(dx * dx + dy * dy)
    sides = [dx * (cy - y) - dy * (cx - x) for cx, cy in outline]
    return min(sides) > least or max(sides) < -least


def enters_polygon(p: Point, q: Point, area: Polygon) -> bool:
    """Return whether a segment passes through an area's interior; touching does not count."""
    if lies_beside(area, p, q):
        return False
    sides = tuple(edges(area))
    cuts = sorted([0.0, 1.0, *[share for side in sides if (share := _share(p, q, side))]])
    dx, dy = q.x - p.x, q.y - p.y
    for start, end in pairwise(cuts):
        middle = (start + end) / 2
        at = Point(p.x + middle * dx, p.y + middle * dy)
        if inside(at, area) and all([off_segment(at, side) > ROUNDING for side in sides]):
            return True
    return False


def _share(p: Point, q: Point, side: Segment) -> float | None:
    """Return the share of the segment at which it meets a side, ends included, or None."""
    (ax, ay), (bx, by) = side
    dx, dy = q.x - p.x, q.y - p.y
    turn = dx * (by - ay) - dy * (bx - ax)
    if turn == 0.0:
        return None
    there = ((ax - p.x) * (by - ay) - (ay - p.y) * (bx - ax)) / turn
    along = ((ax - p.x) * dy - (ay - p.y) * dx) / turn
    return there if 0.0 < there < 1.0 and -EPSILON <= along <= 1.0 + EPSILON else None


def area_distance(a: Polygon, b: Polygon) -> float:
    """Return the distance between two areas; 0 if they meet."""
    if inside(a[0], b) or inside(b[0], a):
        return 0.0
    sides = [*edges(a)], [*edges(b)]
    if any([crossing(*one, *other) is not None for one in sides[0] for other in sides[1]]):
        return 0.0
    near = [off_segment(at, side) for at in a for side in sides[1]]
    return min([*near, *(off_segment(at, side) for at in b for side in sides[0])])
