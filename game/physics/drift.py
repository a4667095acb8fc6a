"""Drift in a straight line, reflected by walls, until the distance is used up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import NamedTuple

from game.geometry.points import (
    CONTACT,
    EPSILON,
    LOOSE_EPSILON,
    Disc,
    Path,
    Point,
    distance,
    point_ahead,
)
from game.geometry.sweeps import Touch, Walls, sweep
from game.physics.space import rebound, space_for

MOST = 2000
"""Nobody rebounds more often; in any real gap the inches are spent long before."""


class DriftObstacles(NamedTuple):
    """What somebody drifts among."""

    walls: Walls
    discs: Mapping[str, Disc]
    """Who stops it, and the mover itself."""
    size: tuple[float, float]
    """The table's: it is open at its edges."""
    off: Mapping[str, float] = {}
    """How many inches it keeps off somebody; of all others it stops in contact."""


class DriftLeg(NamedTuple):
    """One straight leg of a drift."""

    start: Point
    end: Point
    far: float
    toward: Point
    """Where it is headed afterwards."""
    touch: Touch | None = None
    """What it ran into."""
    left: bool = False
    """Whether its middle leaves the table where the leg ends."""

    @property
    def rebounds(self) -> bool:
        return self.touch is not None and self.touch.disc is None


class DriftPath(NamedTuple):
    """All legs of a drift together."""

    path: Path
    far: float
    toward: Point
    touch: Touch | None
    """Who stopped it; None if its inches were spent."""
    rebounds: tuple[float, ...]
    """After how many inches it was turned back, each time."""
    left: bool


def drift(
    around: DriftObstacles, mover: str, toward: Point, far: float, firm: int | None = None
) -> DriftPath:
    """Move a base for exactly *far* inches in all, unless somebody stops it before.

    *firm*: only so many of the walls turn it back; whatever comes after them stops it.
    """
    path, gone, rebounds = [around.discs[mover].at], 0.0, list[float]()
    touch, left = None, False
    for leg in glides(around, mover, toward, far):
        gone += leg.far
        if leg.far > 0.0:
            path.append(leg.end)
        left = leg.left
        if not leg.rebounds or (firm is not None and leg.touch and leg.touch.wall >= firm):
            touch = leg.touch
            break
        toward = leg.toward
        rebounds.append(gone)
    return DriftPath(tuple(path), gone, toward, touch, tuple(rebounds), left)


def glides(around: DriftObstacles, mover: str, toward: Point, far: float) -> Iterator[DriftLeg]:
    """Yield the legs of a drift one by one, exact; whoever needs no more stops asking.

    A base that is turned back at once between two walls, in contact with both, stays there.
    One whose inches are spent as it comes into contact with a wall is not turned back.
    """
    near, base, left = _kept_off(around), around.discs[mover], far
    earlier: Point | None = None
    for _ in range(MOST):
        if left <= EPSILON:
            return
        leg = _glide(around, near, mover, base, toward, left)
        yield leg
        if not leg.rebounds:
            return
        wedged = (
            earlier and leg.far <= CONTACT and distance(leg.toward, earlier) <= LOOSE_EPSILON
        )
        if wedged:
            return
        earlier, toward, left = toward, leg.toward, left - leg.far
        base = base._replace(at=leg.end)


def _kept_off(around: DriftObstacles) -> Mapping[str, Disc]:
    """Return the bases as they stop the mover: wider where it keeps off them."""
    off = around.off
    return {n: Disc(d.at, d.radius + off.get(n, 0.0)) for n, d in around.discs.items()}


def _glide(
    around: DriftObstacles,
    near: Mapping[str, Disc],
    mover: str,
    base: Disc,
    toward: Point,
    far: float,
) -> DriftLeg:
    (start, radius), rim = base, distance_to_edge(base.at, toward, around.size)
    touch = sweep(start, toward, min(far, rim), radius, around.walls, near, (mover,))
    if touch and touch.disc is None and touch.far >= far - EPSILON:
        touch = None  # It ends just in contact with a wall.
    leaves = touch is None and rim < far - EPSILON
    went = touch.far if touch else min(far, rim)
    end = point_ahead(start, toward, went)
    world = space_for(around.walls)
    world.lay({**around.discs, mover: base})
    world.carry(mover, toward, went + EPSILON if touch and went > 0.0 else went, end)
    if touch and touch.disc is None:
        wall = around.walls.segments[touch.wall]
        turned = rebound(Disc(end, radius), toward, wall)
        return DriftLeg(start, end, went, turned, touch)
    return DriftLeg(start, end, went, toward, touch, leaves)


def distance_to_edge(at: Point, toward: Point, size: tuple[float, float]) -> float:
    """Return after how many inches a point leaves the table."""
    far = inf
    for here, step, wide in zip(at, toward, size, strict=True):
        if step > 0.0:
            far = min(far, (wide - here) / step)
        elif step < 0.0:
            far = min(far, here / -step)
    return max(0.0, far)
