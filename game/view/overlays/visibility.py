"""Ground visible from a point, for display only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from game.geometry.points import Path, Point
from game.geometry.polygons import Segment, off_segment

Floats = npt.NDArray[np.float64]

RAY_STEP_DEGREES = 2.0
"""Degrees between two rays in open ground."""
ASIDE = 1e-4
"""Radians by which rays pass on both sides of a corner."""
AT_ONCE = 200_000
"""Maximum number of ray-side crossings computed at once; takes 10 MB."""


def visible_area(
    eye: Point,
    distance: float,
    walls: Sequence[Segment],
    clumps: Sequence[Sequence[Segment]] = (),
    arc: tuple[float, float] | None = None,
) -> Path:
    """Return the outline of the area visible from *eye*, at most *distance* inches away.

    *arc* limits the directions: its middle, and its extent to each side, in degrees. *walls*
    hide the ground behind them. Each of the *clumps* is the sides of an area that the eye is
    not in; the area can be seen into, but not through.
    """
    near = _near(eye, distance, walls)
    thick = [sides for clump in clumps if len(sides := _near(eye, distance, clump))]
    turns = _turns(eye, [near, *thick])
    if arc:
        turns = _within(turns, *arc)
    reach = np.full(len(turns), distance)
    rays = np.stack((np.sin(turns), -np.cos(turns)), axis=1)
    if len(near):
        reach = np.minimum(reach, _crossings(eye, rays, near, 1))
    for sides in thick:
        reach = np.minimum(reach, _crossings(eye, rays, sides, 2))
    spots = np.array(eye) + rays * reach[:, None]
    seen = tuple(Point(round(x, 3), round(y, 3)) for x, y in spots.tolist())
    return (eye, *seen) if arc else seen


def _within(turns: Floats, middle: float, half: float) -> Floats:
    """Return the directions that lie in an arc, in order, with its two sides."""
    ahead, most = np.radians(middle), np.radians(half)
    off = (turns - ahead + np.pi) % (2 * np.pi) - np.pi
    inner = off[np.abs(off) < most]
    found: Floats = ahead + np.sort(np.concatenate(([-most, most], inner)))
    return found


def _near(eye: Point, distance: float, sides: Iterable[Segment]) -> Floats:
    """Return the sides that come nearer than *distance*, one row of four numbers for each."""
    near = [(*a, *b) for a, b in sides if off_segment(eye, (a, b)) < distance]
    return np.array(near, dtype=np.float64).reshape(-1, 4)


def _turns(eye: Point, sides: Sequence[Floats]) -> Floats:
    """Return the directions of the rays, clockwise from up, in radians."""
    ends = np.concatenate([rows.reshape(-1, 2) for rows in sides])
    corners = np.arctan2(ends[:, 0] - eye.x, eye.y - ends[:, 1])
    round_about = np.radians(np.arange(-180.0, 180.0, RAY_STEP_DEGREES))
    turns: Floats = np.unique(
        np.concatenate((round_about, corners - ASIDE, corners, corners + ASIDE))
    )
    return turns


def _crossings(eye: Point, rays: Floats, sides: Floats, nth: int) -> Floats:
    """Return the distance along each ray to its *nth* crossing of some sides, or infinity."""
    ax, ay = sides[:, 0] - eye.x, sides[:, 1] - eye.y
    ex, ey = sides[:, 2] - sides[:, 0], sides[:, 3] - sides[:, 1]
    if len(sides) < nth:
        return np.full(len(rays), np.inf)
    found = []
    for some in np.array_split(rays, 1 + len(rays) * len(sides) // AT_ONCE):
        dx, dy = some[:, :1], some[:, 1:]
        with np.errstate(divide="ignore", invalid="ignore"):
            turn = dx * ey - dy * ex
            along = (ax * ey - ay * ex) / turn
            share = (ax * dy - ay * dx) / turn
        met = (along > 0.0) & (share >= 0.0) & (share <= 1.0)
        distances = np.where(met, along, np.inf)
        found.append(np.partition(distances, nth - 1, axis=1)[:, nth - 1])
    return np.concatenate(found)
