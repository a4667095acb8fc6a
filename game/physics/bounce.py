"""Pymunk's solver as the judge of collisions: a fresh Space for each, and nothing is kept."""

from __future__ import annotations

import pymunk

from game.geometry.points import LOOSE_EPSILON, Disc, Point, distance, point_ahead
from game.geometry.polygons import Segment

MOMENT = 1e-12
"""So short a step moves nothing, and lets the solver speak."""
STILL = Point(0.0, 0.0)


def turned_back(base: Disc, toward: Point, wall: Segment) -> Point:
    """Return the heading of a base that ran into a wall: mirrored, without loss."""
    space, ball = _space(), _body(1.0, toward)
    base = _short_of(base, wall, toward)
    back = _judged(space, ball, _rim(ball, base), pymunk.Segment(space.static_body, *wall, 0.0))
    return point_ahead(STILL, back, 1.0 / distance(STILL, back))


def exchanged(
    one: Disc, pace: Point, mass: float, other: Disc | Segment, its: Point, weight: float
) -> tuple[Point, Point]:
    """Return the velocities of two smooth things after they ran into each other.

    *pace* and *its*: before. Nothing spins. Where corners are what touches, *one* is a corner,
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
    """Return a corner a little short of the side that it hits: on it, it is on neither side."""
    if part.radius:
        return part
    (ax, ay), (bx, by) = side
    across = Point(by - ay, ax - bx)
    far = distance(STILL, across)
    if across.x * along.x + across.y * along.y > 0.0:
        far = -far
    return Disc(point_ahead(part.at, across, LOOSE_EPSILON / 2 / far), part.radius)


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
