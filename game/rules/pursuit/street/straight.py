"""Whether a straight clear line leads from the riders' zone to the Arrival: ``PU-02``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import NamedTuple

from game.geometry.points import LOOSE_EPSILON, Path, Point, direction
from game.geometry.polygons import Segment, edges, inside, off_segment
from game.rules.pursuit.free_space import FROM_ARRIVAL
from game.table.pieces import Piece, Street

HAIR = 0.01
ASIDE = LOOSE_EPSILON * FROM_ARRIVAL
"""By so much a corner is beside a line: its distance by the line's length, at the least."""


def straight_line(street: Street, pieces: list[Piece]) -> Segment | None:
    """``PU-02``  Return a straight clear line from the riders' zone to the Arrival.

    If there is one, there is one through two corners: of pieces, of what of them lies before
    the zone, or the ends of both edges.
    """
    ends = [
        street.at(off, along) for off in (0.0, FROM_ARRIVAL) for along in (0.0, street.wide)
    ]
    blocks = [_Block(p.corners, _is_before(street, p.corners)) for p in pieces]
    found = [corner for block in blocks for corner in _before(street, block.shape)]
    for a, b in combinations([*ends, *found], 2):
        ends_at = _through(street, a, b)
        if ends_at and _is_clear(_line(street, *ends_at), blocks):
            # It only touches corners and sides: a hair beside it nothing must be touched.
            for line in _beside(street, *ends_at):
                if _is_clear(line, blocks):
                    return line
    return None


class _Block(NamedTuple):
    shape: Path
    before: bool
    """Whether all of it lies between the riders' zone and the Arrival."""


def _is_before(street: Street, shape: Path) -> bool:
    return max([street.off(corner) for corner in shape]) <= FROM_ARRIVAL


def _before(street: Street, shape: Path) -> Iterator[Point]:
    """Yield the corners of what of a shape lies between the riders' zone and the Arrival."""
    for a, b in edges(shape):
        one, other = street.off(a), street.off(b)
        if one <= FROM_ARRIVAL:
            yield a
        if (one < FROM_ARRIVAL) is not (other < FROM_ARRIVAL) and one != other:
            part = (FROM_ARRIVAL - one) / (other - one)
            along, on = street.along(a), street.along(b)
            yield street.at(FROM_ARRIVAL, along + (on - along) * part)


def _is_clear(line: Segment, blocks: list[_Block]) -> bool:
    """Return whether a line cuts nothing; what cut it comes first, as it cuts the next, too."""
    for n, block in enumerate(blocks):
        if _parts(line, block.shape) and (block.before or _cuts(line, block.shape)):
            blocks.insert(0, blocks.pop(n))
            return False
    return True


def _parts(line: Segment, shape: Path) -> bool:
    """Return whether a shape has corners on both sides of a line, as it goes on endlessly."""
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
    """Yield the lines a hair beside one, and turned by a hair, that lie on the table."""
    for n in range(8):
        x, y = direction(45 * n)
        one, other = start + HAIR * x, end + HAIR * y
        if min(one, other) >= 0.0 and max(one, other) <= street.wide:
            yield _line(street, one, other)


def _through(street: Street, a: Point, b: Point) -> tuple[float, float] | None:
    """Return where the line through two points comes from the riders' zone, and arrives."""
    off, other = street.off(a), street.off(b)
    if -LOOSE_EPSILON < off - other < LOOSE_EPSILON:
        return None
    along, slope = street.along(a), (street.along(b) - street.along(a)) / (other - off)
    start, end = (along + slope * (far - off) for far in (FROM_ARRIVAL, 0.0))
    if not all(-LOOSE_EPSILON <= one <= street.wide + LOOSE_EPSILON for one in (start, end)):
        return None
    return start, end


def _cuts(line: Segment, shape: Path) -> bool:
    """Return whether a line goes through the inside of an area; along its rim is not."""
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
        # Along a side it is as much out as in.
        if (
            inside(at, shape)
            and min([off_segment(at, side) for side in edges(shape)]) > LOOSE_EPSILON
        ):
            return True
    return False
