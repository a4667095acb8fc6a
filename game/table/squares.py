"""The floor in half-inch squares: which of them water gets to (``FF-03``, ``FF-18``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import ceil
from typing import TypeAlias

from game.geometry.points import Path, Point, distance
from game.geometry.shapes import Polygon, Segment, crossing, off_segment
from game.geometry.sweeps import Walls

WIDE = 0.5
"""Inches."""
_HAIR = 1e-6

Square: TypeAlias = tuple[int, int]
"""Column and row, from the top left."""
Size: TypeAlias = tuple[float, float]
_Run: TypeAlias = tuple[int, int]
"""From which column to before which."""


def square_at(at: Point) -> Square:
    return int(at.x / WIDE), int(at.y / WIDE)


def centre(square: Square) -> Point:
    return Point((square[0] + 0.5) * WIDE, (square[1] + 0.5) * WIDE)


def connected(origin: Path, size: Size, banks: Walls) -> frozenset[Square]:
    """Return the squares to which a way leads from an origin that crosses no bank."""
    wide, high = ceil(size[0] / WIDE), ceil(size[1] / WIDE)
    look = [
        (min(wide - 1, max(0, x)), min(high - 1, max(0, y)))
        for x, y in (square_at(at) for at in _along(origin))
    ]
    found = dict.fromkeys(look)
    while look:
        x, y = look.pop()
        for beside in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            on_table = 0 <= beside[0] < wide and 0 <= beside[1] < high
            if on_table and beside not in found and not _parted((x, y), beside, banks):
                found[beside] = None
                look.append(beside)
    return frozenset(found)


def _along(line: Path) -> Iterator[Point]:
    """Yield points of a line, or its only point, none further than a square from the next."""
    yield line[0]
    for a, b in pairwise(line):
        steps = max(1, ceil(distance(a, b) / WIDE))
        for n in range(1, steps + 1):
            yield Point(a.x + (b.x - a.x) * n / steps, a.y + (b.y - a.y) * n / steps)


def _parted(one: Square, other: Square, banks: Walls) -> bool:
    p, q = centre(one), centre(other)
    near = banks.near(min(p.x, q.x), min(p.y, q.y), max(p.x, q.x), max(p.y, q.y))
    return any(_parts(banks.segments[n], p, q) for n in near)


def _parts(bank: Segment, p: Point, q: Point) -> bool:
    # A way through the corner of two banks crosses neither.
    on_corner = any(off_segment(corner, (p, q)) <= _HAIR for corner in bank)
    return on_corner or crossing(p, q, *bank) is not None


def rectangles(size: Size, is_in: Callable[[Square], bool]) -> tuple[Polygon, ...]:
    """Return rectangles that cover just the squares that are in: runs, alike rows together."""
    columns, rows = ceil(size[0] / WIDE), ceil(size[1] / WIDE)
    found, begun = list[Polygon](), dict[_Run, int]()
    for row in range(rows + 1):
        runs = list(_runs(columns, row, is_in)) if row < rows else []
        for run in [run for run in begun if run not in runs]:
            found.append(_rectangle(run, begun.pop(run), row))
        for run in runs:
            begun.setdefault(run, row)
    return tuple(found)


def _runs(columns: int, row: int, is_in: Callable[[Square], bool]) -> Iterator[_Run]:
    start = -1
    for column in range(columns + 1):
        wet = column < columns and is_in((column, row))
        if wet and start < 0:
            start = column
        elif not wet and start >= 0:
            yield start, column
            start = -1


def _rectangle(run: _Run, top: int, low: int) -> Polygon:
    left, right = run[0] * WIDE, run[1] * WIDE
    return (
        Point(left, top * WIDE),
        Point(right, top * WIDE),
        Point(right, low * WIDE),
        Point(left, low * WIDE),
    )
