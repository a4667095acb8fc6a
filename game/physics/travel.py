"""Travel of a base past obstacles.

It follows a path, or drifts between walls; ``cast_line`` goes on through a crowd.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
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
    unit_vector,
)
from game.geometry.sweeps import NO_WALLS, Touch, Walls, sweep
from game.physics.space import STILL, CollisionSpace, exchange_momentum, space_for

MAX_REBOUNDS = 2000
"""Maximum number of rebounds; in any real gap the distance is used up long before."""


class Travel(NamedTuple):
    """The result of moving a base along a path."""

    path: Path
    """Points from the base's start to its end, unrounded."""
    distance: float
    """Inches."""
    touch: Touch | None
    """The contact that stopped it; None if its path or its distance was used up."""


def follow_path(
    walls: Walls, discs: Mapping[str, Disc], mover: str, path: Path, inches: float
) -> Travel:
    """Move a base along *path* for at most *inches*, until it touches something.

    *discs*: all bases, including the mover. The path continues from where the mover stands.
    """
    space, base = space_for(walls), discs[mover]
    space.lay(discs)
    walked, gone = [base.at], 0.0
    for goal in path:
        leg, left = distance(walked[-1], goal), inches - gone
        if leg <= EPSILON:
            continue
        if left <= EPSILON:
            break
        base, toward = base._replace(at=walked[-1]), unit_vector(walked[-1], goal)
        touch = sweep(base.at, toward, min(leg, left), base.radius, walls, discs, (mover,))
        went = touch.distance if touch else min(leg, left)
        end, touch = _advance(space, mover, base, toward, went, touch)
        gone += went
        if went > 0.0:
            walked.append(end)
        if touch:
            return Travel(tuple(walked), gone, touch)
    return Travel(tuple(walked), gone, None)


def _advance(
    space: CollisionSpace,
    mover: str,
    base: Disc,
    toward: Point,
    inches: float,
    predicted: Touch | None,
) -> tuple[Point, Touch | None]:
    """Move a base straight on; return its end, and the touch there if one is predicted."""
    space.step({mover: toward}, inches)
    end = space.at(mover)
    if predicted is None:
        return end, None
    touch = space.contact(base._replace(at=end), toward, lambda name: name != mover)
    return end, touch._replace(distance=inches)


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
    return DriftPath(
        tuple(path),
        distance=gone,
        toward=toward,
        touch=touch,
        rebounds=tuple(rebounds),
        left=left,
    )


def glides(
    around: DriftObstacles, mover: str, toward: Point, inches: float
) -> Iterator[DriftLeg]:
    """Yield the segments of a drift one by one, exact; each is computed only when needed.

    A base that is turned back at once between two walls, in contact with both, stays there. A
    base that uses up its distance just as it meets a wall does not rebound.
    """
    off, left, base = around.off, inches, around.discs[mover]
    # A base that is kept off an enemy touches the enemy's base, enlarged by that distance.
    discs = {
        n: Disc(d.at, d.radius + off[n]) if n in off else d for n, d in around.discs.items()
    }
    earlier: Point | None = None
    for _ in range(MAX_REBOUNDS):
        if left <= EPSILON:
            return
        discs[mover] = base
        leg = _glide(around, discs, mover, toward, left)
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


def _glide(
    around: DriftObstacles, discs: Mapping[str, Disc], mover: str, toward: Point, inches: float
) -> DriftLeg:
    walls, (start, radius) = around.walls, discs[mover]
    rim = distance_to_edge(start, toward, around.size)
    touch = sweep(start, toward, min(inches, rim), radius, walls, discs, (mover,))
    if touch and touch.disc is None and touch.distance >= inches - EPSILON:
        touch = None  # It ends just in contact with a wall.
    leaves = touch is None and rim < inches - EPSILON
    went = touch.distance if touch else min(inches, rim)
    space = space_for(walls)
    space.lay(discs)
    end, touch = _advance(space, mover, discs[mover], toward, went, touch)
    if touch and touch.disc is None:
        toward = rebound_heading(touch.normal, toward)
    return DriftLeg(start, end=end, distance=went, toward=toward, touch=touch, left=leaves)


@lru_cache(4096)
def rebound_heading(normal: Point, toward: Point) -> Point:
    """Return the heading after a rebound off a wall; bots look at the same one many times."""
    turned, _ = exchange_momentum(normal, toward)
    return point_ahead(STILL, turned, 1.0 / distance(STILL, turned))


def distance_to_edge(at: Point, toward: Point, size: tuple[float, float]) -> float:
    """Return the inches after which a point leaves the table."""
    inches = inf
    for here, step, wide in zip(at, toward, size, strict=True):
        if step > 0.0:
            inches = min(inches, (wide - here) / step)
        elif step < 0.0:
            inches = min(inches, here / -step)
    return max(0.0, inches)


def cast_line(walls: Walls, discs: Mapping[str, Disc], p: Point, q: Point) -> list[Touch]:
    """Return where a line from *p* to *q* first touches all that it crosses, in order.

    Ties: walls before bases, then by number or name. Bases that it starts in are crossed at 0,
    unless it only leaves them; grazing does not count.
    """
    whole, found = distance(p, q), list[Touch]()
    if whole <= EPSILON:
        return []
    space, toward = space_for(walls), unit_vector(p, q)
    space.lay(discs)
    for name, n in space.on_line(p, q):
        wall = NO_WALLS if name else walls.singles[n]
        touch = sweep(p, toward, whole, 0.0, wall, {name: discs[name]} if name else {})
        if touch:
            found.append(touch._replace(wall=n))
    return sorted(found, key=lambda t: (t.distance, t.disc is not None, t.disc or "", t.wall))
