"""The spot nearest to a place where a base touches neither terrain nor other bases (PU-14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import sqrt

from game.geometry.points import (
    CONTACT,
    EPSILON,
    ROUNDING,
    Disc,
    Path,
    Point,
    distance,
    point_ahead,
    thousandths,
    unit_vector,
)
from game.geometry.polygons import Segment, edges, nearest_on, off_segment

REACHES = 2.0, 8.0, 100.0
"""Inches within which spots are looked for, one after the other: near ones are found sooner."""


@dataclass(frozen=True, slots=True)
class ContactCurves:
    """The lines and circles on which the centre of a base that touches something lies."""

    lines: tuple[Segment, ...]
    circles: tuple[Disc, ...]

    def near(self, at: Point, reach: float) -> ContactCurves:
        """Return the lines and circles that come within *reach* inches of a point."""
        lines = tuple([line for line in self.lines if off_segment(at, line) <= reach])
        circles = [c for c in self.circles if abs(distance(at, c.at) - c.radius) <= reach]
        return ContactCurves(lines, tuple(circles))

    def spots(self, at: Point) -> Iterator[Point]:
        """Yield spots among which is the nearest free one to *at*, if *at* is not free.

        It is the nearest spot on one line or circle, or one at which two of them meet.
        """
        for line in self.lines:
            yield nearest_on(at, line)
        for circle in self.circles:
            if distance(at, circle.at) > EPSILON:
                yield point_ahead(circle.at, unit_vector(circle.at, at), circle.radius)
        for first, second in combinations(self.lines, 2):
            yield from _lines_meet(first, second)
        for line, circle in product(self.lines, self.circles):
            yield from _line_meets_circle(line, circle)
        for one, other in combinations(self.circles, 2):
            yield from _circles_meet(one, other)


def nearest_spot(
    at: Point, curves: ContactCurves, fits: Callable[[Point], bool]
) -> Point | None:
    """Return the spot nearest to *at* that *fits*, in thousandths; None if there is none."""
    if fits(at := thousandths(at)):
        return at
    for reach in REACHES:
        spots = [thousandths(spot) for spot in curves.near(at, reach).spots(at)]
        for spot in sorted(spots, key=lambda spot: (distance(at, spot), spot)):
            if distance(at, spot) <= reach and fits(spot):
                return spot
    return None


def contact_curves(
    radius: float, walls: Sequence[Path], discs: Sequence[Disc], size: tuple[float, float]
) -> ContactCurves:
    """Return the contact curves of a base: walls may be touched, bases and mines not.

    *size*: the table's width and height.
    """
    (wide, high), r = size, radius
    low, end = Point(r, r), Point(wide - r, high - r)
    lines = [*edges((low, Point(end.x, low.y), end, Point(low.x, end.y)))]
    circles = [Disc(at, r + away + CONTACT + ROUNDING) for at, away in discs]
    for wall in walls:
        circles += [Disc(corner, r) for corner in wall]
        for a, b in edges(wall):
            x, y = unit_vector(a, b)
            for off in (-r, r):
                aside = Point(-y * off, x * off)
                lines.append((point_ahead(a, aside, 1.0), point_ahead(b, aside, 1.0)))
    return ContactCurves(tuple(lines), tuple(circles))


def _lines_meet(first: Segment, second: Segment) -> Iterator[Point]:
    (a, b), (c, d) = first, second
    ux, uy, vx, vy = b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y
    if abs(cross := ux * vy - uy * vx) > EPSILON:
        share = ((c.x - a.x) * vy - (c.y - a.y) * vx) / cross
        yield Point(a.x + share * ux, a.y + share * uy)


def _line_meets_circle(line: Segment, circle: Disc) -> Iterator[Point]:
    (a, b), (middle, radius) = line, circle
    x, y = along = unit_vector(a, b)
    foot = point_ahead(a, along, (middle.x - a.x) * x + (middle.y - a.y) * y)
    if (square := radius * radius - distance(middle, foot) ** 2) >= 0.0:
        half = sqrt(square)
        yield point_ahead(foot, along, half)
        yield point_ahead(foot, along, -half)


def _circles_meet(one: Disc, other: Disc) -> Iterator[Point]:
    apart = distance(one.at, other.at)
    if not abs(one.radius - other.radius) <= apart <= one.radius + other.radius or not apart:
        return
    x, y = along = unit_vector(one.at, other.at)
    inches = (apart * apart + one.radius**2 - other.radius**2) / (2.0 * apart)
    foot = point_ahead(one.at, along, inches)
    half = sqrt(max(0.0, one.radius**2 - inches * inches))
    for side in (-half, half):
        yield point_ahead(foot, Point(-y, x), side)
