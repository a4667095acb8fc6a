"""All places from which water carries a base to a lane at once (``FF-10``).

The results equal those of ``nearest_feet``, ``path_to_lane`` and ``is_path_clear``, to the last
digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from game.geometry.array_sweeps import Barriers, Bools, Floats, Ints, corners, straight_paths
from game.geometry.points import CONTACT, EPSILON, LOOSE_EPSILON, ROUNDING, Disc, Path
from game.geometry.polygons import box, edges
from game.systems.flood.table import WIDE, rasters
from game.systems.flood.table.lanes import ON_LANE, Obstacle
from game.systems.flood.table.rasters import Size, middles, touching

_TILE = 4
"""Squares along the side of a tile.

The same few lane segments may be nearest to all places in it.
"""
_IN_TILE = 1.42
"""Maximum inches from the centre of a tile to a place in it."""
_SHORT = 4.0
"""Inches tested first, because most blocked paths are blocked within them."""
_FEW = 4
"""Number of nearest segments tried first; squares without a clear line to them try all."""
_AT_ONCE = 256
"""Maximum number of squares that try all segments at once, to save memory."""
_FAR = 2**32
"""Stride of a sort key: more than twice any distance from a lane in thousandths of an inch."""


class _Heed(NamedTuple):
    """The obstacles (columns) that count for bases at some places (rows)."""

    walls: Bools
    rails: Bools
    """``FF-02``, ``FF-03``  Obstacles that only the base's centre may not cross."""


def joined(
    squares: Bools,
    size: Size,
    radius: float,
    paths: Sequence[Path],
    wet: int,
    obstacles: Sequence[Obstacle],
) -> Bools:
    """``FF-10``  Return which of *squares* have water that carries a base to a lane.

    *paths*: the lane segments; the first *wet* of them are wet, the others dry.
    """
    row, column = np.nonzero(squares)
    found = np.zeros(squares.shape, dtype=np.bool_)
    if len(row) and paths:
        heed = _heeded(squares, size, radius, obstacles)
        lines = _ClearLines(middles(column), middles(row), radius, heed, obstacles)
        found[row, column] = _Joins(lines, _Legs(paths), wet).settled()
    return found


def joined_from(
    bases: Sequence[Disc],
    paths: Sequence[Path],
    wet: int,
    obstacles: Sequence[Obstacle],
    stood_in: Sequence[Sequence[int]],
) -> list[bool]:
    """``FF-10``  Return from which bases, all of one size, water carries to a lane.

    *stood_in*: the numbers of the obstacles that each base stands in. *paths* and *wet*: as
    for ``joined``.
    """
    if not (bases and paths):
        return [False] * len(bases)
    shape = len(bases), len(obstacles)
    walls, rails = np.ones(shape, dtype=np.bool_), np.zeros(shape, dtype=np.bool_)
    for row, numbers in enumerate(stood_in):
        for n in numbers:
            walls[row, n], rails[row, n] = False, obstacles[n].centred
    x, y = np.array([base.at for base in bases]).T
    lines = _ClearLines(x, y, bases[0].radius, _Heed(walls, rails), obstacles)
    found: list[bool] = _Joins(lines, _Legs(paths), wet).settled().tolist()
    return found


def _heeded(squares: Bools, size: Size, radius: float, obstacles: Sequence[Obstacle]) -> _Heed:
    """``FF-02``, ``FF-03``  Return which obstacles count for bases in or on obstacles."""
    shape = *squares.shape, len(obstacles)
    walls, rails = np.ones(shape, dtype=np.bool_), np.zeros(shape, dtype=np.bool_)
    for n, one in enumerate(obstacles):
        if one.ignored_within:
            walls[rasters.covered(size, [(box(one.outline), one.outline)]), n] = False
    special = [n for n, one in enumerate(obstacles) if one.ignored_within or one.centred]
    owners = np.array([n for n in special for _ in obstacles[n].outline], dtype=np.int64)
    sides = corners([side for n in special for side in edges(obstacles[n].outline)])
    side, row, column = touching(size, sides, radius - ROUNDING)
    owner = owners.take(side)
    walls[row, column, owner] = False
    rails[row, column, owner] = np.array([one.centred for one in obstacles], np.bool_)[owner]
    return _Heed(walls[squares], rails[squares])


class _ClearLines:
    """Some places, and the obstacles to straight paths from them."""

    def __init__(
        self, x: Floats, y: Floats, radius: float, heed: _Heed, obstacles: Sequence[Obstacle]
    ) -> None:
        self.x, self.y = x, y
        self._radius, self._heed = radius, heed
        self._overlaps: Bools = np.any(heed.rails, axis=1)
        owners = [n for n, one in enumerate(obstacles) for _ in one.sides]
        self._barriers = Barriers([side for one in obstacles for side in one.sides], owners)

    def clear(self, square: Ints, x: Floats, y: Floats, *, doubtful: bool) -> Bools:
        """Return which squares have a clear line, each to its own point: ``is_path_clear``.

        *doubtful*: expect most lines to be blocked, and test their beginnings first.
        """
        ways = straight_paths(self.x.take(square), self.y.take(square), x, y)
        walls, rails = self._heed
        found: Bools = np.ones(len(square), dtype=np.bool_)
        leads = ways.distance > ON_LANE
        looks = [
            (ways, leads, self._radius, walls),
            (
                ways.begun(ways.distance - CONTACT),
                leads & (ways.distance > CONTACT) & self._overlaps.take(square),
                0.0,
                rails,
            ),
        ]
        if doubtful:
            looks.insert(0, (ways.begun(_SHORT), leads, self._radius, walls))
        for these, which, radius, heed in looks:
            left = np.flatnonzero(found & which)
            blocked = self._barriers.block(these.some(left), radius, heed[square.take(left)])
            found[left] = ~blocked
        return found


class _Legs:
    """The segments of paths as arrays: row n holds the n-th segment of each path.

    Shorter paths are filled up with segments of no length.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        most = max(len(path) for path in paths)
        filled = [[*path, *[path[-1]] * (most - len(path))] for path in paths]
        self._x, self._y = np.array(filled).transpose(2, 1, 0).copy()
        dx, dy = self._x[:-1] - self._x[1:], self._y[:-1] - self._y[1:]
        self._far: Floats = np.sqrt(dx * dx + dy * dy)
        # Not sum(): like ``length`` this adds one after the other.
        self._walked: Floats = np.cumsum(self._far, axis=0)
        self._many: Ints = np.array([len(path) - 1 for path in paths])
        self.paths = len(paths)
        self.lengths: Floats = self._walked[-1]

    def feet(self, n: Ints, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Return each point's distance from the n-th path, and its foot's place along it."""
        off, along = np.full(len(n), np.inf), np.zeros(len(n))
        which = np.arange(len(n))
        for leg in range(len(self._far)):
            which, n, x, y = _those(self._many.take(n) > leg, which, n, x, y)
            ax, ay = self._x[leg].take(n), self._y[leg].take(n)
            ex, ey = self._x[leg + 1].take(n) - ax, self._y[leg + 1].take(n) - ay
            square = ex * ex + ey * ey
            share = ((x - ax) * ex + (y - ay) * ey) / np.where(square > 0.0, square, 1.0)
            share = np.clip(share, 0.0, 1.0)
            px, py = ax + share * ex, ay + share * ey
            dx, dy = x - px, y - py
            distance = np.sqrt(dx * dx + dy * dy)
            nearer = distance < off.take(which) - EPSILON
            dx, dy = ax - px, ay - py
            walked = np.sqrt(dx * dx + dy * dy)
            if leg:
                walked = self._walked[leg - 1].take(n) + walked
            off[which[nearer]], along[which[nearer]] = distance[nearer], walked[nearer]
        return off, along

    def points(self, n: Ints, along: Floats) -> tuple[Floats, Floats]:
        """Return the points *along* inches along the n-th paths: ``point_along``."""
        x, y = self._x[-1].take(n), self._y[-1].take(n)
        which, left = np.arange(len(n)), along
        for leg in range(len(self._far)):
            distance = self._far[leg].take(n)
            here = (left <= distance) & (distance > 0.0)
            at, path, on, long = _those(here, which, n, left, distance)
            ax, ay = self._x[leg].take(path), self._y[leg].take(path)
            x[at] = ax + (self._x[leg + 1].take(path) - ax) / long * on
            y[at] = ay + (self._y[leg + 1].take(path) - ay) / long * on
            which, n, left = _those(~here, which, n, left - distance)
        return x, y


def _those(which: Bools, *arrays: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], ...]:
    left = np.flatnonzero(which)
    return tuple(one.take(left) for one in arrays)


class _Joins:
    """Some places, and the lane segments that they may join: the wet ones come first."""

    def __init__(self, lines: _ClearLines, legs: _Legs, wet: int) -> None:
        self._lines, self._legs, self._wet = lines, legs, wet

    def settled(self) -> Bools:
        """Return the squares from which the nearest segment with a clear line is wet."""
        found: Bools = np.zeros(len(self._lines.x), dtype=np.bool_)
        left = self._settle(*self._nearest(), found, 1)
        for most in (_FEW, self._legs.paths):
            parts = [left[n : n + _AT_ONCE] for n in range(0, len(left), _AT_ONCE)]
            rest = [self._settle(*_pairs(p, self._legs.paths), found, most) for p in parts]
            left = np.concatenate([left[:0], *rest])
        return found

    def _nearest(self) -> tuple[Ints, Ints]:
        """Return pairs of a square and each segment that may be nearest to it."""
        wide = _TILE * WIDE
        column = (self._lines.x / wide).astype(np.int64)
        row = (self._lines.y / wide).astype(np.int64)
        columns = int(column.max()) + 1
        tile, n = _pairs(np.arange(columns * (int(row.max()) + 1)), self._legs.paths)
        off, _ = self._legs.feet(
            n, middles(tile % columns) * _TILE, middles(tile // columns) * _TILE
        )
        off = off.reshape(-1, self._legs.paths)
        near = off <= off.min(axis=1, keepdims=True) + 2 * _IN_TILE
        square, n = np.nonzero(near[row * columns + column])
        return square, n

    def _settle(self, square: Ints, n: Ints, found: Bools, most: int) -> Ints:
        """Record which squares are wet in *found*; return those without a clear line.

        *square*, *n*: pairs of a square and a segment. *most*: number of nearest segments to
        examine for each square.
        """
        off, along = self._legs.feet(n, self._lines.x.take(square), self._lines.y.take(square))
        # At equal distances (to a thousandth of an inch) wet segments come before dry ones.
        place = 2 * _thousandths(off) + (n >= self._wet)
        order = np.argsort(square * _FAR + place)
        squares = square.take(order)
        rank = np.arange(len(order)) - np.searchsorted(squares, squares)
        order = order[rank < most]
        square, n, off, along = (
            square.take(order),
            n.take(order),
            off.take(order),
            along.take(order),
        )
        clear = np.flatnonzero(self._clear(square, n, off, along, doubtful=most > 1))
        settled = square.take(clear)
        clear = clear[_is_first(settled)]
        found[square.take(clear)] = n.take(clear) < self._wet
        every = square[_is_first(square)]
        return every[~np.isin(every, settled)]

    def _clear(
        self, square: Ints, n: Ints, off: Floats, along: Floats, *, doubtful: bool
    ) -> Bools:
        """Return which squares have a clear line to their segment: ``path_to_lane``."""
        wet = n < self._wet
        found: Bools = wet & (off <= ON_LANE)
        further = np.minimum(along + 2 * off, self._legs.lengths.take(n))
        for may, to in ((~found, along), (wet, further)):
            left = np.flatnonzero(may & ~found)
            points = self._legs.points(n.take(left), to.take(left))
            found[left] = self._lines.clear(square.take(left), *points, doubtful=doubtful)
        return found


def _pairs(ones: Ints, many: int) -> tuple[Ints, Ints]:
    return np.repeat(ones, many), np.tile(np.arange(many), len(ones))


def _is_first(numbers: Ints) -> Bools:
    """Return which numbers of a sorted array differ from the one before."""
    found: Bools = np.ones(len(numbers), dtype=np.bool_)
    found[1:] = numbers[1:] != numbers[:-1]
    return found


def _thousandths(inches: Floats) -> Ints:
    """Return lengths in thousandths of an inch, each rounded as Python's ``round`` does."""
    found = np.rint(inches * 1000)
    doubtful = np.flatnonzero(np.abs(np.abs(inches * 1000 - found) - 0.5) < LOOSE_EPSILON)
    exact = [round(one, 3) * 1000 for one in inches.take(doubtful).tolist()]
    found[doubtful] = np.rint(np.array(exact))
    return found.astype(np.int64)
