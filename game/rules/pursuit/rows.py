"""Along an edge, where a shape cannot lie because it would be too near to something.

All its turns at once. A corner that slides along a line is nearer than so much to a side over
one stretch of it, which is found exactly; the stretches of all corners of either shape with all
sides of the other are where it cannot lie. What is left may still overlap with no corner near
to a side: that is for the caller to see.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from game.geometry.points import Disc, Path, Point

Numbers = npt.NDArray[np.float64]
SURE = 1e-7
"""Inches by which a stretch must be longer to count: what is in doubt is left to the caller."""


def shut(
    shapes: Sequence[Path],
    along: Point,
    others: Sequence[Path],
    discs: Sequence[Disc],
    off: float,
    steps: Numbers,
) -> npt.NDArray[np.bool_]:
    """Return for each shape and each number of inches whether it is surely too near there.

    *shapes*: each where it lies after 0 inches; *along*: the unit vector of the edge; *off*:
    what it must keep off the others and off the rims of discs; *steps*: ascending.
    """
    rows, corners, sides = _all_corners(shapes)
    edges = [(*other[n - 1], *other[n]) for other in others for n in range(len(other))]
    spots = [(*corner, off) for other in others for corner in other]
    spots += [(*at, off + radius) for at, radius in discs]
    many = len(shapes), len(steps) + 1
    found = np.zeros(many, dtype=np.int64)
    if edges:
        near = _near(corners[:, None], np.array(edges), along, np.array(off))
        found += _counted(rows, near, steps, many)
    if spots:
        back, kept = Point(-along.x, -along.y), np.array(spots)
        near = _near(kept[None, :, :2], sides[:, None], back, kept[:, 2])
        found += _counted(rows, near, steps, many)
    counts: npt.NDArray[np.bool_] = np.cumsum(found, axis=1)[:, :-1] > 0
    return counts


def _all_corners(shapes: Sequence[Path]) -> tuple[npt.NDArray[np.intp], Numbers, Numbers]:
    """Return all corners of some shapes, each with the number of its shape and its side."""
    rows = np.array([n for n, shape in enumerate(shapes) for _ in shape])
    corners = np.array([corner for shape in shapes for corner in shape])
    ends = np.array([shape[n - 1] for shape in shapes for n in range(len(shape))])
    return rows, corners, np.concatenate([ends, corners], axis=1)


def _counted(
    rows: npt.NDArray[np.intp],
    stretches: tuple[Numbers, Numbers],
    steps: Numbers,
    many: tuple[int, int],
) -> npt.NDArray[np.int64]:
    """Return how many stretches begin at each step, less those that are over there."""
    low, high = stretches
    first = np.searchsorted(steps, low + SURE)
    after = np.searchsorted(steps, high - SURE)
    some = after > first
    whose = np.broadcast_to(rows[:, None] * many[1], low.shape)[some]
    begin = np.bincount(whose + first[some], minlength=many[0] * many[1])
    over = np.bincount(whose + after[some], minlength=many[0] * many[1])
    return (begin - over).reshape(many)


def _near(at: Numbers, sides: Numbers, along: Point, off: Numbers) -> tuple[Numbers, Numbers]:
    """Return between how many inches a point that slides is nearer than *off* to a side.

    Where it never is, the first is infinite.
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
    """Return the stretch within *off* of a place that is seen from the point."""
    middle, aside = x * ux + y * uy, x * uy - y * ux
    square = off * off - aside * aside
    half = np.sqrt(np.maximum(square, 0.0))
    return (
        np.where(square > 0.0, middle - half, np.inf),
        np.where(square > 0.0, middle + half, -np.inf),
    )


def _beside(
    ax: Numbers,
    ay: Numbers,
    ex: Numbers,
    ey: Numbers,
    way: tuple[float, float, Numbers],
) -> tuple[Numbers, Numbers]:
    """Return where it is *off* from the line of a side, as far as that is beside the side."""
    ux, uy, off = way
    long = np.sqrt(ex * ex + ey * ey)
    ex, ey = ex / long, ey / long
    now, closing = ax * ey - ay * ex, ux * ey - uy * ex
    level = np.abs(closing) < 1e-9
    safe = np.where(level, 1.0, closing)
    low, high = np.full(now.shape, np.inf), np.full(now.shape, -np.inf)
    for rim in (off, -off):
        there = (now - rim) / safe
        # How far along the side it is then.
        at = (there * ux - ax) * ex + (there * uy - ay) * ey
        good = ~level & (at >= 0.0) & (at <= long)
        low = np.where(good, np.minimum(low, there), low)
        high = np.where(good, np.maximum(high, there), high)
    return low, high
