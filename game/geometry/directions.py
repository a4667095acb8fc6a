"""Directions from tables, so that every machine turns by the same numbers."""

from __future__ import annotations

from math import atan2, cos, radians, sin
from math import degrees as to_degrees

from game.geometry.points import Point


def toward(heading: float) -> Point:
    """Return the unit vector of a heading in degrees, 0 up the table, clockwise."""
    # Rounded before use: sin and cos may differ in their last digit between machines.
    turn = radians(heading)
    return Point(round(sin(turn), 12) + 0.0, round(-cos(turn), 12) + 0.0)


DIRECTIONS = tuple(toward(degrees) for degrees in range(360))
"""Unit vectors by whole degrees: 0 up the table, clockwise."""


def direction(degrees: int) -> Point:
    return DIRECTIONS[degrees % 360]


def degrees(along: Point) -> int:
    """Return the whole degree nearest to a heading: 0 up the table, clockwise."""
    return round(to_degrees(atan2(along[0], -along[1]))) % 360


def bearing(along: Point) -> float:
    """Return the heading of a vector in degrees, from 0 to 360, as tables keep it."""
    turned = round(to_degrees(atan2(along[0], -along[1])), 3) % 360.0
    return turned + 0.0
