"""Sweeps of many discs at once: ``sweep`` for arrays of paths, equal to the last digit.

NumPy adds, multiplies, divides and takes square roots element by element, as Python does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from game.geometry.polygons import Segment
from game.geometry.sweeps import CELL, GRAZE, PARALLEL

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
Bools: TypeAlias = npt.NDArray[np.bool_]

_AROUND = 0.7072 * CELL + 0.01
"""Inches: upper bound of the distance from a cell's centre to any of its points."""

# Some C libraries return the memory of each array to the system until an array this large
# (8 MB) was freed once. Fetching it again each time takes as long as the arithmetic.
np.empty(2**20)

MAX_CROSSINGS = 50_000
MAX_PAIRS = 20_000_000
"""Maximum number of pairs of segments with overlapping x ranges that are checked."""
_AT_ONCE = 500_000


class StraightPaths(NamedTuple):
    """Arrays of straight paths: start, unit vector and length in inches."""

    x: Floats
    y: Floats
    dx: Floats
    dy: Floats
    distance: Floats

    def some(self, which: Ints) -> StraightPaths:
        return StraightPaths(*(column.take(which) for column in self))

    def begun(self, distance: float | Floats) -> StraightPaths:
        """Return the same paths, cut off after *distance* inches, for all or for each."""
        return self._replace(distance=np.minimum(self.distance, distance))


def straight_paths(x: Floats, y: Floats, to_x: Floats, to_y: Floats) -> StraightPaths:
    """Return the straight paths from points to other points."""
    dx, dy = to_x - x, to_y - y
    distances = np.sqrt(dx * dx + dy * dy)
    safe = np.where(distances > 0.0, distances, 1.0)
    return StraightPaths(x, y=y, dx=dx / safe, dy=dy / safe, distance=distances)


def corners(segments: Sequence[Segment]) -> Floats:
    """Return four rows: x and y of the segments' first ends, then of their other ends."""
    return np.array([(*a, *b) for a, b in segments], dtype=np.float64).reshape(-1, 4).T


def spread(counts: Ints) -> tuple[Ints, Ints]:
    """Return the group of each element, and its index there, for groups of these sizes."""
    group = np.repeat(np.arange(len(counts)), counts)
    return group, np.arange(len(group)) - (np.cumsum(counts) - counts).take(group)


class Barriers:
    """Wall segments, each with an owner; a path may ignore the walls of some owners."""

    def __init__(self, segments: Sequence[Segment], owners: Sequence[int]) -> None:
        self._owners: Ints = np.array(owners, dtype=np.int64)
        self._ends = corners(segments)
        ax, ay, bx, by = self._ends
        ex, ey = bx - ax, by - ay
        long = np.sqrt(ex * ex + ey * ey)
        safe = np.where(long > 0.0, long, 1.0)
        self._lines: Floats = np.stack((np.where(long > 0.0, ex / safe, 1.0), ey / safe, long))
        # The grid of Walls: a list of walls, and for each cell its start in that list.
        low = _cells(np.minimum(self._ends[:2], self._ends[2:]))
        high = _cells(np.maximum(self._ends[:2], self._ends[2:]))
        self._first_cell = low.min(axis=1, initial=0, keepdims=True)
        self._last_cell = high.max(axis=1, initial=0, keepdims=True)
        self._rows = int(self._last_cell[1, 0] - self._first_cell[1, 0]) + 1
        wall, column, row = _each_cell(low, high)
        cell = self._number(column, row)
        self._listed = wall.take(np.argsort(cell, kind="stable"))
        last = self._number(*self._last_cell).item()
        self._many = np.bincount(cell, minlength=last + 1)
        self._begin = np.cumsum(self._many) - self._many

    def _number(self, column: Ints, row: Ints) -> Ints:
        first = self._first_cell
        found: Ints = (column - first[0]) * self._rows + row - first[1]
        return found

    def block(self, ways: StraightPaths, radius: float, heeds: Bools) -> Bools:
        """Return for which paths ``sweep`` finds a wall.

        *heeds*: for each path (row) whether the walls of each owner (column) count.
        """
        found = np.zeros(len(heeds), dtype=np.bool_)
        path, wall = self._near(ways, radius)
        wide = radius - GRAZE
        # Seen from the start: beside the path, behind it or beyond it?
        x, y, dx, dy = (column.take(path) for column in ways[:4])
        ax, ay, bx, by = (row.take(wall) for row in self._ends)
        ax, ay, bx, by = ax - x, ay - y, bx - x, by - y
        aside, bside = dx * ay - dy * ax, dx * by - dy * bx
        near = (np.minimum(aside, bside) < wide) & (np.maximum(aside, bside) > -wide)
        left = np.flatnonzero(near)
        left = left[heeds[path.take(left), self._owners.take(wall.take(left))]]
        dx, dy, ax, ay, bx, by = (one.take(left) for one in (dx, dy, ax, ay, bx, by))
        path, wall = path.take(left), wall.take(left)
        along, blong, distances = dx * ax + dy * ay, dx * bx + dy * by, ways.distance.take(path)
        near = (np.maximum(along, blong) > -radius) & (
            np.minimum(along, blong) <= distances + radius
        )
        left = np.flatnonzero(near)
        dx, dy, ax, ay, bx, by = (one.take(left) for one in (dx, dy, ax, ay, bx, by))
        ex, ey, long = (row.take(wall.take(left)) for row in self._lines)
        t = _flat(ax, ay, ex, ey, long, dx, dy, radius)
        t = np.where(t == np.inf, _ends(ax, ay, bx, by, ex, ey, dx, dy, radius), t)
        found[path.take(left[t <= distances.take(left)])] = True
        return found

    def _near(self, ways: StraightPaths, radius: float) -> tuple[Ints, Ints]:
        """Return pairs of a path and a wall that may meet; pairs may repeat."""
        start = np.stack((ways.x, ways.y))
        end = start + np.stack((ways.dx, ways.dy)) * ways.distance
        low = np.maximum(_cells(np.minimum(start, end) - radius), self._first_cell)
        high = np.minimum(_cells(np.maximum(start, end) + radius), self._last_cell)
        path, column, row = _each_cell(low, high)
        # A long diagonal path passes few of the cells in the box around it.
        x, y, dx, dy = (column.take(path) for column in ways[:4])
        off = dx * ((row + 0.5) * CELL - y) - dy * ((column + 0.5) * CELL - x)
        passed = np.flatnonzero(np.abs(off) <= _AROUND + radius)
        cell = self._number(column.take(passed), row.take(passed))
        each, n = spread(self._many.take(cell))
        listed = self._begin.take(cell).take(each) + n
        return path.take(passed).take(each), self._listed.take(listed)


def _cells(at: Floats) -> Ints:
    return np.floor(at / CELL).astype(np.int64)


def _each_cell(low: Ints, high: Ints) -> tuple[Ints, Ints, Ints]:
    """Return the cells of boxes: for each cell its box, column and row.

    *low*, *high*: column and row of the first and the last cell of each box.
    """
    wide, tall = np.maximum(high - low + 1, 0)
    box, n = spread(wide * tall)
    tall = tall.take(box)
    return box, low[0].take(box) + n // tall, low[1].take(box) + n % tall


def _flat(
    ax: Floats,
    ay: Floats,
    ex: Floats,
    ey: Floats,
    long: Floats,
    dx: Floats,
    dy: Floats,
    radius: float,
) -> Floats:
    off = ax * ey - ay * ex
    closing = dx * ey - dy * ex
    closing, off = np.where(off < 0.0, -closing, closing), np.abs(off)
    closes = closing > PARALLEL
    t = np.where(off > radius, (off - radius) / np.where(closes, closing, 1.0), 0.0)
    along = (t * dx - ax) * ex + (t * dy - ay) * ey
    return np.where(closes & (along >= 0.0) & (along <= long), t, np.inf)


def _ends(
    ax: Floats,
    ay: Floats,
    bx: Floats,
    by: Floats,
    ex: Floats,
    ey: Floats,
    dx: Floats,
    dy: Floats,
    radius: float,
) -> Floats:
    beside = (ax * ex + ay * ey <= 0.0) & (bx * ex + by * ey >= 0.0)
    on_it = beside & (np.abs(ax * ey - ay * ex) < radius)
    square = radius * radius
    in_a, in_b = ax * ax + ay * ay < square, bx * bx + by * by < square
    a, b = _round(ax, ay, dx, dy, radius), _round(bx, by, dx, dy, radius)
    t = np.where(in_a, a, np.where(in_b, b, np.minimum(a, b)))
    return np.where(on_it, np.inf, t)


def _round(mx: Floats, my: Floats, dx: Floats, dy: Floats, radius: float) -> Floats:
    closing = mx * dx + my * dy
    cross = mx * dy - my * dx
    meets = (closing > PARALLEL * radius) & (cross < radius - GRAZE) & (cross > GRAZE - radius)
    outside = mx * mx + my * my - radius * radius
    depth = np.sqrt(np.where(meets, radius * radius - cross * cross, 0.0))
    t = np.where(outside <= 0.0, 0.0, outside / np.where(meets, closing + depth, 1.0))
    return np.where(meets, t, np.inf)


def crosses_often(legs: Sequence[Segment]) -> bool:
    """Return whether segments cross too often, or too many pairs overlap to be checked."""
    if len(legs) * (len(legs) - 1) <= 2 * MAX_CROSSINGS:
        return False
    ax, ay, bx, by = corners(legs)
    order = np.argsort(np.minimum(ax, bx), kind="stable")
    ends = np.stack((ax, ay, bx, by))[:, order]
    left, right = np.minimum(ends[0], ends[2]), np.maximum(ends[0], ends[2])
    beyond = np.searchsorted(left, right, side="right") - np.arange(len(legs)) - 1
    if (pairs := int(beyond.sum())) <= MAX_CROSSINGS or pairs > MAX_PAIRS:
        return pairs > MAX_PAIRS
    crossings, start = 0, 0
    while start < len(legs) and crossings <= MAX_CROSSINGS:
        stop = start + 1 + int(np.searchsorted(np.cumsum(beyond[start + 1 :]), _AT_ONCE))
        one, place = spread(beyond[start:stop])
        crossings += _crossings(ends, one + start, one + start + 1 + place)
        start = stop
    return crossings > MAX_CROSSINGS


def _crossings(ends: Floats, one: Ints, other: Ints) -> int:
    """Return the number of pairs of segments that cross each other."""
    ax, ay, bx, by = ends.take(one, axis=1)
    cx, cy, dx, dy = ends.take(other, axis=1)
    c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    return int(np.count_nonzero((c * d < 0.0) & (a * b < 0.0)))
