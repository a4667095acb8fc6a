"""pymunk Spaces: cached per set of walls; rebound and momentum exchange."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from threading import local
from typing import NamedTuple
from weakref import WeakKeyDictionary

import pymunk

from game.geometry.points import EPSILON, LOOSE_EPSILON, Disc, Point, distance, point_ahead
from game.geometry.polygons import Segment
from game.geometry.sweeps import Walls

AGREED = 1e-6
"""Maximum inches between a base's position in the Space and the one that geometry computes."""

_ALL = pymunk.ShapeFilter()


class _Kept(local):
    """The Spaces of one thread; forecasts beside a game must not move the game's bodies."""

    def __init__(self) -> None:
        self.worlds: WeakKeyDictionary[Walls, dict[float, CollisionSpace]] = WeakKeyDictionary()


_KEPT = _Kept()


def space_for(walls: Walls, wider: float = 0.0) -> CollisionSpace:
    """Return the Space over *walls*; all its radii are *wider* inches larger."""
    worlds = _KEPT.worlds.setdefault(walls, {})
    if wider not in worlds:
        worlds[wider] = CollisionSpace(walls, wider)
    return worlds[wider]


class SpaceHits(NamedTuple):
    """Discs and walls that a Space found, in order; some may only be near."""

    discs: list[str]
    walls: list[int]


class CollisionSpace:
    """A pymunk Space: walls are static segments, in order; bases are kinematic circles."""

    def __init__(self, walls: Walls, wider: float = 0.0) -> None:
        # Do not keep a reference to *walls*: the weak cache entry would never be freed.
        self.space = pymunk.Space()
        self.space.collision_slop = 0.0
        self.wider = wider
        self._bodies: dict[str, tuple[pymunk.Body, pymunk.Circle]] = {}
        self._stands: dict[str, Disc] = {}
        self._names: dict[pymunk.Shape, str] = {}
        self._walls: dict[pymunk.Shape, int] = {}
        self._probe = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        self._probe_circle = pymunk.Circle(self._probe, 1.0)
        for n, (a, b) in enumerate(walls.segments):
            segment = pymunk.Segment(self.space.static_body, a, b, wider)
            self._walls[segment] = n
            self.space.add(segment)

    def lay(self, discs: Mapping[str, Disc]) -> None:
        """Move every body to its place in *discs*; only those that differ are touched."""
        if self._stands.keys() != discs.keys():
            for name in [name for name in self._stands if name not in discs]:
                self._take_away(name)
            for name in sorted([name for name in discs if name not in self._stands]):
                self._add(name, discs[name])
        stands = self._stands
        for name, disc in discs.items():
            if (was := stands[name]) == disc:
                continue
            if was.radius != disc.radius:
                self._take_away(name)
                self._add(name, disc)
            else:
                self._put(name, disc)

    def carry(self, name: str, toward: Point, inches: float, end: Point) -> None:
        """Move a body straight on in one step, then set its position to exactly *end*.

        Raise RuntimeError if the Space moved it elsewhere.
        """
        body, _ = self._bodies[name]
        if inches > 0.0:
            body.velocity = toward
            self.space.step(inches)
            body.velocity = (0.0, 0.0)
        came = Point(*body.position)
        self._put(name, Disc(end, self._stands[name].radius))
        if distance(came, end) > AGREED:
            raise RuntimeError(f"{name} was carried to {came}, but its leg ends at {end}")

    def touched_by(self, base: Disc) -> SpaceHits:
        """Return the shapes that a base touches or overlaps; it need not be in the Space."""
        self._probe.position = base.at
        self._probe_circle.unsafe_set_radius(base.radius + EPSILON)
        return self._found([info.shape for info in self.space.shape_query(self._probe_circle)])

    def on_line(self, p: Point, q: Point) -> SpaceHits:
        """Return the shapes that a line passes over; they are *wider* by the Space's margin."""
        # A segment query with a radius of its own misses hits; wider shapes do not. It also
        # misses shapes that contain the start of the line.
        crossed = [info.shape for info in self.space.segment_query(p, q, 0.0, _ALL)]
        at_start = [info.shape for info in self.space.point_query(p, 0.0, _ALL)]
        return self._found([*crossed, *at_start])

    def _found(self, shapes: Iterable[pymunk.Shape | None]) -> SpaceHits:
        once = dict.fromkeys(shape for shape in shapes if shape)
        return SpaceHits(
            sorted([self._names[shape] for shape in once if shape in self._names]),
            sorted([self._walls[shape] for shape in once if shape in self._walls]),
        )

    def _add(self, name: str, disc: Disc) -> None:
        body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        body.position = disc.at
        circle = pymunk.Circle(body, disc.radius + self.wider)
        self.space.add(body, circle)
        self._bodies[name] = body, circle
        self._names[circle] = name
        self._stands[name] = disc

    def _take_away(self, name: str) -> None:
        body, circle = self._bodies.pop(name)
        self.space.remove(body, circle)
        del self._names[circle], self._stands[name]

    def _put(self, name: str, disc: Disc) -> None:
        body, _ = self._bodies[name]
        body.position = disc.at
        # Without this, queries find a body at its old position.
        self.space.reindex_shapes_for_body(body)
        self._stands[name] = disc


MOMENT = 1e-12
"""Duration of a step in which nothing moves but the solver resolves contacts."""
STILL = Point(0.0, 0.0)


def rebound(base: Disc, toward: Point, wall: Segment) -> Point:
    """Return the heading of a base after it ran into a wall: reflected, without loss."""
    space, ball = _space(), _body(1.0, toward)
    base = _short_of(base, wall, toward)
    back = _judged(space, ball, _rim(ball, base), pymunk.Segment(space.static_body, *wall, 0.0))
    return point_ahead(STILL, back, 1.0 / distance(STILL, back))


def exchange_momentum(
    one: Disc, pace: Point, mass: float, other: Disc | Segment, its: Point, weight: float
) -> tuple[Point, Point]:
    """Return the velocities of two frictionless solids after a collision; neither spins.

    *pace* and *its*: the velocities before. For a contact with a corner, *one* is the corner
    and *other* the side that it hits.
    """
    space, first, second = _space(), _body(mass, pace), _body(weight, its)
    if isinstance(other, Disc):
        shape: pymunk.Shape = _rim(second, other)
    else:
        shape = pymunk.Segment(second, *other, 0.0)
        one = _short_of(one, other, Point(pace.x - its.x, pace.y - its.y))
    space.add(second)
    after = _judged(space, first, _rim(first, one), shape)
    return after, Point(*second.velocity)


def _short_of(part: Disc, side: Segment, along: Point) -> Disc:
    """Return a corner moved back a little from the side that it hits.

    A corner exactly on the side would lie on neither side of it.
    """
    if part.radius:
        return part
    (ax, ay), (bx, by) = side
    across = Point(by - ay, ax - bx)
    inches = distance(STILL, across)
    if across.x * along.x + across.y * along.y > 0.0:
        inches = -inches
    return Disc(point_ahead(part.at, across, LOOSE_EPSILON / 2 / inches), part.radius)


def _space() -> pymunk.Space:
    space = pymunk.Space()
    space.collision_slop = 0.0
    return space


def _body(mass: float, velocity: Point) -> pymunk.Body:
    body = pymunk.Body(mass, float("inf"))
    body.velocity = velocity
    return body


def _rim(body: pymunk.Body, disc: Disc) -> pymunk.Circle:
    body.position = disc.at
    return pymunk.Circle(body, disc.radius + LOOSE_EPSILON)


def _judged(
    space: pymunk.Space, body: pymunk.Body, rim: pymunk.Shape, other: pymunk.Shape
) -> Point:
    rim.elasticity = other.elasticity = 1.0
    space.add(body, rim, other)
    space.step(MOMENT)
    return Point(*body.velocity)
