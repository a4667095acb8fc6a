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

MAX_REBOUNDS = 2000
"""Maximum number of rebounds; in any real gap the distance is used up long before."""


class DriftObstacles(NamedTuple):
    """The walls, bases and table edges that a model drifts among."""

    walls: Walls
    discs: Mapping[str, Disc]
    """The bases that stop it, and the mover itself."""
    size: tuple[float, float]
    """Width and height of the table, which is open at its edges."""
    off: Mapping[str, float] = {}
    """Inches at which it stops short of some bases; it stops in contact with all others."""


class DriftLeg(NamedTuple):
    """One straight segment of a drift."""

    start: Point
    end: Point
    distance: float
    toward: Point
    """Unit vector of its heading afterwards."""
    touch: Touch | None = None
    """The wall or base that it ran into."""
    left: bool = False
    """True if its centre leaves the table at the end of the segment."""

    @property
    def rebounds(self) -> bool:
        """Return whether the segment ends at a wall."""
        return self.touch is not None and self.touch.disc is None


class DriftPath(NamedTuple):
    """All segments of a drift together."""

    path: Path
    distance: float
    toward: Point
    touch: Touch | None
    """The contact that stopped it; None if it used up its distance, left or is wedged."""
    rebounds: tuple[float, ...]
    """Inches travelled before each rebound."""
    left: bool


def drift(
    around: DriftObstacles, mover: str, toward: Point, inches: float, firm: int | None = None
) -> DriftPath:
    """Move a base exactly *inches* in all, unless a base stops it or it leaves the table.

    *firm*: only the first *firm* walls reflect it; any later wall stops it.
    """
    path, gone, rebounds = [around.discs[mover].at], 0.0, list[float]()
    touch, left = None, False
    for leg in glides(around, mover, toward, inches):
        gone += leg.distance
        if leg.distance > 0.0:
            path.append(leg.end)
        left = leg.left
        if not leg.rebounds or (firm is not None and leg.touch and leg.touch.wall >= firm):
            touch = leg.touch
            break
        toward = leg.toward
        rebounds.append(gone)
    return DriftPath(tuple(path), gone, toward, touch, tuple(rebounds), left)


def glides(
    around: DriftObstacles, mover: str, toward: Point, inches: float
) -> Iterator[DriftLeg]:
    """Yield the segments of a drift one by one, exact; each is computed only when needed.

    A base that is turned back at once between two walls, in contact with both, stays there. A
    base that uses up its distance just as it meets a wall does not rebound.
    """
    near, base, left = _kept_off(around), around.discs[mover], inches
    earlier: Point | None = None
    for _ in range(MAX_REBOUNDS):
        if left <= EPSILON:
            return
        leg = _glide(around, near, mover, base, toward, left)
        yield leg
        if not leg.rebounds:
            return
        wedged = (
            earlier
            and leg.distance <= CONTACT
            and distance(leg.toward, earlier) <= LOOSE_EPSILON
        )
        if wedged:
            return
        earlier, toward, left = toward, leg.toward, left - leg.distance
        base = base._replace(at=leg.end)


def _kept_off(around: DriftObstacles) -> Mapping[str, Disc]:
    """Return the bases as they stop the mover: enlarged where it keeps a distance."""
    off = around.off
    return {n: Disc(d.at, d.radius + off.get(n, 0.0)) for n, d in around.discs.items()}


def _glide(
    around: DriftObstacles,
    near: Mapping[str, Disc],
    mover: str,
    base: Disc,
    toward: Point,
    inches: float,
) -> DriftLeg:
    (start, radius), rim = base, distance_to_edge(base.at, toward, around.size)
    touch = sweep(start, toward, min(inches, rim), radius, around.walls, near, (mover,))
    if touch and touch.disc is None and touch.distance >= inches - EPSILON:
        touch = None  # It ends just in contact with a wall.
    leaves = touch is None and rim < inches - EPSILON
    went = touch.distance if touch else min(inches, rim)
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
    """Return the inches after which a point leaves the table."""
    inches = inf
    for here, step, wide in zip(at, toward, size, strict=True):
        if step > 0.0:
            inches = min(inches, (wide - here) / step)
        elif step < 0.0:
            inches = min(inches, here / -step)
    return max(0.0, inches)
