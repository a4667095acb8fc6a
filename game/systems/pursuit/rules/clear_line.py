"""A straight line without pieces from the riders to the Arrival (PU-02)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import NamedTuple

from game.geometry.points import LOOSE_EPSILON, Path, Point, direction
from game.geometry.polygons import Segment, edges, inside, off_segment
from game.systems.pursuit.rules.free_space import FROM_ARRIVAL
from game.systems.pursuit.table.street import Street
from game.table.state import Piece

NUDGE = 0.01
"""Inches by which an end of a line is shifted, to try a line beside it."""
ASIDE = LOOSE_EPSILON * FROM_ARRIVAL
"""Least cross product (distance times length of the line) of a corner beside a line."""


def clear_line_to_arrival(street: Street, pieces: list[Piece]) -> Segment | None:
    """``PU-02``  Return a clear straight line from the riders' zone to the Arrival, or None.

    If one exists, one runs through two of these points: the corners of the parts of pieces
    before the zone, and the ends of the Arrival and of the zone's front.
    """
    ends = [
        street.at(off, along) for off in (0.0, FROM_ARRIVAL) for along in (0.0, street.wide)
    ]
    blocks = [_Block(p.corners, _is_before(street, p.corners)) for p in pieces]
    found = [corner for block in blocks for corner in _before(street, block.shape)]
    places = [(street.off(at), street.along(at)) for at in (*ends, *found)]
    for one, other in combinations(places, 2):
        ends_at = _through(street.wide, *one, *other)
        if ends_at and _is_clear(_line(street, *ends_at), blocks):
            # It may touch corners and sides; a line a hair beside it must be clear, too.
            for line in _beside(street, *ends_at):
                if _is_clear(line, blocks):
                    return line
    return None


class _Block(NamedTuple):
    shape: Path
    before: bool
    """True if all of the shape lies between the riders' zone and the Arrival."""


def _is_before(street: Street, shape: Path) -> bool:
    return max([street.off(corner) for corner in shape]) <= FROM_ARRIVAL


def _before(street: Street, shape: Path) -> Iterator[Point]:
    """Yield the corners of the part of a shape between the riders' zone and the Arrival."""
    for a, b in edges(shape):
        one, other = street.off(a), street.off(b)
        if one <= FROM_ARRIVAL:
            yield a
        if (one < FROM_ARRIVAL) is not (other < FROM_ARRIVAL) and one != other:
            part = (FROM_ARRIVAL - one) / (other - one)
            along, on = street.along(a), street.along(b)
            yield street.at(FROM_ARRIVAL, along + (on - along) * part)


def _is_clear(line: Segment, blocks: list[_Block]) -> bool:
    """Return whether a line cuts no shape.

    A shape that cuts it moves to the front of *blocks*: it is likely to cut the next line too.
    """
    for n, block in enumerate(blocks):
        if _has_corners_on_both_sides(line, block.shape) and (
            block.before or _cuts(line, block.shape)
        ):
            blocks.insert(0, blocks.pop(n))
            return False
    return True


def _has_corners_on_both_sides(line: Segment, shape: Path) -> bool:
    """Return whether a shape has corners on both sides of a line, taken as infinite."""
    (ax, ay), (bx, by) = line
    dx, dy = bx - ax, by - ay
    left = right = False
    for x, y in shape:
        turn = dx * (y - ay) - dy * (x - ax)
        left, right = left or turn > ASIDE, right or turn < -ASIDE
        if left and right:
            return True
    return False


def _line(street: Street, start: float, end: float) -> Segment:
    return street.at(FROM_ARRIVAL, start), street.at(0.0, end)


def _beside(street: Street, start: float, end: float) -> Iterator[Segment]:
    """Yield the lines on the table that are shifted or turned slightly from a line."""
    for n in range(8):
        x, y = direction(45 * n)
        one, other = start + NUDGE * x, end + NUDGE * y
        if min(one, other) >= 0.0 and max(one, other) <= street.wide:
            yield _line(street, one, other)


def _through(
    wide: float, off: float, along: float, off_other: float, along_other: float
) -> tuple[float, float] | None:
    """Return where the line through two points leaves the zone and where it arrives.

    In inches along the two edges of a street *wide* inches across; each point comes as its
    inches from the Arrival and along it. None if the line is parallel to the edges or leaves
    the table.
    """
    if -LOOSE_EPSILON < off - off_other < LOOSE_EPSILON:
        return None
    slope = (along_other - along) / (off_other - off)
    start = along + slope * (FROM_ARRIVAL - off)
    if not -LOOSE_EPSILON <= start <= wide + LOOSE_EPSILON:
        return None
    end = along + slope * (0.0 - off)
    return (start, end) if -LOOSE_EPSILON <= end <= wide + LOOSE_EPSILON else None


def _cuts(line: Segment, shape: Path) -> bool:
    """Return whether a line passes through the inside of a shape; along its rim is outside."""
    (ax, ay), (bx, by) = line
    dx, dy = bx - ax, by - ay
    cuts = [0.0, 1.0]
    for p, q in edges(shape):
        ex, ey = q[0] - p[0], q[1] - p[1]
        turn = dx * ey - dy * ex
        if turn:
            there = ((p[0] - ax) * ey - (p[1] - ay) * ex) / turn
            if 0.0 < there < 1.0:
                cuts.append(there)
    cuts.sort()
    for one, other in pairwise(cuts):
        middle = (one + other) / 2
        at = Point(ax + dx * middle, ay + dy * middle)
        # A point on a side counts as outside.
        if (
            inside(at, shape)
            and min([off_segment(at, side) for side in edges(shape)]) > LOOSE_EPSILON
        ):
            return True
    return False
