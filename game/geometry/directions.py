"""Directions from tables, so that every machine turns by the same numbers."""

from __future__ import annotations

from math import atan2, cos, radians, sin
from math import degrees as to_degrees

from game.geometry.points import Point


def _step(degrees: int) -> Point:
    # Rounded before use: sin and cos may differ in their last digit between machines.
    turn = radians(degrees)
    return Point(round(sin(turn), 12) + 0.0, round(-cos(turn), 12) + 0.0)


DIRECTIONS = tuple(_step(degrees) for degrees in range(360))
"""Unit vectors by whole degrees: 0 up the table, clockwise."""


def direction(degrees: int) -> Point:
    return DIRECTIONS[degrees % 360]


def degrees(toward: Point) -> int:
    """Return the whole degree nearest to a heading: 0 up the table, clockwise."""
    return round(to_degrees(atan2(toward[0], -toward[1]))) % 360
