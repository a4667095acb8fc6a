"""Points around what a way must round, and which of two turns is the more clockwise."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin
from typing import NamedTuple

from game.geometry.points import Disc, Point, point_ahead, thousandths, unit_vector

CLEARANCE = 0.002
"""So far off what they round are the points of a way, for they are kept in thousandths."""
LARGE = 0.8
"""From this radius on a ring has 32 points instead of 16."""


class _Shape(NamedTuple):
    """A regular polygon around a circle, one of its sides straight up."""

    corners: tuple[Point, ...]
    """Unit vectors, clockwise."""
    outward: float
    """How much further off the corners are than the circle."""


def _shape(corners: int) -> _Shape:
    half = 180.0 / corners
    turns = [radians(half * (2 * n + 1)) for n in range(corners)]
    # Rounded before use: sin and cos may differ in their last digit between machines.
    around = tuple(Point(round(sin(t), 12), round(-cos(t), 12)) for t in turns)
    return _Shape(around, 1.0 / round(cos(radians(half)), 12))


_SMALL_SHAPE, _LARGE_SHAPE = _shape(16), _shape(32)


@lru_cache(4096)
def ring_around(disc: Disc) -> tuple[float, tuple[Point, ...]]:
    """Return points around a disc, clockwise, and how far they are from its middle.

    Between two neighbours one goes straight without entering the disc.
    """
    shape = _LARGE_SHAPE if disc.radius >= LARGE else _SMALL_SHAPE
    out = (disc.radius + CLEARANCE) * shape.outward
    return out, tuple(
        [thousandths(point_ahead(disc.at, toward, out)) for toward in shape.corners]
    )


def clockwise(before: Point, here: Point, to: Point) -> float:
    """Return how far a leg turns clockwise: a number from -2 to 2 that grows with the angle."""
    if here == to:
        return 0.0
    x, y = unit_vector(here, to)
    cross = round(before.x * y - before.y * x, 6)
    if before.x * x + before.y * y >= 0:
        return cross
    return 2 - cross if cross >= 0 else -2 - cross
