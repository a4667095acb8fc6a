"""Goals at which a path may end.

A goal is a table edge, another base or a point.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import ceil, sqrt
from typing import NamedTuple, TypeAlias

from game.geometry.points import (
    CONTACT,
    EPSILON,
    Disc,
    Point,
    distance,
    point_ahead,
    thousandths,
    unit_vector,
)
from game.geometry.polygons import Segment, nearest_on, off_segment
from game.play.moves.paths import PULL_BACK

SLACK = 0.003
"""Inches of doubt about whether a place is free; within them the exact sweep decides."""


class EdgeGoal(NamedTuple):
    """An edge of the table, which the base has to touch."""

    edge: Segment

    def left(self, at: Point, radius: float) -> float:
        """Return a lower bound of the distance from a centre to the goal."""
        return max(0.0, off_segment(at, self.edge) - radius)

    def end(self, at: Point, radius: float) -> Point:
        """Return the centre of a base that moved straight from *at* to the goal."""
        foot = nearest_on(at, self.edge)
        inches = distance(at, foot) - _rounded_up(radius)
        return (
            thousandths(point_ahead(at, unit_vector(at, foot), inches))
            if inches > EPSILON
            else at
        )

    def ends(self, at: Point, radius: float) -> tuple[Point, ...]:
        """Return the possible ends of straight moves to the goal, the nearest first."""
        return (self.end(at, radius),)

    def beside(self, disc: Disc, radius: float) -> Iterator[Point]:
        """Yield the centres at the goal that lie on the rim of a disc."""
        for line in _both_sides(self.edge, _rounded_up(radius)):
            yield from _on_circle(line, disc)

    def along(self, wall: Segment, off: float, radius: float) -> Iterator[Point]:
        """Yield the centres at the goal that lie *off* inches beside a wall."""
        for goal in _both_sides(self.edge, _rounded_up(radius)):
            for line in _both_sides(wall, off):
                yield from _on_line(goal, line)


class ContactGoal(NamedTuple):
    """Another base, to be touched."""

    disc: Disc

    @property
    def discs(self) -> tuple[Disc, ...]:
        """Return the base to be touched."""
        return (self.disc,)

    def left(self, at: Point, radius: float) -> float:
        """Return a lower bound of the distance from a centre to the goal."""
        return max(0.0, distance(at, self.disc.at) - self.disc.radius - radius - CONTACT)

    def end(self, at: Point, radius: float) -> Point:
        """Return the centre of a base that moved straight from *at* to the goal."""
        if self.left(at, radius) <= EPSILON:
            return at
        around = self._around(radius)
        return thousandths(point_ahead(around.at, unit_vector(around.at, at), around.radius))

    def ends(self, at: Point, radius: float) -> tuple[Point, ...]:
        """Return the possible ends of straight moves to the goal."""
        return (self.end(at, radius),)

    def beside(self, disc: Disc, radius: float) -> Iterator[Point]:
        """Yield the centres at the goal that lie on the rim of a disc."""
        around = self._around(radius)
        inches = distance(around.at, disc.at)
        if inches <= EPSILON:
            return
        (x, y), toward = around.at, unit_vector(around.at, disc.at)
        along = (inches * inches + around.radius**2 - disc.radius**2) / (2 * inches)
        middle = Point(x + toward.x * along, y + toward.y * along)
        # The line through the two points where the circles cross.
        yield from _on_circle((middle, Point(middle.x - toward.y, middle.y + toward.x)), around)

    def along(self, wall: Segment, off: float, radius: float) -> Iterator[Point]:
        """Yield the centres at the goal that lie *off* inches beside a wall."""
        for line in _both_sides(wall, off):
            yield from _on_circle(line, self._around(radius))

    def is_free(self, radius: float, discs: Collection[Disc]) -> bool:
        """Return whether *discs* around it leave a base any place to touch it."""
        around = self._around(radius)
        near = [
            Disc(at, wide)
            for at, base in discs
            for wide in (base + radius,)
            if -wide < distance(at, around.at) - around.radius < wide
        ]
        return not near or any(
            all(distance(spot, other.at) > other.radius - SLACK for other in near)
            for disc in near
            for spot in self.beside(disc, radius)
        )

    def _around(self, radius: float) -> Disc:
        return Disc(self.disc.at, self.disc.radius + radius + PULL_BACK)


class AnyContactGoal(NamedTuple):
    """Several bases, one of which is to be touched."""

    discs: tuple[Disc, ...]

    def left(self, at: Point, radius: float) -> float:
        """Return a lower bound of the distance from a centre to the goal."""
        off = min([distance(at, disc.at) - disc.radius for disc in self.discs])
        return max(0.0, off - radius - CONTACT)

    def end(self, at: Point, radius: float) -> Point:
        """Return the centre of a base that moved straight to the nearest base."""
        return self.ends(at, radius)[0]

    def ends(self, at: Point, radius: float) -> tuple[Point, ...]:
        """Return the ends of straight moves to each base, the nearest base first."""
        near = sorted(self.discs, key=lambda disc: distance(at, disc.at) - disc.radius)
        return tuple([ContactGoal(disc).end(at, radius) for disc in near])

    def beside(self, disc: Disc, radius: float) -> Iterator[Point]:
        """Yield the centres at the goal that lie on the rim of a disc."""
        for goal in self.discs:
            wide = goal.radius + radius + disc.radius + CONTACT
            if distance(goal.at, disc.at) <= wide:
                yield from self._outside(ContactGoal(goal).beside(disc, radius), radius)

    def along(self, wall: Segment, off: float, radius: float) -> Iterator[Point]:
        """Yield the centres at the goal that lie *off* inches beside a wall."""
        for goal in self.discs:
            if off_segment(goal.at, wall) <= goal.radius + radius + off + CONTACT:
                yield from self._outside(ContactGoal(goal).along(wall, off, radius), radius)

    def _outside(self, spots: Iterator[Point], radius: float) -> Iterator[Point]:
        """Yield the points that overlap no other goal, which would be touched before."""
        for spot in spots:
            if all([distance(spot, d.at) > d.radius + radius for d in self.discs]):
                yield spot


class PointGoal(NamedTuple):
    """A point for the centre of the base."""

    at: Point

    def left(self, at: Point, radius: float) -> float:
        """Return the distance from a centre to the point."""
        return distance(at, self.at)

    def end(self, at: Point, radius: float) -> Point:
        """Return the point."""
        return self.at

    def ends(self, at: Point, radius: float) -> tuple[Point, ...]:
        """Return the point alone."""
        return (self.at,)

    def beside(self, disc: Disc, radius: float) -> Iterator[Point]:
        """Yield nothing: the goal is a single point."""
        return iter(())

    def along(self, wall: Segment, off: float, radius: float) -> Iterator[Point]:
        """Yield nothing: the goal is a single point."""
        return iter(())


Goal: TypeAlias = EdgeGoal | ContactGoal | AnyContactGoal | PointGoal


def _rounded_up(radius: float) -> float:
    return ceil(radius * 1000 - EPSILON) / 1000


def _both_sides(line: Segment, off: float) -> Iterator[Segment]:
    """Yield a line shifted to either side."""
    a, b = line
    if a == b:
        return
    x, y = unit_vector(a, b)
    for side in (off, -off):
        yield Point(a.x - y * side, a.y + x * side), Point(b.x - y * side, b.y + x * side)


def _on_circle(line: Segment, circle: Disc) -> Iterator[Point]:
    """Yield the points where an infinite line crosses a circle."""
    (ax, ay), (x, y) = line[0], circle.at
    dx, dy = unit_vector(*line)
    along = (x - ax) * dx + (y - ay) * dy
    foot = Point(ax + dx * along, ay + dy * along)
    rest = circle.radius**2 - (foot.x - x) ** 2 - (foot.y - y) ** 2
    if rest > 0.0:
        half = sqrt(rest)
        for side in (half, -half):
            yield thousandths(Point(foot.x + dx * side, foot.y + dy * side))


def _on_line(one: Segment, other: Segment) -> Iterator[Point]:
    """Yield the point where two infinite lines cross."""
    (ax, ay), (cx, cy) = one[0], other[0]
    (dx, dy), (ex, ey) = unit_vector(*one), unit_vector(*other)
    turn = dx * ey - dy * ex
    if abs(turn) > EPSILON:
        along = ((cx - ax) * ey - (cy - ay) * ex) / turn
        yield thousandths(Point(ax + dx * along, ay + dy * along))
