"""Free places for models and mines (PU-04, PU-10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import gcd
from typing import ClassVar

from game.geometry.points import (
    CONTACT,
    EPSILON,
    Disc,
    Point,
    distance,
    gap,
    point_ahead,
    thousandths,
    unit_vector,
)
from game.geometry.polygons import edges
from game.play.base_placement import base_under, on_table
from game.play.placement import Bounds
from game.play.wording import too_near_text
from game.rules.pursuit.street_pieces import called, city, is_impassable, is_in, mines, touches
from game.table.board import Board
from game.table.pieces import Piece, Street, street_of
from game.table.state import Table

FROM_ARRIVAL = 48.0
FROM_RIDERS = 12.0
STEP = 0.5
ASIDE = 0.005
"""Inches between a cluster and the piece that it is brought to: contact, and no overlap."""
GOLDEN = 0.618
"""The share of a row by which steps leave no part of it out for long."""
FAR = 100.0
"""Inches: where so little will do, any place points at the nearest that will."""


class CandidateRegion:
    """A region that is judged place by place, and the places that are looked at in turn."""

    def wrong(self, at: Point) -> str | None:
        raise NotImplementedError

    def spots(self) -> Sequence[Point]:
        raise NotImplementedError

    def proposed(self) -> Sequence[Point]:
        """Return the same places, the likeliest to be wanted first."""
        return self.spots()

    def nearest(self, at: Point) -> Point | None:
        near = sorted(self.spots(), key=lambda spot: distance(spot, at))
        return next((spot for spot in near if self.wrong(spot) is None), None)

    def sample(self, k: int, n: int) -> Point | None:
        """Look from the k-th part of the places on, here and there, until one will do."""
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
        """Return whether one of the places will do, whatever is wrong with it."""
        return self.wrong(spot) is None

    def has_room(self) -> bool:
        return self.sample(0, 1) is not None


@lru_cache(maxsize=64)
def _stride(many: int) -> int:
    """Return a step that comes to each of so many places, and soon near to all of them."""
    step = max(1, round(many * GOLDEN))
    while gcd(step, many) > 1:
        step += 1
    return step


@dataclass(frozen=True)
class OccupiedSpace:
    """All that is on the table already."""

    board: Board
    pieces: tuple[Piece, ...]
    figs: Mapping[str, Disc]
    mines: Mapping[str, Disc]
    """By what they are called."""

    @cached_property
    def _solid(self) -> tuple[Piece, ...]:
        return tuple([piece for piece in self.pieces if is_impassable(piece)])

    def wrong(self, base: Disc) -> str | None:
        """Say why a fig cannot be set down somewhere: off the table, on a piece, on another."""
        if not on_table(self.board, base):
            return "lies off the table"
        for piece in self._solid:
            if is_in(piece, base):
                return f"stands on {called(piece.id)}, which is Impassable"
        if name := base_under(self.figs, base) or base_under(self.mines, base):
            return f"stands on {name}"
        return None


def crowd_of(table: Table) -> OccupiedSpace:
    return OccupiedSpace(
        table.board,
        tuple(city(table)),
        {m.id: m.disc for m in table.standing()},
        {called(c.id): c.disc for c in mines(table)},
    )


@dataclass(frozen=True)
class SwarmRegion(CandidateRegion):
    """``PU-04``  At least 48" from the Arrival, the swarm 12" from every rider, too."""

    crowd: OccupiedSpace
    base: float
    riders: Mapping[str, Disc] = field(default_factory=dict)
    """Those to keep off."""
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
        far = street_of(self.crowd.board).off(at) - self.base
        if far < FROM_ARRIVAL - EPSILON:
            return too_near_text(far, FROM_ARRIVAL, "the Arrival")
        if rider := self._nearby(at):
            return too_near_text(gap(base, self.riders[rider]), FROM_RIDERS, rider)
        return self.crowd.wrong(base)

    def _nearby(self, at: Point) -> str | None:
        """Return a rider that a fig would be too near to."""
        return base_under(self.riders, Disc(at, self.base + FROM_RIDERS))

    def fits(self, spot: Point) -> bool:
        # Most are too near to a rider; so far from the Arrival are all.
        return not self._nearby(spot) and self.crowd.wrong(Disc(spot, self.base)) is None

    def spots(self) -> Sequence[Point]:
        return _grid(street_of(self.crowd.board), self.base)

    def proposed(self) -> Sequence[Point]:
        return _foremost(street_of(self.crowd.board), self.base)


@lru_cache(maxsize=16)
def _grid(street: Street, base: float) -> tuple[Point, ...]:
    """Return the places at every half inch, the furthest from the Arrival first."""
    rows = int((street.long - FROM_ARRIVAL - 2 * base) / STEP) + 1
    many = int((street.wide - 2 * base) / STEP) + 1
    return tuple(
        thousandths(street.at(FROM_ARRIVAL + base + n * STEP, base + m * STEP))
        for n in range(rows - 1, -1, -1)
        for m in range(many)
    )


@lru_cache(maxsize=16)
def _foremost(street: Street, base: float) -> tuple[Point, ...]:
    """Return the same, the nearest to the Arrival and to the middle of the street first."""
    middle = street.wide / 2

    def order(at: Point) -> tuple[float, float]:
        return street.off(at), abs(street.along(at) - middle)

    return tuple(sorted(_grid(street, base), key=order))


@dataclass(frozen=True)
class RearRegion(CandidateRegion):
    """``PU-04``  Where a fig comes on: touching the rear edge."""

    crowd: OccupiedSpace
    base: float
    snap: ClassVar = FAR

    def wrong(self, at: Point) -> str | None:
        base = Disc(at, self.base)
        if street_of(self.crowd.board).to_rear(base) > CONTACT + EPSILON:
            return "does not touch the rear edge"
        return self.crowd.wrong(base)

    def spots(self) -> Sequence[Point]:
        street = street_of(self.crowd.board)
        many = int((street.wide - 2 * self.base) / STEP) + 1
        off = street.long - self.base
        return [thousandths(street.at(off, self.base + n * STEP)) for n in range(many)]


@dataclass(frozen=True)
class MineRegion(CandidateRegion):
    """``PU-10``  Where a cluster of mines touches a piece, and no fig."""

    crowd: OccupiedSpace
    piece: Piece
    radius: float
    snap: ClassVar = FAR

    def wrong(self, at: Point) -> str | None:
        base, crowd = Disc(at, self.radius), self.crowd
        if not on_table(crowd.board, base):
            return "lies off the table"
        if not touches(self.piece, base):
            return f"does not touch {called(self.piece.id)}"
        for piece in crowd.pieces:
            if is_in(piece, base):
                return f"lies in {called(piece.id)}"
        for name, fig in crowd.figs.items():
            if gap(base, fig) <= CONTACT + EPSILON:
                return f"touches {name}"
        return "lies on other mines" if base_under(crowd.mines, base) else None

    def spots(self) -> Sequence[Point]:
        return list(_around(self.piece, self.radius))

    def has_room(self) -> bool:
        return any(self.wrong(at) is None for at in _around(self.piece, self.radius))


def _around(piece: Piece, radius: float) -> Iterator[Point]:
    """Yield spots along the sides of a piece, about half an inch apart."""
    off = radius + ASIDE
    for a, b in edges(piece.corners):
        long, along = distance(a, b), unit_vector(a, b)
        many = max(1, int(long / STEP))
        for n in range(many):
            at = point_ahead(a, along, long * (n + 0.5) / many)
            x, y = along.y * off, along.x * off
            yield thousandths(Point(at.x + x, at.y - y))
            yield thousandths(Point(at.x - x, at.y + y))
