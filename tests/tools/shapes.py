"""Points, bases and walls, written with few characters."""

from __future__ import annotations

from game.geometry.points import Disc, Path, Point
from game.geometry.sweeps import Walls


def box_corners(left: float, top: float, right: float, low: float) -> Path:
    """Return the corners of a rectangle, clockwise from the upper left."""
    return Point(left, top), Point(right, top), Point(right, low), Point(left, low)


def disc(x: float, y: float, radius: float = 0.5) -> Disc:
    return Disc(Point(x, y), radius)


def walls(*segments: tuple[float, float, float, float]) -> Walls:
    return Walls(tuple((Point(a, b), Point(c, d)) for a, b, c, d in segments))
