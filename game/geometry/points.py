"""Plane geometry of points, the discs around them included.

Angles are from tables, so every machine agrees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, inf, radians, sin, sqrt
from math import degrees as to_degrees
from typing import NamedTuple, TypeAlias

EPSILON = 1e-9
"""Tolerance for rounding in sums and products: inches, degrees, shares."""
LOOSE_EPSILON = 1e-6
"""Tolerance for rounding in whole paths and directions: inches, degrees."""
ROUNDING = 0.001
"""Inches by which stored places may be off: they are rounded to thousandths."""
CONTACT = 0.01
"""Maximum inches between bases that count as touching (base contact)."""
CLEARANCE = 0.002
"""Inches between an obstacle and the corners around it, which are rounded to thousandths."""
LARGE = 0.8
"""Radius in inches from which a ring has 32 points instead of 16."""
MAX_RINGS = 512
"""Number of discs whose points around them are remembered: a game needs a few hundred."""


class Point(NamedTuple):
    """A point or vector in inches: x to the right, y down the table."""

    x: float
    y: float


Path: TypeAlias = tuple[Point, ...]


class Disc(NamedTuple):
    """A round base."""

    at: Point
    radius: float


def distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the distance between two points."""
    # Not math.hypot: its last digit depends on the Python; sqrt is exact everywhere.
    dx, dy = a[0] - b[0], a[1] - b[1]
    return sqrt(dx * dx + dy * dy)


def gap(a: Disc, b: Disc) -> float:
    """Return the distance between two bases, edge to edge; negative if they overlap."""
    return distance(a.at, b.at) - a.radius - b.radius


def nearest_gap(ones: Sequence[Disc], others: Sequence[Disc]) -> float:
    """Return the least distance of a base from a base of another group; infinite if none."""
    # Inlined instead of calling gap: this is called very often.
    gaps = [
        sqrt((x - ox) * (x - ox) + (y - oy) * (y - oy)) - radius - other
        for (x, y), radius in ones
        for (ox, oy), other in others
    ]
    return min(gaps, default=inf)


def unit_vector(a: Point, b: Point) -> Point:
    """Return the unit vector from *a* to *b*, which must differ."""
    inches = distance(a, b)
    return Point((b.x - a.x) / inches, (b.y - a.y) / inches)


def clockwise(before: Point, here: Point, to: Point) -> float:
    """Return the clockwise turn of a segment: -2 to 2, growing with the angle."""
    if here == to:
        return 0.0
    x, y = unit_vector(here, to)
    cross = round(before.x * y - before.y * x, 6)
    if before.x * x + before.y * y >= 0:
        return cross
    return 2 - cross if cross >= 0 else -2 - cross


def point_ahead(start: Point, toward: Point, inches: float) -> Point:
    """Return the point *inches* times the vector *toward* from *start*."""
    return Point(start[0] + toward[0] * inches, start[1] + toward[1] * inches)


def thousandths(at: Point) -> Point:
    """Return the point as tables keep it: rounded to 0.001 inch, without a negative zero."""
    return Point(round(at[0], 3) + 0.0, round(at[1], 3) + 0.0)


def length(path: Path) -> float:
    """Return the length of a path."""
    # Not sum(): it adds floats differently from Python 3.12 on.
    total = 0.0
    for a, b in pairwise(path):
        total += distance(a, b)
    return total


def segments_of(path: Path) -> Iterator[tuple[Point, Point, float]]:
    """Yield start, unit vector and length of each segment of a path that has a length."""
    for a, b in pairwise(path):
        inches = distance(a, b)
        if inches > EPSILON:
            yield a, unit_vector(a, b), inches


def vector_of_heading(heading: float) -> Point:
    """Return the unit vector of a heading in degrees, 0 up the table, clockwise."""
    # Rounded before use: sin and cos may differ in their last digit between machines.
    turn = radians(heading)
    return Point(round(sin(turn), 12) + 0.0, round(-cos(turn), 12) + 0.0)


DIRECTIONS = tuple(vector_of_heading(degrees) for degrees in range(360))
"""Unit vectors by whole degrees: 0 up the table, clockwise."""


def direction(degrees: int) -> Point:
    """Return the unit vector of a heading in whole degrees: 0 up the table, clockwise."""
    return DIRECTIONS[degrees % 360]


def degrees(along: Point) -> int:
    """Return the whole degree nearest to a heading: 0 up the table, clockwise."""
    return round(to_degrees(atan2(along[0], -along[1]))) % 360


def heading_of_vector(along: Point) -> float:
    """Return the heading of a vector in degrees, 0 to 360, rounded to thousandths."""
    turned = round(to_degrees(atan2(along[0], -along[1])), 3) % 360.0
    return turned + 0.0


def midpoint(a: Point, b: Point) -> Point:
    """Return the point halfway between two others."""
    return Point((a.x + b.x) / 2, (a.y + b.y) / 2)


def mean_point(points: Sequence[Point]) -> Point:
    """Return the mean of some points."""
    x, y = (sum([at[n] for at in points]) / len(points) for n in (0, 1))
    return Point(x, y)


def _part(a: Point, b: Point, share: float) -> Point:
    return thousandths(Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share))


def point_along(path: Path, inches: float) -> Point:
    """Return the point *inches* along a path, or its end if it is shorter."""
    for a, b in pairwise(path):
        leg = distance(a, b)
        if inches <= leg and leg > 0.0:
            return point_ahead(a, Point((b.x - a.x) / leg, (b.y - a.y) / leg), inches)
        inches -= leg
    return path[-1]


def turn(came: Point, goes: Point) -> int:
    """Return the degrees by which a path turns to the right; negative to the left."""
    turn = (degrees(goes) - degrees(came)) % 360
    return turn - 360 if turn > 180 else turn


def _shape(corners: int) -> tuple[tuple[Point, ...], float]:
    """Return a regular polygon around a unit circle, with one side vertical.

    Its corners are unit vectors, clockwise; the number is their distance from the centre.
    """
    half = 180.0 / corners
    turns = [radians(half * (2 * n + 1)) for n in range(corners)]
    # Rounded before use: sin and cos may differ in their last digit between machines.
    around = tuple(Point(round(sin(t), 12), round(-cos(t), 12)) for t in turns)
    return around, 1.0 / round(cos(radians(half)), 12)


_SMALL_SHAPE, _LARGE_SHAPE = _shape(16), _shape(32)


@lru_cache(MAX_RINGS)
def ring_around(disc: Disc) -> tuple[float, tuple[Point, ...]]:
    """Return the distance from a disc's centre to the points around it, and the points.

    The points are in clockwise order. A straight line between neighbours does not enter the
    disc.
    """
    corners, outward = _LARGE_SHAPE if disc.radius >= LARGE else _SMALL_SHAPE
    out = (disc.radius + CLEARANCE) * outward
    return out, tuple([thousandths(point_ahead(disc.at, toward, out)) for toward in corners])
