"""Free places for models, returning pieces and mines (PU-04, PU-09, PU-10)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from math import gcd, sqrt
from typing import ClassVar

import numpy as np

from game.geometry.array_sweeps import Bools, Floats, corners
from game.geometry.limits import is_at_least, is_more_than, is_within
from game.geometry.points import (
    CONTACT,
    EPSILON,
    Disc,
    Path,
    Point,
    distance,
    gap,
    point_ahead,
    thousandths,
    unit_vector,
)
from game.geometry.polygons import Box, Segment, edges
from game.play.base_placement import base_under, on_table
from game.play.placement import Bounds
from game.play.wording import too_near_text, with_article
from game.systems.pursuit.rules.street_pieces import (
    called,
    city,
    is_impassable,
    is_in,
    mines,
    touches,
)
from game.systems.pursuit.table.street import Street, street_of
from game.table.board import Board
from game.table.state import Piece, Table

FROM_ARRIVAL = 48.0
FROM_RIDERS = 12.0
STEP = 0.5
ASIDE = 0.005
"""Inches between a cluster and the piece that it touches: contact without overlap."""
GOLDEN = 0.618
"""Stride as a share of the number of places, so that places tried early spread evenly."""
FAR = 100.0
"""Snap distance in inches for regions so small that any click means the nearest place."""


class CandidateRegion:
    """A region judged place by place, with a list of candidate places."""

    def wrong(self, at: Point) -> str | None:
        """Return why a place is not allowed; None if it is."""
        raise NotImplementedError

    def spots(self) -> Sequence[Point]:
        """Return the candidate places."""
        raise NotImplementedError

    def proposed(self) -> Sequence[Point]:
        """Return the candidate places, the most useful first."""
        return self.spots()

    def nearest(self, at: Point) -> Point | None:
        """Return the allowed candidate place nearest to *at*; None if there is none."""
        near = sorted(self.spots(), key=lambda spot: distance(spot, at))
        return next((spot for spot in near if self.wrong(spot) is None), None)

    def sample(self, k: int, n: int) -> Point | None:
        """Return an allowed place, searching from the *k*-th of *n* parts of the candidates.

        It goes on by a stride that spreads the places tried. None if no candidate is allowed.
        """
        spots = self.proposed()
        many = len(spots)
        step = _stride(many)
        first = k * many // max(1, n)
        for more in range(many):
            spot = spots[(first + more * step) % many]
            if self.fits(spot):
                return spot
        return None

    def fits(self, spot: Point) -> bool:
        """Return whether a candidate place is allowed, without the reason if it is not."""
        return self.wrong(spot) is None

    def has_room(self) -> bool:
        """Return whether any candidate place is allowed."""
        return self.sample(0, 1) is not None


@lru_cache(maxsize=64)
def _stride(many: int) -> int:
    """Return a stride that reaches each of *many* places, and soon comes near all of them."""
    step = max(1, round(many * GOLDEN))
    while gcd(step, many) > 1:
        step += 1
    return step


@dataclass(frozen=True)
class OccupiedSpace:
    """Everything that already takes up space on the table."""

    board: Board
    pieces: tuple[Piece, ...]
    bases: Mapping[str, Disc]
    mines: Mapping[str, Disc]
    """Mine clusters, by name."""

    @cached_property
    def _solid(self) -> list[tuple[Box, Piece]]:
        return [(piece.box, piece) for piece in self.pieces if is_impassable(piece)]

    def wrong(self, base: Disc) -> str | None:
        """Return why a base cannot be placed: off the table, on a piece, on a base; or None."""
        if not on_table(self.board, base):
            return "would be off the table"
        (x, y), r = base
        for (left, top, right, low), piece in self._solid:
            if left - r < x < right + r and top - r < y < low + r and is_in(piece, base):
                return f"would be on {with_article(called(piece.id))}, which is Impassable"
        if name := base_under(self.bases, base) or base_under(self.mines, base):
            return f"would be on {name}"
        return None


def crowd_of(table: Table) -> OccupiedSpace:
    """Return the space taken up on a table by pieces, models and mines."""
    return OccupiedSpace(
        table.board,
        tuple(city(table)),
        {m.id: m.disc for m in table.standing()},
        {called(c.id): c.disc for c in mines(table)},
    )


@dataclass(frozen=True)
class SwarmRegion(CandidateRegion):
    """``PU-04``  Zone 48" or more from the Arrival; the swarm also 12" from each rider."""

    crowd: OccupiedSpace
    base: float
    riders: Mapping[str, Disc] = field(default_factory=dict)
    """Riders to keep 12" away from; none while the riders are set up."""
    snap: ClassVar = 1.5

    @property
    def bounds(self) -> Bounds:
        street = street_of(self.crowd.board)
        corners = ((FROM_ARRIVAL, 0.0), (street.long, 0.0), (street.long, street.wide))
        outline = [street.at(*corner) for corner in (*corners, (FROM_ARRIVAL, street.wide))]
        off = tuple(Disc(at, r + FROM_RIDERS) for at, r in self.riders.values())
        return Bounds(tuple(outline), off)

    def wrong(self, at: Point) -> str | None:
        base = Disc(at, self.base)
        inches = street_of(self.crowd.board).off(at) - self.base
        if not is_at_least(inches, FROM_ARRIVAL):
            return too_near_text(inches, FROM_ARRIVAL, "the Arrival")
        if rider := self._nearby(at):
            return too_near_text(gap(base, self.riders[rider]), FROM_RIDERS, rider)
        return self.crowd.wrong(base)

    def _nearby(self, at: Point) -> str | None:
        """Return a rider that the model would be within 12" of; None if there is none."""
        return base_under(self.riders, Disc(at, self.base + FROM_RIDERS))

    def fits(self, spot: Point) -> bool:
        # The riders rule out most candidates; all are far enough from the Arrival.
        return not self._nearby(spot) and self.crowd.wrong(Disc(spot, self.base)) is None

    def spots(self) -> Sequence[Point]:
        return _grid(street_of(self.crowd.board), self.base)

    def proposed(self) -> Sequence[Point]:
        return _foremost(street_of(self.crowd.board), self.base)


def _rows(street: Street, base: float) -> list[list[Point]]:
    """Return the places at every half inch, row by row, the furthest from the Arrival first."""
    rows = int((street.long - FROM_ARRIVAL - 2 * base) / STEP) + 1
    many = int((street.wide - 2 * base) / STEP) + 1
    offs = [thousandths(street.at(FROM_ARRIVAL + base + n * STEP, 0.0)) for n in range(rows)]
    across = [thousandths(street.at(0.0, base + m * STEP)) for m in range(many)]
    if street.back.x:
        return [[Point(x, y) for _, y in across] for x, _ in reversed(offs)]
    return [[Point(x, y) for x, _ in across] for _, y in reversed(offs)]


@lru_cache(maxsize=16)
def _grid(street: Street, base: float) -> tuple[Point, ...]:
    """Return the places at every half inch, the furthest from the Arrival first."""
    return tuple(chain.from_iterable(_rows(street, base)))


@lru_cache(maxsize=16)
def _foremost(street: Street, base: float) -> tuple[Point, ...]:
    """Return the same places, the nearest to the Arrival first, then to the street's middle."""
    rows, middle = _rows(street, base), street.wide / 2
    first = rows[0] if rows else []
    order = sorted(range(len(first)), key=lambda n: abs(street.along(first[n]) - middle))
    return tuple(row[n] for row in reversed(rows) for n in order)


@dataclass(frozen=True)
class RearRegion(CandidateRegion):
    """``PU-04``  Places for a model that comes on, touching the rear edge."""

    crowd: OccupiedSpace
    base: float
    snap: ClassVar = FAR

    def wrong(self, at: Point) -> str | None:
        base = Disc(at, self.base)
        if is_more_than(street_of(self.crowd.board).to_rear(base), CONTACT):
            return "must touch the rear edge"
        return self.crowd.wrong(base)

    def spots(self) -> Sequence[Point]:
        street = street_of(self.crowd.board)
        many = int((street.wide - 2 * self.base) / STEP) + 1
        off = street.long - self.base
        return [thousandths(street.at(off, self.base + n * STEP)) for n in range(many)]


@dataclass(frozen=True)
class MineRegion(CandidateRegion):
    """``PU-10``  Places for a mine cluster that touches a piece and no model."""

    crowd: OccupiedSpace
    piece: Piece
    radius: float
    snap: ClassVar = FAR

    def wrong(self, at: Point) -> str | None:
        base, crowd = Disc(at, self.radius), self.crowd
        if not on_table(crowd.board, base):
            return "would be off the table"
        if not touches(self.piece, base):
            return f"must touch {with_article(called(self.piece.id))}"
        for piece in crowd.pieces:
            if is_in(piece, base):
                return f"would be in {with_article(called(piece.id))}"
        for name, other in crowd.bases.items():
            if is_within(gap(base, other), CONTACT):
                return f"would touch {name}"
        return "would be on other mines" if base_under(crowd.mines, base) else None

    def spots(self) -> Sequence[Point]:
        return list(_around(self.piece, self.radius))

    def has_room(self) -> bool:
        return any(self.wrong(at) is None for at in _around(self.piece, self.radius))


def _around(piece: Piece, radius: float) -> Iterator[Point]:
    """Yield places on both sides of each edge of a piece, about half an inch apart."""
    off = radius + ASIDE
    for a, b in edges(piece.corners):
        long, along = distance(a, b), unit_vector(a, b)
        many = max(1, int(long / STEP))
        for n in range(many):
            at = point_ahead(a, along, long * (n + 0.5) / many)
            x, y = along.y * off, along.x * off
            yield thousandths(Point(at.x + x, at.y - y))
            yield thousandths(Point(at.x - x, at.y + y))


MANY_PAIRS = 128
"""Number of pairs of a corner and a side from which arrays are quicker than a loop."""
SURE = 1e-7
"""Inches cut off each end of a blocked interval.

Positions in doubt count as allowed; the caller checks them exactly.
"""


def allowed_positions(
    shape: Path,
    along: Point,
    others: Sequence[Path],
    discs: Sequence[Disc],
    off: float,
    steps: Sequence[float],
) -> list[int]:
    """Return the indexes of the *steps* at which a shape is not certainly too near.

    *shape*: the outline at 0 inches; *along*: the unit vector of the edge; *off*: the distance
    in inches to keep from *others* and from the rims of *discs*; *steps*: inches along the
    edge, ascending.
    """
    pairs = len(shape) * 2 * sum([len(other) for other in others]) + len(shape) * len(discs)
    if pairs >= MANY_PAIRS:
        return _allowed_by_arrays(shape, along, others, discs, off, steps)
    # The number of intervals that begin at each step, minus those that have ended.
    changes = [0] * (len(steps) + 1)
    for low, high in _blocked(shape, along, others, discs, off):
        first, after = bisect_left(steps, low + SURE), bisect_left(steps, high - SURE)
        if after > first:
            changes[first] += 1
            changes[after] -= 1
    return [n for n, many in enumerate(accumulate(changes[:-1])) if not many]


def _allowed_by_arrays(
    shape: Path,
    along: Point,
    others: Sequence[Path],
    discs: Sequence[Disc],
    off: float,
    steps: Sequence[float],
) -> list[int]:
    """Return what ``allowed_positions`` returns, equal to the last digit, from arrays."""
    sides = corners([side for other in others for side in edges(other)])
    spots = [(x, y, off) for other in others for x, y in other]
    spots += [(x, y, off + radius) for (x, y), radius in discs]
    at, own = np.array(shape).T[:, :, None], corners([*edges(shape)])[:, None, :]
    spot = np.array(spots).T[:, :, None]
    lows, highs = zip(
        _intervals(at, sides[:, None, :], along, np.float64(off)),
        _intervals(spot[:2], own, Point(-along.x, -along.y), spot[2]),
        strict=True,
    )
    low, high = np.concatenate(lows), np.concatenate(highs)
    first, after = np.searchsorted(steps, low + SURE), np.searchsorted(steps, high - SURE)
    first, after = first[after > first], after[after > first]
    many = len(steps) + 1
    changes = np.bincount(first, minlength=many) - np.bincount(after, minlength=many)
    return [int(n) for n in np.flatnonzero(np.cumsum(changes[:-1]) == 0)]


def _intervals(
    at: Floats, sides: Floats, along: Point, off: Floats | np.float64
) -> tuple[Floats, Floats]:
    """Return the first and the last inches of the intervals of ``_near``, for all pairs."""
    (x, y), (ux, uy) = at, along
    ax, ay, bx, by = sides
    ax, ay, bx, by = ax - x, ay - y, bx - x, by - y
    aside, bside = ax * uy - ay * ux, bx * uy - by * ux
    low, high = np.full(aside.shape, np.inf), np.full(aside.shape, -np.inf)

    def include(inches: Floats, which: Bools) -> None:
        np.minimum(low, inches, out=low, where=which)
        np.maximum(high, inches, out=high, where=which)

    for middle, across in ((ax * ux + ay * uy, aside), (bx * ux + by * uy, bside)):
        square = off * off - across * across
        half = np.sqrt(np.maximum(square, 0.0))
        include(middle - half, square > 0.0)
        include(middle + half, square > 0.0)
    ex, ey = bx - ax, by - ay
    long = np.sqrt(ex * ex + ey * ey)
    whole = np.where(long == 0.0, 1.0, long)
    ex, ey = ex / whole, ey / whole
    now, closing = ax * ey - ay * ex, ux * ey - uy * ex
    meets = (long != 0.0) & (np.abs(closing) >= EPSILON)
    closing = np.where(meets, closing, 1.0)
    for rim in (off, -off):
        there = (now - rim) / closing
        beside = (there * ux - ax) * ex + (there * uy - ay) * ey
        include(there, meets & (beside >= 0.0) & (beside <= long))
    passes = ((aside < off) | (bside < off)) & ((aside > -off) | (bside > -off))
    found = passes & (low <= high)
    return low[found], high[found]


def _blocked(
    shape: Path, along: Point, others: Sequence[Path], discs: Sequence[Disc], off: float
) -> Iterator[tuple[float, float]]:
    """Yield the intervals of steps at which a corner is too near a side, or a side to one."""
    sides = [side for other in others for side in edges(other)]
    for corner in shape:
        for side in sides:
            yield from _near(corner, side, along, off)
    spots = [(corner, off) for other in others for corner in other]
    spots += [(at, off + radius) for at, radius in discs]
    back = Point(-along.x, -along.y)
    for side in edges(shape):
        for spot, kept in spots:
            yield from _near(spot, side, back, kept)


def _near(at: Point, side: Segment, along: Point, off: float) -> Iterator[tuple[float, float]]:
    """Yield the interval, in inches, in which a sliding point is nearer than *off* to a side.

    None if it never is.
    """
    (x, y), ((ax, ay), (bx, by)), (ux, uy) = at, side, along
    ax, ay, bx, by = ax - x, ay - y, bx - x, by - y
    aside, bside = ax * uy - ay * ux, bx * uy - by * ux
    if (aside >= off and bside >= off) or (aside <= -off and bside <= -off):
        return
    ends = list[float]()
    for middle, across in ((ax * ux + ay * uy, aside), (bx * ux + by * uy, bside)):
        if (square := off * off - across * across) > 0.0:
            half = sqrt(square)
            ends += middle - half, middle + half
    ends += _beside(ax, ay, bx - ax, by - ay, along, off)
    if ends:
        yield min(ends), max(ends)


def _beside(
    ax: float, ay: float, ex: float, ey: float, along: Point, off: float
) -> Iterator[float]:
    """Yield where a point is exactly *off* from a side, measured at right angles to it."""
    (ux, uy), long = along, sqrt(ex * ex + ey * ey)
    if long == 0.0:
        return
    ex, ey = ex / long, ey / long
    now, closing = ax * ey - ay * ex, ux * ey - uy * ex
    if abs(closing) < EPSILON:
        return
    for rim in (off, -off):
        there = (now - rim) / closing
        # Inches along the side at that moment.
        if 0.0 <= (there * ux - ax) * ex + (there * uy - ay) * ey <= long:
            yield there
