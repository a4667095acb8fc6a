"""Pymunk's solver as the judge of collisions: a fresh Space for each, and nothing is kept."""

from __future__ import annotations

import pymunk

from game.geometry.points import Disc, Point, ahead, distance
from game.geometry.shapes import Segment

INTO = 1e-6
"""What touches overlaps by so much while it is judged: exact touching is no contact."""
MOMENT = 1e-12
"""So short a step moves nothing, and lets the solver speak."""


def turned_back(base: Disc, toward: Point, wall: Segment) -> Point:
    """Return the heading of a base that ran into a wall: mirrored, without loss."""
    space = pymunk.Space()
    space.collision_slop = 0.0
    ball = pymunk.Body(1.0, float("inf"))
    ball.position, ball.velocity = base.at, toward
    rim = pymunk.Circle(ball, base.radius + INTO)
    side = pymunk.Segment(space.static_body, *wall, 0.0)
    rim.elasticity = side.elasticity = 1.0
    space.add(ball, rim, side)
    space.step(MOMENT)
    back = Point(*ball.velocity)
    still = Point(0.0, 0.0)
    return ahead(still, back, 1.0 / distance(still, back))
