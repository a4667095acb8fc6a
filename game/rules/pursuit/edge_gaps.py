"""Free intervals along the Arrival edge for a returning piece (PU-09)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from game.geometry.points import EPSILON, Disc, Path, Point

Numbers = npt.NDArray[np.float64]
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
    closed = _shut(shape, along, others, discs, off, np.array(steps, dtype=np.float64))
    found: list[int] = np.flatnonzero(~closed).tolist()
    return found


def _shut(
    shape: Path,
    along: Point,
    others: Sequence[Path],
    discs: Sequence[Disc],
    off: float,
    steps: Numbers,
) -> npt.NDArray[np.bool_]:
    edges = [side for other in others for side in _sides(other)]
    spots = [(*corner, off) for other in others for corner in other]
    spots += [(*at, off + radius) for at, radius in discs]
    found = np.zeros(len(steps) + 1, dtype=np.int64)
    if edges:
        near = _near(np.array(shape)[:, None], np.array(edges), along, np.array(off))
        found += _counted(near, steps)
    if spots:
        back, kept = Point(-along.x, -along.y), np.array(spots)
        sides = np.array(_sides(shape))[:, None]
        found += _counted(_near(kept[:, :2], sides, back, kept[:, 2]), steps)
    counts: npt.NDArray[np.bool_] = np.cumsum(found)[:-1] > 0
    return counts


def _sides(shape: Path) -> list[tuple[float, ...]]:
    return [(*shape[n - 1], *shape[n]) for n in range(len(shape))]


def _counted(stretches: tuple[Numbers, Numbers], steps: Numbers) -> npt.NDArray[np.int64]:
    """Return the number of intervals that begin at each step, minus those that have ended."""
    low, high = stretches
    first = np.searchsorted(steps, low + SURE)
    after = np.searchsorted(steps, high - SURE)
    some = after > first
    begin = np.bincount(first[some], minlength=len(steps) + 1)
    return begin - np.bincount(after[some], minlength=len(steps) + 1)


def _near(at: Numbers, sides: Numbers, along: Point, off: Numbers) -> tuple[Numbers, Numbers]:
    """Return the intervals, in inches, in which a sliding point is nearer than *off* to a side.

    Where it never is, the lower end is infinite.
    """
    ux, uy = along
    ax, ay = sides[..., 0] - at[..., 0], sides[..., 1] - at[..., 1]
    bx, by = sides[..., 2] - at[..., 0], sides[..., 3] - at[..., 1]
    ends = [_round(x, y, ux, uy, off) for x, y in ((ax, ay), (bx, by))]
    ends.append(_beside(ax, ay, bx - ax, by - ay, (ux, uy, off)))
    (a, b), (c, d), (e, f) = ends
    return np.minimum(np.minimum(a, c), e), np.maximum(np.maximum(b, d), f)


def _round(
    x: Numbers, y: Numbers, ux: float, uy: float, off: Numbers
) -> tuple[Numbers, Numbers]:
    """Return the interval in which a sliding point is within *off* of (*x*, *y*)."""
    middle, aside = x * ux + y * uy, x * uy - y * ux
    square = off * off - aside * aside
    half = np.sqrt(np.maximum(square, 0.0))
    return (
        np.where(square > 0.0, middle - half, np.inf),
        np.where(square > 0.0, middle + half, -np.inf),
    )


def _beside(
    ax: Numbers, ay: Numbers, ex: Numbers, ey: Numbers, direction: tuple[float, float, Numbers]
) -> tuple[Numbers, Numbers]:
    """Return the interval in which a point is within *off* of a side, at right angles to it."""
    ux, uy, off = direction
    long = np.sqrt(ex * ex + ey * ey)
    ex, ey = ex / long, ey / long
    now, closing = ax * ey - ay * ex, ux * ey - uy * ex
    level = np.abs(closing) < EPSILON
    safe = np.where(level, 1.0, closing)
    low, high = np.full(now.shape, np.inf), np.full(now.shape, -np.inf)
    for rim in (off, -off):
        there = (now - rim) / safe
        # Inches along the side at that moment.
        at = (there * ux - ax) * ex + (there * uy - ay) * ey
        good = ~level & (at >= 0.0) & (at <= long)
        low = np.where(good, np.minimum(low, there), low)
        high = np.where(good, np.maximum(high, there), high)
    return low, high
