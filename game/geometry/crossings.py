"""Whether a line comes to the other side of an outline, or through what it encloses."""

from __future__ import annotations

from itertools import pairwise

from game.geometry.points import EPSILON, Path, Point
from game.geometry.polygons import TOLERANCE, Box, Polygon, Segment, edges, inside, off_segment

ON_LINE = 5e-7
"""Three points kept in thousandths that are not in line span twice this, as square inches."""


def crosses(eye: Point, at: Point, outline: Path, around: Box) -> bool:
    """Return whether a line of fire comes to the other side of an outline.

    It may cross at a corner or run along a stretch first; a mere touch is no crossing. Who
    comes out of a closed outline again crosses it twice: its last edge need not be looked at.
    """
    left, top, right, low = around
    (x, y), dx, dy = eye, at.x - eye.x, at.y - eye.y
    if max(x, at.x) < left or min(x, at.x) > right or max(y, at.y) < top or min(y, at.y) > low:
        return False
    before, was = eye, 0.0  # the last corner beside the line, and on which side
    upon = list[Point]()  # corners on the line since
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
    """Return whether a point of a line lies between two others, or on one of them."""
    dx, dy = at.x - eye.x, at.y - eye.y
    along = dx * (spot.x - eye.x) + dy * (spot.y - eye.y)
    return -ON_LINE < along < dx * dx + dy * dy + ON_LINE


def passes_through(p: Point, q: Point, area: Polygon) -> bool:
    """Return whether a line passes through the inside of an area; a mere touch does not."""
    sides = tuple(edges(area))
    cuts = sorted([0.0, 1.0, *[share for side in sides if (share := _share(p, q, side))]])
    dx, dy = q.x - p.x, q.y - p.y
    for start, end in pairwise(cuts):
        middle = (start + end) / 2
        at = Point(p.x + middle * dx, p.y + middle * dy)
        if inside(at, area) and all([off_segment(at, side) > TOLERANCE for side in sides]):
            return True
    return False


def _share(p: Point, q: Point, side: Segment) -> float | None:
    """Return at which share of its way a line meets a side, its ends among it."""
    (ax, ay), (bx, by) = side
    dx, dy = q.x - p.x, q.y - p.y
    turn = dx * (by - ay) - dy * (bx - ax)
    if turn == 0.0:
        return None
    there = ((ax - p.x) * (by - ay) - (ay - p.y) * (bx - ax)) / turn
    along = ((ax - p.x) * dy - (ay - p.y) * dx) / turn
    return there if 0.0 < there < 1.0 and -EPSILON <= along <= 1.0 + EPSILON else None
