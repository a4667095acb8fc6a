"""Where a way with a facing leads, and which way leads nearest to a place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.geometry.points import (
    LOOSE_EPSILON,
    Path,
    Point,
    distance,
    heading_of_vector,
    point_ahead,
    thousandths,
    unit_vector,
    vector_of_heading,
)
from game.play.single_move import Gait, Stretch, Stretches, length, wrong

NEAR = 0.05
"""Inches: of ways that end so much alike the one of fewer turns is as good."""


class Course(NamedTuple):
    """A way as it lies on the table, if nothing stops it."""

    corners: Path
    """Where it starts, turns and ends."""
    facing: float
    """Degrees, at its end."""

    @property
    def end(self) -> Point:
        return self.corners[-1]


def course(at: Point, facing: float, way: Sequence[Stretch]) -> Course:
    """Return where a way leads from a place and a facing."""
    corners = [at]
    for turn, far in way:
        facing = (facing + turn) % 360.0
        if far:
            corners.append(point_ahead(corners[-1], vector_of_heading(facing), far))
    return Course(tuple(thousandths(at) for at in corners), round(facing, 3) % 360.0)


def off(facing: float, goal: float) -> float:
    """Return by how many degrees to turn from one facing to another, clockwise above 0."""
    return (goal - facing + 180.0) % 360.0 - 180.0


class Proposal(NamedTuple):
    """The way that comes nearest to where somebody points."""

    way: Stretches
    gait: Gait
    miss: float
    """Inches from its end to the place."""


def proposed(
    at: Point,
    facing: float,
    gaits: Sequence[Gait],
    goal: Point,
    stem: Sequence[Stretch] = (),
) -> Proposal | None:
    """Return the legal way that ends nearest to a place, by the slowest gait that does.

    It turns as early as it may, by whole degrees. *stem*: what of it is settled; after that
    it turns at once. None if no gait goes on from there.
    """
    best: Proposal | None = None
    for gait in gaits:
        for way in _tries(at, facing, gait, goal, stem):
            if wrong(way, gait) is None:
                miss = distance(course(at, facing, way).end, goal)
                if best is None or miss < best.miss - NEAR:
                    best = Proposal(way, gait, miss)
    return best


def why_not(
    at: Point, facing: float, gait: Gait, goal: Point, stem: Sequence[Stretch] = ()
) -> str | None:
    """Say why no way of a gait leads straight on to a place, in the words of the rule."""
    here = course(at, facing, stem)
    wish = list(stem)
    if not stem:
        (x, y), along = at, vector_of_heading(facing)
        first = (goal.x - x) * along.x + (goal.y - y) * along.y
        wish.append(Stretch(0.0, round(min(first, gait.straight), 1)))
        here = course(at, facing, wish)
    wish.append(Stretch(_to(here, goal), round(distance(here.end, goal), 1)))
    return wrong(wish, gait)


def _to(here: Course, goal: Point) -> float:
    """Return by how many whole degrees a place lies aside of where a way leads."""
    if distance(here.end, goal) < LOOSE_EPSILON:
        return 0.0
    return float(round(off(here.facing, heading_of_vector(unit_vector(here.end, goal)))))


def _tries(
    at: Point, facing: float, gait: Gait, goal: Point, stem: Sequence[Stretch]
) -> Iterator[Stretches]:
    """Yield ways with ever more turns, each as soon as it may come."""
    way = list(stem)
    while True:
        yield (*way, _last(at, facing, gait, goal, way))
        step = Stretch(_turn(at, facing, gait, goal, way), gait.straight)
        way.append(step)
        if length(way) > gait.far + LOOSE_EPSILON:
            return


def _last(at: Point, facing: float, gait: Gait, goal: Point, way: Sequence[Stretch]) -> Stretch:
    """Return the last stretch: turned to the place, as far as comes nearest to it."""
    turn = _turn(at, facing, gait, goal, way)
    here = course(at, facing, way)
    (x, y), along = here.end, vector_of_heading(here.facing + turn)
    far = (goal.x - x) * along.x + (goal.y - y) * along.y
    return Stretch(turn, round(max(0.0, min(gait.far - length(way), far)), 3))


def _turn(at: Point, facing: float, gait: Gait, goal: Point, way: Sequence[Stretch]) -> float:
    """Return how it turns to a place after a way: no more than it may, and not at once."""
    if not way:
        return 0.0
    turn = _to(course(at, facing, way), goal)
    return max(-gait.turn, min(gait.turn, turn)) + 0.0
