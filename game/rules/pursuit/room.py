"""Where figs and mines may be set down: ``PU-04``, ``PU-10``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from game.geometry.points import Disc, Point, ahead, distance, gap, heading, thousandths
from game.geometry.shapes import edges
from game.play.footing import on_table
from game.rules.pursuit.city import city, is_impassable, is_in, mines, touches
from game.rules.pursuit.street import Street, street_of
from game.table.board import Board
from game.table.pieces import Piece
from game.table.state import Table

FROM_ARRIVAL = 48.0
FROM_RIDERS = 12.0
CONTACT = 0.01
STEP = 0.5
ASIDE = 0.005
"""Inches between a cluster and the piece that it is brought to: contact, and no overlap."""
EPSILON = 1e-9


class Among:
    """A region that is judged place by place, and the places that are looked at in turn."""

    def wrong(self, at: Point) -> str | None:
        raise NotImplementedError

    def spots(self) -> Sequence[Point]:
        raise NotImplementedError

    def nearest(self, at: Point) -> Point | None:
        fits = [spot for spot in self.spots() if self.wrong(spot) is None]
        return min(fits, key=lambda spot: distance(spot, at), default=None)

    def sample(self, k: int, n: int) -> Point | None:
        spots = self.spots()
        many = len(spots)
        for more in range(many):
            spot = spots[(k * many // max(1, n) + more) % many]
            if self.wrong(spot) is None:
                return spot
        return None

    def has_room(self) -> bool:
        return any(self.wrong(spot) is None for spot in self.spots())


@dataclass(frozen=True)
class Crowd:
    """All that is on the table already."""

    board: Board
    pieces: tuple[Piece, ...]
    figs: tuple[Disc, ...]
    mines: tuple[Disc, ...]

    def wrong(self, base: Disc) -> str | None:
        """Say why a fig cannot be set down somewhere: off the table, on a piece, on another."""
        if not on_table(self.board, base):
            return "lies off the table"
        if any(is_impassable(p) and is_in(p, base) for p in self.pieces):
            return "stands on an Impassable piece"
        if any(gap(base, other) < -EPSILON for other in (*self.figs, *self.mines)):
            return "stands on somebody"
        return None


def crowd_of(table: Table) -> Crowd:
    return Crowd(
        table.board,
        tuple(city(table)),
        tuple(m.disc for m in table.standing()),
        tuple(c.disc for c in mines(table)),
    )


@dataclass(frozen=True)
class Behind(Among):
    """``PU-04``  At least 48" from the Arrival, the swarm 12" from every rider, too."""

    crowd: Crowd
    base: float
    riders: tuple[Disc, ...] = ()

    def wrong(self, at: Point) -> str | None:
        base = Disc(at, self.base)
        if street_of(self.crowd.board).off(at) - self.base < FROM_ARRIVAL - EPSILON:
            return 'is nearer than 48" to the Arrival'
        if any(gap(base, rider) < FROM_RIDERS - EPSILON for rider in self.riders):
            return 'is nearer than 12" to a rider'
        return self.crowd.wrong(base)

    def spots(self) -> Sequence[Point]:
        return _grid(street_of(self.crowd.board), self.base)


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


@dataclass(frozen=True)
class AtRear(Among):
    """``PU-04``  Where a fig comes on: touching the rear edge."""

    crowd: Crowd
    base: float

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
class Beside(Among):
    """``PU-10``  Where a cluster of mines touches a piece, and no fig."""

    crowd: Crowd
    piece: Piece
    radius: float

    def wrong(self, at: Point) -> str | None:
        base, crowd = Disc(at, self.radius), self.crowd
        if not on_table(crowd.board, base):
            return "lies off the table"
        if not touches(self.piece, base):
            return "does not touch the piece"
        if any(is_in(p, base) for p in crowd.pieces):
            return "lies in a piece"
        if any(gap(base, fig) <= CONTACT + EPSILON for fig in crowd.figs):
            return "touches somebody"
        if any(gap(base, other) < -EPSILON for other in crowd.mines):
            return "lies on other mines"
        return None

    def spots(self) -> Sequence[Point]:
        return list(_around(self.piece, self.radius))


def _around(piece: Piece, radius: float) -> Iterator[Point]:
    """Yield spots along the sides of a piece, about half an inch apart."""
    off = radius + ASIDE
    for a, b in edges(piece.corners):
        long, along = distance(a, b), heading(a, b)
        many = max(1, int(long / STEP))
        for n in range(many):
            at = ahead(a, along, long * (n + 0.5) / many)
            for square in (Point(along.y, -along.x), Point(-along.y, along.x)):
                yield thousandths(ahead(at, square, off))
