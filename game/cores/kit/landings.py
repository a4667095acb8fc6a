"""The nearest place where a model that moves over everything may land (CC-18, CC-38)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from game.geometry.points import (
    CLEARANCE,
    EPSILON,
    Disc,
    Point,
    clockwise,
    distance,
    point_ahead,
    thousandths,
    unit_vector,
)
from game.geometry.polygons import Segment, off_segment
from game.play.moves.base_placement import impassable_under, on_table
from game.table.board import Board


class _Line(NamedTuple):
    """An infinite line, by a point and a unit vector."""

    at: Point
    along: Point


def nearest_landing(
    board: Board, start: Disc, goal: Disc, others: Mapping[str, Disc]
) -> Point | None:
    """``CC-38``  Return the point nearest to *start* where a base may land at a goal, or None.

    *goal*: the disc that holds the base's centre; *others*: all other bases, enlarged by the
    distances to keep. Of equally near points the more clockwise one is returned.

    The nearest legal point lies straight ahead, where the goal's rim meets the rim of ground
    that is taken, or inside the goal where the rims of two such grounds meet.
    """
    if _is_legal(board, start, goal, others, start.at):
        return start.at
    toward = unit_vector(start.at, goal.at) if start.at != goal.at else Point(0.0, -1.0)

    def rank(spot: Point) -> tuple[float, float]:
        if distance(start.at, spot) <= EPSILON:
            return 0.0, 0.0
        return round(distance(start.at, spot), 3), -clockwise(toward, start.at, spot)

    spots = sorted(dict.fromkeys(_candidates(board, start, goal, others)), key=rank)
    return next((spot for spot in spots if _is_legal(board, start, goal, others, spot)), None)


def _is_legal(
    board: Board, start: Disc, goal: Disc, others: Mapping[str, Disc], at: Point
) -> bool:
    base = start._replace(at=at)
    return (
        distance(at, goal.at) <= goal.radius + CLEARANCE
        and all(
            distance(at, other.at) >= other.radius + base.radius - EPSILON
            for other in others.values()
        )
        and on_table(board, base)
        and impassable_under(board, base) is None
    )


def _candidates(
    board: Board, start: Disc, goal: Disc, others: Mapping[str, Disc]
) -> Iterator[Point]:
    if start.at != goal.at:
        ahead = min(goal.radius, distance(start.at, goal.at))
        yield thousandths(point_ahead(goal.at, unit_vector(goal.at, start.at), ahead))
    rims = [
        Disc(other.at, other.radius + start.radius + CLEARANCE)
        for other in others.values()
        if distance(other.at, goal.at) < goal.radius + other.radius + start.radius + CLEARANCE
    ]
    legs = _legs_near(board, goal, start.radius)
    off = start.radius + CLEARANCE
    corners = dict.fromkeys([corner for leg in legs for corner in leg])
    rims += [Disc(corner, off) for corner in corners]
    lines = [*_table_edges(board, start.radius), *_beside(legs, off)]
    for rim in rims:
        yield from _circles_meet(goal, rim)
    for line in lines:
        yield from _line_meets(line, goal)
    for one, other in combinations(rims, 2):
        yield from _circles_meet(one, other)
    for line in lines:
        for rim in rims:
            yield from _line_meets(line, rim)
    for first, second in combinations(lines, 2):
        yield from _lines_meet(first, second)


def _legs_near(board: Board, goal: Disc, radius: float) -> list[Segment]:
    """Return the sides of Impassable terrain that a base near the goal may overlap."""
    reach = goal.radius + radius + CLEARANCE
    return [
        leg
        for piece in board.terrain
        if piece.impassable
        for leg in piece.sides()
        if off_segment(goal.at, leg) <= reach
    ]


def _table_edges(board: Board, radius: float) -> Iterator[_Line]:
    for corner in (Point(radius, radius), Point(board.width - radius, board.height - radius)):
        yield _Line(corner, Point(1.0, 0.0))
        yield _Line(corner, Point(0.0, 1.0))


def _beside(legs: Sequence[Segment], off: float) -> Iterator[_Line]:
    for a, b in legs:
        if a != b:
            x, y = unit_vector(a, b)
            for side in (off, -off):
                yield _Line(Point(a.x - y * side, a.y + x * side), Point(x, y))


def _circles_meet(one: Disc, other: Disc) -> Iterator[Point]:
    inches = distance(one.at, other.at)
    if inches <= EPSILON:
        return
    toward = unit_vector(one.at, other.at)
    along = (inches * inches + one.radius**2 - other.radius**2) / (2 * inches)
    middle = point_ahead(one.at, toward, along)
    yield from _line_meets(_Line(middle, Point(-toward.y, toward.x)), one)


def _line_meets(line: _Line, circle: Disc) -> Iterator[Point]:
    (x, y), (dx, dy) = circle.at, line.along
    along = (x - line.at.x) * dx + (y - line.at.y) * dy
    foot = point_ahead(line.at, line.along, along)
    rest = circle.radius**2 - (foot.x - x) ** 2 - (foot.y - y) ** 2
    if rest >= 0.0:
        for half in (sqrt(rest), -sqrt(rest)):
            yield thousandths(point_ahead(foot, line.along, half))


def _lines_meet(one: _Line, other: _Line) -> Iterator[Point]:
    turn = one.along.x * other.along.y - one.along.y * other.along.x
    if abs(turn) > EPSILON:
        dx, dy = other.at.x - one.at.x, other.at.y - one.at.y
        along = (dx * other.along.y - dy * other.along.x) / turn
        yield thousandths(point_ahead(one.at, one.along, along))
