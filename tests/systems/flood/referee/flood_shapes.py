"""Exact plane geometry of the flood's referee: discs, segments and outlines, in inches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot, inf, sqrt
from typing import TypeAlias

At: TypeAlias = tuple[float, float]
Line: TypeAlias = Sequence[At]
"""The corners of an open line; a single point is a line, too."""
Side: TypeAlias = tuple[At, At]

TINY = 1e-9
STORED = 0.001
"""Positions are stored in thousandths of an inch."""
CONTACT = 0.01


def off(a: At, b: At) -> float:
    """Return the distance between two points."""
    return hypot(b[0] - a[0], b[1] - a[1])


def toward(a: At, b: At) -> At:
    """Return the unit vector from one point to another."""
    inches = off(a, b)
    return (b[0] - a[0]) / inches, (b[1] - a[1]) / inches


def ahead(at: At, way: At, inches: float) -> At:
    return at[0] + way[0] * inches, at[1] + way[1] * inches


def between(a: At, b: At, share: float) -> At:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def stored(at: At) -> At:
    """Return a point in thousandths of an inch."""
    return round(at[0], 3), round(at[1], 3)


def dot(a: At, b: At) -> float:
    return a[0] * b[0] + a[1] * b[1]


def cross(a: At, b: At) -> float:
    """Return the cross product; y runs down, so it is positive if *b* is clockwise of *a*."""
    return a[0] * b[1] - a[1] * b[0]


def long(line: Line) -> float:
    """Return the length of a line."""
    return sum(off(a, b) for a, b in pairwise(line))


def along(line: Line, inches: float) -> At:
    """Return the point so many inches along a line, at most its end."""
    for a, b in pairwise(line):
        leg = off(a, b)
        if inches <= leg and leg > 0:
            return between(a, b, inches / leg)
        inches -= leg
    return line[-1]


def rest(line: Line, inches: float) -> list[At]:
    """Return the part of a line beyond so many inches."""
    found = [along(line, inches)]
    for a, b in pairwise(line):
        inches -= off(a, b)
        if inches < -STORED:
            found.append(b)
    return found


def sides(outline: Line, *, closed: bool = True) -> list[Side]:
    ring = [*outline, outline[0]] if closed else outline
    return list(pairwise(ring))


def nearest_point(at: At, side: Side) -> At:
    """Return the point of a segment that is nearest to a point."""
    a, b = side
    way = b[0] - a[0], b[1] - a[1]
    square = dot(way, way)
    if square == 0:
        return a
    share = dot((at[0] - a[0], at[1] - a[1]), way) / square
    return between(a, b, min(1.0, max(0.0, share)))


def off_side(at: At, side: Side) -> float:
    return off(at, nearest_point(at, side))


def foot(at: At, line: Line) -> tuple[float, float]:
    """Return a point's distance from a line, and how far along it the nearest point lies.

    Of equally near points it is the first.
    """
    best, walked = (inf, 0.0), 0.0
    for a, b in pairwise(line):
        there = nearest_point(at, (a, b))
        if off(at, there) < best[0] - TINY:
            best = off(at, there), walked + off(a, there)
        walked += off(a, b)
    return best


def meeting(a: At, b: At, c: At, d: At) -> At | None:
    """Return the one point that two segments have in common, if they are not parallel."""
    one, other = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
    turn = cross(one, other)
    if abs(turn) < TINY:
        return None
    apart = c[0] - a[0], c[1] - a[1]
    share, part = cross(apart, other) / turn, cross(apart, one) / turn
    if -TINY <= share <= 1 + TINY and -TINY <= part <= 1 + TINY:
        return between(a, b, share)
    return None


def within(at: At, outline: Line) -> bool:
    """Return whether a point lies in an outline."""
    odd = False
    for (ax, ay), (bx, by) in sides(outline):
        if (ay > at[1]) != (by > at[1]) and at[0] < ax + (bx - ax) * (at[1] - ay) / (by - ay):
            odd = not odd
    return odd


def passes(a: At, b: At, outline: Line) -> bool:
    """Return whether a straight way leads through an outline, not along it."""
    if off(a, b) <= TINY:
        return False
    met = [meeting(a, b, *side) for side in sides(outline)]
    places = sorted([0.0, off(a, b), *(off(a, at) for at in met if at)])
    halves = [ahead(a, toward(a, b), (x + y) / 2) for x, y in pairwise(places)]
    return any(
        within(at, outline) and min(off_side(at, side) for side in sides(outline)) > TINY
        for at in halves
    )


def covers(at: At, radius: float, outline: Line) -> bool:
    """Return whether a disc covers any of an outline's area; contact alone is not enough."""
    edge = min(off_side(at, side) for side in sides(outline))
    return within(at, outline) or edge < radius - STORED


def reach_point(at: At, way: At, radius: float, point: At) -> float:
    """Return how far a disc moves until it touches a point; infinite if it never does."""
    apart = point[0] - at[0], point[1] - at[1]
    closing, beside = dot(apart, way), abs(cross(way, apart))
    if closing <= TINY or beside >= radius - TINY:
        return inf
    if dot(apart, apart) <= radius * radius:
        return 0.0
    return closing - sqrt(radius * radius - beside * beside)


def reach_side(at: At, way: At, radius: float, side: Side) -> float:
    """Return how far a disc moves until it touches a segment; infinite if it never does.

    Its distance from a segment first falls and then rises, so a disc that goes away from it
    never touches it.
    """
    there = nearest_point(at, side)
    apart = there[0] - at[0], there[1] - at[1]
    if off(at, there) <= radius:
        return 0.0 if dot(apart, way) > TINY * radius and _falls(at, way, side) else inf
    a, b = side
    found = [reach_point(at, way, radius, a), reach_point(at, way, radius, b)]
    if off(a, b) > TINY:
        run = toward(a, b)
        aside = cross((at[0] - a[0], at[1] - a[1]), run)
        closing = -cross(way, run) if aside > 0 else cross(way, run)
        if closing > TINY and abs(aside) >= radius:
            inches = (abs(aside) - radius) / closing
            here = ahead(at, way, inches)
            if 0 <= dot((here[0] - a[0], here[1] - a[1]), run) <= off(a, b):
                found.append(inches)
    return min(found)


def _falls(at: At, way: At, side: Side) -> bool:
    """Return whether the distance from a segment becomes less."""
    return off_side(ahead(at, way, 1e-4), side) < off_side(at, side) - TINY


def legs(line: Line) -> Iterator[tuple[At, At, float, float]]:
    """Yield each leg of a line: its start, its direction, its length, the inches before it."""
    walked = 0.0
    for a, b in pairwise(line):
        inches = off(a, b)
        if inches > TINY:
            yield a, toward(a, b), inches, walked
        walked += inches
