"""Places of a shape that slides along a line, off other shapes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import sqrt
from typing import NamedTuple

import numpy as np

from game.geometry.array_sweeps import Bools, Floats, Ints, corners
from game.geometry.points import EPSILON, Disc, Path, Point
from game.geometry.polygons import Segment, edges

MANY_PAIRS = 128
"""Number of pairs of a corner and a side from which arrays are quicker than a loop."""
SURE = 1e-7
"""Inches cut off each end of a blocked interval.

Positions in doubt count as allowed; the caller checks them exactly.
"""


def allowed_positions(
    shape: Path,
    along: Point,
    others: Sequence[Path],
    discs: Sequence[Disc],
    off: float,
    steps: Sequence[float],
) -> list[int]:
    """Return the indexes of the *steps* at which a shape is not certainly too near.

    *shape*: the outline at 0 inches; *along*: the unit vector of the edge; *off*: the distance
    in inches to keep from *others* and from the rims of *discs*; *steps*: inches along the
    edge, ascending.
    """
    pairs = len(shape) * 2 * sum([len(other) for other in others]) + len(shape) * len(discs)
    if pairs >= MANY_PAIRS:
        return allowed_of_each([shape], along, others, discs, off, steps)[0]
    # The number of intervals that begin at each step, minus those that have ended.
    changes = [0] * (len(steps) + 1)
    for low, high in _blocked(shape, along, others, discs, off):
        first, after = bisect_left(steps, low + SURE), bisect_left(steps, high - SURE)
        if after > first:
            changes[first] += 1
            changes[after] -= 1
    return [n for n, many in enumerate(accumulate(changes[:-1])) if not many]


def allowed_of_each(
    shapes: Sequence[Path],
    along: Point,
    others: Sequence[Path],
    discs: Sequence[Disc],
    off: float,
    steps: Sequence[float],
) -> list[list[int]]:
    """Return for each shape what ``allowed_positions`` returns, equal to the last digit.

    *shapes*: outlines with equal numbers of corners.
    """
    sides = corners([side for other in others for side in edges(other)])
    spots = [(x, y, off) for other in others for x, y in other]
    spots += [(x, y, off + radius) for (x, y), radius in discs]
    at = np.array([corner for shape in shapes for corner in shape]).T[:, :, None]
    own = corners([side for shape in shapes for side in edges(shape)])[:, None, :]
    spot = np.array(spots, dtype=np.float64).reshape(-1, 3).T[:, :, None]
    met = _intervals(at, sides[:, None, :], along, np.float64(off))
    meeting = _intervals(spot[:2], own, Point(-along.x, -along.y), spot[2])
    # Each shape has as many corners as sides.
    owners = np.concatenate([met.pairs[0], meeting.pairs[1]]) // len(shapes[0])
    low, high = (
        np.concatenate([met.low, meeting.low]),
        np.concatenate([met.high, meeting.high]),
    )
    first, after = np.searchsorted(steps, low + SURE), np.searchsorted(steps, high - SURE)
    blocks = after > first
    many = len(steps) + 1
    first, after = (ends[blocks] + owners[blocks] * many for ends in (first, after))
    length = len(shapes) * many
    changes = np.bincount(first, minlength=length) - np.bincount(after, minlength=length)
    free = np.cumsum(changes.reshape(len(shapes), many), axis=1)[:, :-1] == 0
    return [np.flatnonzero(row).tolist() for row in free]


class _Intervals(NamedTuple):
    """Intervals of ``_near`` in inches."""

    low: Floats
    high: Floats
    pairs: tuple[Ints, ...]
    """Indexes of the point and the side of each."""


def _intervals(at: Floats, sides: Floats, along: Point, off: Floats | np.float64) -> _Intervals:
    """Return the intervals of ``_near``, for all pairs of a point and a side."""
    (x, y), (ux, uy) = at, along
    ax, ay, bx, by = sides
    ax, ay, bx, by = ax - x, ay - y, bx - x, by - y
    aside, bside = ax * uy - ay * ux, bx * uy - by * ux
    low, high = np.full(aside.shape, np.inf), np.full(aside.shape, -np.inf)

    def include(inches: Floats, which: Bools) -> None:
        np.minimum(low, inches, out=low, where=which)
        np.maximum(high, inches, out=high, where=which)

    for middle, across in ((ax * ux + ay * uy, aside), (bx * ux + by * uy, bside)):
        square = off * off - across * across
        half = np.sqrt(np.maximum(square, 0.0))
        include(middle - half, square > 0.0)
        include(middle + half, square > 0.0)
    ex, ey = bx - ax, by - ay
    long = np.sqrt(ex * ex + ey * ey)
    whole = np.where(long == 0.0, 1.0, long)
    ex, ey = ex / whole, ey / whole
    now, closing = ax * ey - ay * ex, ux * ey - uy * ex
    meets = (long != 0.0) & (np.abs(closing) >= EPSILON)
    closing = np.where(meets, closing, 1.0)
    for rim in (off, -off):
        there = (now - rim) / closing
        beside = (there * ux - ax) * ex + (there * uy - ay) * ey
        include(there, meets & (beside >= 0.0) & (beside <= long))
    passes = ((aside < off) | (bside < off)) & ((aside > -off) | (bside > -off))
    found = passes & (low <= high)
    return _Intervals(low[found], high[found], np.nonzero(found))


def _blocked(
    shape: Path, along: Point, others: Sequence[Path], discs: Sequence[Disc], off: float
) -> Iterator[tuple[float, float]]:
    """Yield the intervals of steps at which a corner is too near a side, or a side to one."""
    sides = [side for other in others for side in edges(other)]
    for corner in shape:
        for side in sides:
            yield from _near(corner, side, along, off)
    spots = [(corner, off) for other in others for corner in other]
    spots += [(at, off + radius) for at, radius in discs]
    back = Point(-along.x, -along.y)
    for side in edges(shape):
        for spot, kept in spots:
            yield from _near(spot, side, back, kept)


def _near(at: Point, side: Segment, along: Point, off: float) -> Iterator[tuple[float, float]]:
    """Yield the interval, in inches, in which a sliding point is nearer than *off* to a side.

    None if it never is.
    """
    (x, y), ((ax, ay), (bx, by)), (ux, uy) = at, side, along
    ax, ay, bx, by = ax - x, ay - y, bx - x, by - y
    aside, bside = ax * uy - ay * ux, bx * uy - by * ux
    if (aside >= off and bside >= off) or (aside <= -off and bside <= -off):
        return
    ends = list[float]()
    for middle, across in ((ax * ux + ay * uy, aside), (bx * ux + by * uy, bside)):
        if (square := off * off - across * across) > 0.0:
            half = sqrt(square)
            ends += middle - half, middle + half
    ends += _beside(ax, ay, bx - ax, by - ay, along, off)
    if ends:
        yield min(ends), max(ends)


def _beside(
    ax: float, ay: float, ex: float, ey: float, along: Point, off: float
) -> Iterator[float]:
    """Yield where a point is exactly *off* from a side, measured at right angles to it."""
    (ux, uy), long = along, sqrt(ex * ex + ey * ey)
    if long == 0.0:
        return
    ex, ey = ex / long, ey / long
    now, closing = ax * ey - ay * ex, ux * ey - uy * ex
    if abs(closing) < EPSILON:
        return
    for rim in (off, -off):
        there = (now - rim) / closing
        # Inches along the side at that moment.
        if 0.0 <= (there * ux - ax) * ex + (there * uy - ay) * ey <= long:
            yield there
