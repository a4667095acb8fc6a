"""pymunk Spaces, in which bodies move until they collide.

The rules choose how far a body moves: up to the next impact, which the sweep predicts. All else
is pymunk's: the body is where `Space.step` took it, it touches what a shape query finds there,
and the solver says how it goes on. Queries repeat in every process, whatever was computed
before; collision callbacks on a shared Space do not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from threading import local
from typing import NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

import pymunk

from game.geometry.points import EPSILON, LOOSE_EPSILON, Disc, Path, Point, point_ahead
from game.geometry.polygons import edges
from game.geometry.sweeps import PARALLEL, Touch, Walls

STILL = Point(0.0, 0.0)
MAX_GONE = 200
"""Maximum number of bodies that a Space keeps although they are not there."""
_ALL = pymunk.ShapeFilter()
MOMENT = 1e-30
"""Duration of a step in which nothing moves but the solver resolves contacts."""


class UnconfirmedContactError(RuntimeError):
    """The sweep predicts a contact that pymunk does not find."""


class Outline(NamedTuple):
    """A thing with corners, which are relative to its middle."""

    at: Point
    corners: Path


Thing: TypeAlias = Disc | Outline


class _Kept(local):
    """The Spaces of one thread; forecasts beside a game must not move the game's bodies."""

    def __init__(self) -> None:
        self.worlds: WeakKeyDictionary[Walls, CollisionSpace] = WeakKeyDictionary()


_KEPT = _Kept()


def space_for(walls: Walls) -> CollisionSpace:
    """Return the Space over *walls*."""
    if (world := _KEPT.worlds.get(walls)) is None:
        world = _KEPT.worlds[walls] = CollisionSpace(walls)
    return world


class CollisionSpace:
    """A pymunk Space: walls are static segments, things are kinematic bodies.

    All radii are a billionth of an inch larger: to Chipmunk, exact touching is no contact.
    """

    def __init__(self, walls: Walls) -> None:
        # Do not keep a reference to *walls*: the weak cache entry would never be freed.
        self.space = pymunk.Space()
        self._bodies: dict[str, tuple[pymunk.Body, list[pymunk.Shape]]] = {}
        self._stands: dict[str, Thing] = {}
        self._gone = set[str]()
        self._names: dict[pymunk.Shape, tuple[str | None, int]] = {}
        self._probe = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        self._probe_rim = pymunk.Circle(self._probe, 1.0)
        for n, (a, b) in enumerate(walls.segments):
            self._enter(pymunk.Segment(self.space.static_body, a, b, EPSILON), None, n)

    def lay(self, things: Mapping[str, Thing]) -> None:
        """Hold just these bodies, each at its place; only those that differ are touched."""
        stands = self._stands
        for name, thing in things.items():
            if stands.get(name) != thing:
                self.put(name, thing)
        # Those not laid now stay in the Space, for queries to skip: most are soon laid again.
        self._gone = stands.keys() - things.keys() if len(stands) > len(things) else set()
        if len(self._gone) > MAX_GONE:
            for name in sorted(self._gone):
                self._take_away(name)

    def put(self, name: str, thing: Thing) -> None:
        """Add a body, or move it to its place unless it is there."""
        self._gone.discard(name)
        if (was := self._stands.get(name)) == thing:
            return
        if was and was[1] != thing[1]:
            if isinstance(was, Disc) and isinstance(thing, Disc):
                rim = self._bodies[name][1][0]
                assert isinstance(rim, pymunk.Circle)
                rim.unsafe_set_radius(thing.radius + EPSILON)
            else:
                self._take_away(name)
        if name in self._bodies:
            body, _ = self._bodies[name]
            body.position, self._stands[name] = thing.at, thing
            # Without this, queries find a body at its old position.
            self.space.reindex_shapes_for_body(body)
            return
        body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        body.position = thing.at
        self.space.add(body)
        self._bodies[name], self._stands[name] = (body, []), thing
        if isinstance(thing, Disc):
            self._enter(pymunk.Circle(body, thing.radius + EPSILON), name, -1)
            return
        for n, side in enumerate(edges(thing.corners)):
            self._enter(pymunk.Segment(body, *side, EPSILON), name, n)

    def step(self, paces: Mapping[str, Point], time: float) -> None:
        """Move bodies straight on, all at the same time, each at its velocity."""
        if time <= 0.0:
            return
        moving = [(name, self._bodies[name][0]) for name in paces]
        for name, body in moving:
            body.velocity = paces[name]
        self.space.step(time)
        for name, body in moving:
            body.velocity = STILL
            self._stands[name] = self._stands[name]._replace(at=Point(*body.position))

    def at(self, name: str) -> Point:
        """Return where a body is."""
        return self._stands[name].at

    def contact(self, base: Disc, toward: Point, counts: Callable[[str | None], bool]) -> Touch:
        """Return the contact that a base is about to run into, as the sweep has predicted.

        *counts*: whether a thing of that name, or a wall (None), can be met. Of several, walls
        come first, then the order of names. Raise UnconfirmedContactError if there is none.
        """
        at, radius = base
        if radius <= EPSILON:
            # The side that a corner is on is too near for an exact normal: step back a little.
            at, radius = point_ahead(at, toward, -LOOSE_EPSILON), radius + LOOSE_EPSILON
        self._probe.position = at
        self._probe_rim.unsafe_set_radius(radius)
        found = list[tuple[bool, str | None, int, Point]]()
        for shape, contacts in self.space.shape_query(self._probe_rim):
            x, y = contacts.normal
            # Neither what it glides along, nor what it moves away from.
            if x * toward.x + y * toward.y > PARALLEL and shape:
                name, n = self._names[shape]
                if name not in self._gone and counts(name):
                    found.append((name is not None, name, n, Point(0.0 - x, 0.0 - y)))
        if not found:
            raise UnconfirmedContactError(
                f"nothing touches a base of {base.radius} at {base.at} that moves to {toward}"
            )
        _, name, n, normal = min(found)
        return Touch(0.0, name, normal, n)

    def on_line(self, p: Point, q: Point) -> list[tuple[str | None, int]]:
        """Return names of discs and numbers of walls on a line; some are only near."""
        # A segment query misses shapes that contain the start of the line.
        crossed = [info.shape for info in self.space.segment_query(p, q, 0.0, _ALL)]
        at_start = [info.shape for info in self.space.point_query(p, 0.0, _ALL)]
        found = [self._names[s] for s in dict.fromkeys((*crossed, *at_start)) if s]
        return [one for one in found if one[0] not in self._gone]

    def _enter(self, shape: pymunk.Shape, name: str | None, number: int) -> None:
        self.space.add(shape)
        self._names[shape] = name, number
        if name is not None:
            self._bodies[name][1].append(shape)

    def _take_away(self, name: str) -> None:
        body, shapes = self._bodies.pop(name)
        self.space.remove(body, *shapes)
        del self._stands[name]
        self._gone.discard(name)
        for shape in shapes:
            del self._names[shape]


def exchange_momentum(
    normal: Point, pace: Point, mass: float = 1.0, its: Point = STILL, weight: float = inf
) -> tuple[Point, Point]:
    """Return the velocities of two frictionless solids after a collision; neither spins.

    *normal*: the contact's, from the second to the first. *pace*, *its*: the velocities before.
    A wall has no velocity and an infinite mass. The solver sees two discs that touch with that
    normal, in a fresh Space: what it did before would change its last digits.
    """
    space = pymunk.Space()
    bodies = [pymunk.Body(m, inf) if m < inf else space.static_body for m in (mass, weight)]
    for body, at, velocity in zip(bodies, (normal, STILL), (pace, its), strict=True):
        body.position, body.velocity = at, velocity
        rim = pymunk.Circle(body, 0.5 + LOOSE_EPSILON)
        rim.elasticity = 1.0
        space.add(*((rim,) if body is space.static_body else (body, rim)))
    space.step(MOMENT)
    first, second = bodies
    return Point(*first.velocity), Point(*second.velocity)
