"""Free places on the street.

They suit models, returning pieces or mines (PU-04, PU-09, PU-10).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from math import gcd
from typing import ClassVar

from game.geometry.limits import is_at_least, is_more_than, is_within
from game.geometry.points import (
    CONTACT,
    Disc,
    Point,
    distance,
    gap,
    point_ahead,
    thousandths,
    unit_vector,
)
from game.geometry.polygons import Box, edges
from game.play.log.inches_text import too_near_text
from game.play.log.wording import with_article
from game.play.moves.base_placement import base_under, on_table
from game.play.moves.placement_regions import Bounds
from game.systems.pursuit.rules import street_pieces
from game.systems.pursuit.rules.street_pieces import city, is_impassable, is_in, mines, touches
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
                blocking = with_article(street_pieces.called(piece.id))
                return f"would be on {blocking}, which is Impassable"
        if name := base_under(self.bases, base) or base_under(self.mines, base):
            return f"would be on {name}"
        return None


def crowd_of(table: Table) -> OccupiedSpace:
    """Return the space taken up on a table by pieces, models and mines."""
    return OccupiedSpace(
        table.board,
        tuple(city(table)),
        {m.id: m.disc for m in table.standing()},
        {street_pieces.called(c.id): c.disc for c in mines(table)},
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
            return f"must touch {with_article(street_pieces.called(self.piece.id))}"
        for piece in crowd.pieces:
            if is_in(piece, base):
                return f"would be in {with_article(street_pieces.called(piece.id))}"
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
