"""The table in half-inch squares, in which flooded ground is measured (FF-18)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from game.geometry.points import Point
from game.geometry.polygons import Polygon

WIDE = 0.5
"""Inches along the side of a square."""

Square: TypeAlias = tuple[int, int]
"""Column and row, from the top left."""
Run: TypeAlias = tuple[int, int]
"""First column, and the column after the last."""


def square_at(at: Point) -> Square:
    """Return the square that contains a point."""
    return int(at.x / WIDE), int(at.y / WIDE)


def centre(square: Square) -> Point:
    """Return the centre of a square, in inches."""
    return Point((square[0] + 0.5) * WIDE, (square[1] + 0.5) * WIDE)


def rectangles(rows: Iterable[list[Run]]) -> tuple[Polygon, ...]:
    """Return rectangles that cover the runs of all rows.

    Equal runs of adjacent rows are merged.
    """
    found, begun = list[Polygon](), dict[Run, int]()
    for row, runs in enumerate((*rows, [])):
        for run in [run for run in begun if run not in runs]:
            found.append(_rectangle(run, begun.pop(run), row))
        for run in runs:
            begun.setdefault(run, row)
    return tuple(found)


def _rectangle(run: Run, top: int, low: int) -> Polygon:
    left, right = run[0] * WIDE, run[1] * WIDE
    return (
        Point(left, top * WIDE),
        Point(right, top * WIDE),
        Point(right, low * WIDE),
        Point(left, low * WIDE),
    )
