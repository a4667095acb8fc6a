"""Half-inch squares of a table as arrays (``FF-03``, ``FF-18``).

Rows are in order from the top.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from math import ceil
from typing import TypeAlias

import numpy as np

from game.geometry.array_sweeps import Bools, Floats, Ints, corners, spread
from game.geometry.points import LOOSE_EPSILON, ROUNDING, Path, Point, distance
from game.geometry.polygons import Box, Polygon, Segment, edges
from game.systems.flood.table import WIDE, Run, Square, square_at

_NEAR = 0.01
"""Inches from a segment within which ``_beside`` finds all centres of squares."""

Size: TypeAlias = tuple[float, float]


def grid(size: Size) -> tuple[int, int]:
    """Return the numbers of rows and columns of squares that cover a table."""
    return ceil(size[1] / WIDE), ceil(size[0] / WIDE)


def middles(squares: Ints) -> Floats:
    """Return the x of the centres of columns, or the y of those of rows."""
    return (squares.astype(np.float64) + 0.5) * WIDE


def _from(least: Floats, many: int) -> Ints:
    """Return the first of *many* rows or columns with its centre at *least* inches or more."""
    return np.clip(np.ceil(least / WIDE - 0.5), 0, many).astype(np.int64)


def covered(size: Size, outlines: Sequence[tuple[Box, Polygon]]) -> Bools:
    """Return the squares with their centres inside an outline; each comes with its box."""
    rows, columns = grid(size)
    ax, ay, bx, by = corners([side for _, outline in outlines for side in edges(outline)])
    first, last = _from(np.minimum(ay, by), rows), _from(np.maximum(ay, by), rows)
    side, row = spread(last - first)
    row += first.take(side)
    ax, ay, bx, by = (one.take(side) for one in (ax, ay, bx, by))
    # Where the row crosses the side, as in ``inside``, and the first middle right of it.
    across = (bx - ax) * (middles(row) - ay) / (by - ay) + ax
    xs = middles(np.arange(columns))
    column = np.searchsorted(xs, across)
    which = np.repeat(np.arange(len(outlines)), [len(outline) for _, outline in outlines])
    which = which.take(side)
    lefts = np.searchsorted(xs, [around[0] for around, _ in outlines])
    rights = np.searchsorted(xs, [around[2] for around, _ in outlines], "right")
    column = np.minimum(np.maximum(column, lefts.take(which)), rights.take(which))
    # Along a row, squares from each odd-numbered crossing to the next are inside.
    order = np.lexsort((column, row, which))
    row, column = row.take(order), column.take(order)
    turns = np.zeros((rows, columns + 1), dtype=np.int64)
    np.add.at(turns, (row[::2], column[::2]), 1)
    np.add.at(turns, (row[1::2], column[1::2]), -1)
    found: Bools = np.cumsum(turns, axis=1)[:, :-1] > 0
    return found


def sealed(size: Size, outlines: Sequence[tuple[Box, Polygon]]) -> Bools:
    """``FF-03``  Return the squares with their centres in an outline, not on its rim."""
    found = np.zeros(grid(size), dtype=np.bool_)
    for around, outline in outlines:
        inner = covered(size, [(around, outline)])
        _, row, column = touching(size, corners([*edges(outline)]), ROUNDING)
        inner[row, column] = False
        found |= inner
    return found


def touching(size: Size, sides: Floats, off: float) -> tuple[Ints, Ints, Ints]:
    """Return triples of a segment, and row and column of a centre nearer to it than *off*.

    *sides*: as ``corners`` returns them.
    """
    assert off < _NEAR
    side, row, column = _beside(sides, size)
    near = _off_segments(middles(column), middles(row), sides[:, side]) < off
    return side[near], row[near], column[near]


def _beside(sides: Floats, size: Size, before: int = 0) -> tuple[Ints, Ints, Ints]:
    """Return triples of a segment, row and column: all centres near to it, and some others.

    *before*: number of further squares to the left of each.
    """
    rows, columns = grid(size)
    ax, ay, bx, by = sides
    first = _from(np.minimum(ay, by) - _NEAR, rows)
    side, row = spread(_from(np.maximum(ay, by) + _NEAR, rows) - first)
    row += first.take(side)
    # The part of the segment that is near the row; all of it, if it is level.
    ax, ay, ex, ey = (one.take(side) for one in (ax, ay, bx - ax, by - ay))
    level = np.abs(ey) < LOOSE_EPSILON
    off, fall = middles(row) - ay, np.where(level, 1.0, ey)
    above = np.where(level, 0.0, np.clip((off - _NEAR) / fall, 0.0, 1.0))
    below = np.where(level, 1.0, np.clip((off + _NEAR) / fall, 0.0, 1.0))
    one, other = ax + above * ex, ax + below * ex
    left = np.maximum(_from(np.minimum(one, other) - _NEAR, columns) - before, 0)
    found, column = spread(_from(np.maximum(one, other) + _NEAR, columns) - left)
    return side.take(found), row.take(found), column + left.take(found)


def _off_segments(x: Floats, y: Floats, sides: Floats) -> Floats:
    """Return the distance of each point from its segment: ``off_segment``."""
    ax, ay, bx, by = sides
    ex, ey = bx - ax, by - ay
    square = ex * ex + ey * ey
    along = ((x - ax) * ex + (y - ay) * ey) / np.where(square > 0.0, square, 1.0)
    along = np.clip(along, 0.0, 1.0)
    dx, dy = x - (ax + along * ex), y - (ay + along * ey)
    distances: Floats = np.sqrt(dx * dx + dy * dy)
    return distances


def connected(origin: Path, size: Size, banks: Sequence[Segment]) -> frozenset[Square]:
    """``FF-03``  Return the squares connected to an origin without crossing a bank."""
    rows, columns = grid(size)
    ax, ay, bx, by = sides = corners(banks)
    # For each square whether it is connected to the next on the right, and below.
    right = _open(sides, size).tobytes()
    down = _open(np.stack((ay, ax, by, bx)), size[::-1]).T.tobytes()
    found, look = bytearray(rows * columns), list[int]()
    for at in _points_along(origin):
        column, row = square_at(at)
        look.append(min(rows - 1, max(0, row)) * columns + min(columns - 1, max(0, column)))
    for n in look:
        found[n] = True
    while look:
        n = look.pop()
        # The last column and row are never connected onward, so no step wraps around.
        for beside, is_open in (
            (n + 1, right[n]),
            (n - 1, right[n - 1]),
            (n + columns, down[n]),
            (n - columns, down[n - columns]),
        ):
            if is_open and not found[beside]:
                found[beside] = True
                look.append(beside)
    return frozenset((n % columns, n // columns) for n, is_wet in enumerate(found) if is_wet)


def _points_along(line: Path) -> Iterator[Point]:
    """Yield points along a line, or its only point, at most a square apart."""
    yield line[0]
    for a, b in pairwise(line):
        steps = max(1, ceil(distance(a, b) / WIDE))
        for n in range(1, steps + 1):
            yield Point(a.x + (b.x - a.x) * n / steps, a.y + (b.y - a.y) * n / steps)


def _open(sides: Floats, size: Size) -> Bools:
    """Return the squares connected to the next column: no bank lies between."""
    side, row, column = _beside(sides, size, before=1)
    banks, y = sides[:, side], middles(row)
    ways = np.stack((middles(column), y, middles(column + 1), y))
    # A path through the common corner of two banks crosses neither.
    parted = _cross(ways, banks)
    ax, ay, bx, by = banks
    parted |= _off_segments(ax, ay, ways) <= LOOSE_EPSILON
    parted |= _off_segments(bx, by, ways) <= LOOSE_EPSILON
    found: Bools = np.ones(grid(size), dtype=np.bool_)
    found[row[parted], column[parted]] = False
    found[:, -1] = False
    return found


def _cross(ways: Floats, sides: Floats) -> Bools:
    """Return which segments of *ways* cross their sides: ``crossing``."""
    (px, py, qx, qy), (ax, ay, bx, by) = ways, sides
    dx, dy, ex, ey = qx - px, qy - py, bx - ax, by - ay
    turn, sx, sy = dx * ey - dy * ex, ax - px, ay - py
    safe = np.where(turn == 0.0, 1.0, turn)
    there, along = (sx * ey - sy * ex) / safe, (sx * dy - sy * dx) / safe
    found: Bools = (there >= 0.0) & (there <= 1.0) & (along > 0.0) & (along < 1.0)
    found &= turn != 0.0
    return found


def marked(size: Size, squares: Collection[Square]) -> Bools:
    """Return a mask of the given squares."""
    columns, rows = np.array([*squares], dtype=np.int64).reshape(-1, 2).T
    found = np.zeros(grid(size), dtype=np.bool_)
    found[rows, columns] = True
    return found


def runs(squares: Bools) -> list[list[Run]]:
    """Return the runs of squares in each row of a mask."""
    rows, columns = squares.shape
    fringed = np.zeros((rows, columns + 2), dtype=np.int8)
    fringed[:, 1:-1] = squares
    row, turn = (found.tolist() for found in np.nonzero(np.diff(fringed, axis=1)))
    found = list[list[Run]]([] for _ in range(rows))
    for n, first, after in zip(row[::2], turn[::2], turn[1::2], strict=True):
        found[n].append((first, after))
    return found
