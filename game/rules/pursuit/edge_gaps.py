"""Free intervals along the Arrival edge for a returning piece (PU-09)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import sqrt

from game.geometry.points import EPSILON, Disc, Path, Point
from game.geometry.polygons import Segment, edges

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
    # The number of intervals that begin at each step, minus those that have ended.
    changes = [0] * (len(steps) + 1)
    for low, high in _blocked(shape, along, others, discs, off):
        first, after = bisect_left(steps, low + SURE), bisect_left(steps, high - SURE)
        if after > first:
            changes[first] += 1
            changes[after] -= 1
    return [n for n, many in enumerate(accumulate(changes[:-1])) if not many]


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
