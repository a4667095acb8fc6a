"""Who and what comes onto the table while it rolls: ``PU-04``, ``PU-10``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from game.geometry.points import Disc, Point, ahead, distance, gap, heading, thousandths
from game.geometry.shapes import edges
from game.play.decisions import PASS, Choose, Option, passing
from game.play.footing import on_table
from game.play.game import Game
from game.play.place import Place, Spot
from game.rules.pursuit.city import city, is_impassable, is_in, is_on, touches
from game.rules.pursuit.city import mines as clusters_on
from game.rules.pursuit.street import Street, street_of, swarm
from game.rules.pursuit.words import chase_of
from game.table.events import Act, Acted, PieceCame, Placed
from game.table.pieces import Piece, PieceKind
from game.table.records import ModelId, Where
from game.table.state import Table

MOST_MINES = 4
STEP = 0.5
CONTACT = 0.01
ASIDE = 0.005
"""Inches between a cluster and the piece that it is brought to: contact, and no overlap."""


@dataclass(frozen=True, slots=True)
class Among:
    """A region made of a judgment and of spots that are looked at in turn."""

    why_not: Callable[[Point], str | None]
    spots: tuple[Point, ...]

    def wrong(self, at: Point) -> str | None:
        return self.why_not(at)

    def nearest(self, at: Point) -> Point | None:
        fits = [spot for spot in self.spots if self.why_not(spot) is None]
        return min(fits, key=lambda spot: distance(spot, at), default=None)

    def sample(self, k: int, n: int) -> Point | None:
        many = len(self.spots)
        for more in range(many):
            spot = self.spots[(k * many // max(1, n) + more) % many]
            if self.why_not(spot) is None:
                return spot
        return None

    def has_room(self) -> bool:
        return any(self.why_not(spot) is None for spot in self.spots)


def in_hand(table: Table) -> list[Piece]:
    """``PU-10``  Return the clusters of mines that can be brought on."""
    found = [p for p in table.pieces.values() if p.kind is PieceKind.MINES and not is_on(p)]
    return found if len(clusters_on(table)) < MOST_MINES else []


def beside(table: Table, piece: Piece, radius: float) -> Among:
    """``PU-10``  Where a cluster touches a piece and no fig."""

    def why_not(at: Point) -> str | None:
        base = Disc(at, radius)
        if not on_table(table.board, base):
            return "lies off the table"
        if any(is_in(p, base) for p in city(table)):
            return "lies in a piece"
        if not touches(piece, base):
            return "does not touch the piece"
        if any(gap(base, m.disc) <= CONTACT + 1e-9 for m in table.standing()):
            return "touches somebody"
        if any(gap(base, c.disc) < 0.0 for c in clusters_on(table)):
            return "lies on other mines"
        return None

    return Among(why_not, tuple(_around(piece, radius)))


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


async def bring_mines(game: Game) -> None:
    """``PU-10``  The swarm's player may bring a cluster to a piece that has come back."""
    table, by = game.table, swarm(game.table)
    if not (left := in_hand(table)):
        return
    cluster = left[0]
    fresh = [table.pieces[id_] for id_ in chase_of(table).fresh]
    sites = {p.id: site for p in fresh if (site := beside(table, p, cluster.radius)).has_room()}
    if not sites:
        return
    options = tuple(
        Option(id_, f"Bring mines to {_called(id_)}", "PU-10", id_) for id_ in sites
    )
    answer = await Choose(
        by,
        "PU-10",
        "Bring a cluster of mines on?",
        (*options, passing("Keep them", "PU-10")),
        about=cluster.id,
        kind="mines",
    )
    if answer == PASS:
        return
    place = Place(
        by, "PU-10", f"Place them touching {_called(answer)}", sites[answer], cluster.id
    )
    at = (await place).at
    game.do(PieceCame("PU-10", cluster.id, at, on=answer))


def _called(piece: str) -> str:
    return piece.replace("-", " ")


def at_rear(table: Table, base: float) -> Among:
    """``PU-04``  Where a fig comes on: touching the rear edge, on nothing and nobody."""
    street = street_of(table.board)

    def why_not(at: Point) -> str | None:
        disc = Disc(at, base)
        if not on_table(table.board, disc):
            return "lies off the table"
        if street.to_rear(disc) > CONTACT:
            return "does not touch the rear edge"
        return stands_badly(table, disc)

    return Among(why_not, tuple(_rear(street, base)))


def _rear(street: Street, base: float) -> Iterator[Point]:
    for n in range(int((street.wide - 2 * base) / STEP) + 1):
        yield thousandths(street.at(street.long - base, base + n * STEP))


def stands_badly(table: Table, disc: Disc) -> str | None:
    """``PU-03``  Say why a fig cannot be set down somewhere: on a piece, on another."""
    if any(is_impassable(p) and is_in(p, disc) for p in city(table)):
        return "stands on an Impassable piece"
    taken = [m.disc for m in table.standing()] + [c.disc for c in clusters_on(table)]
    if any(gap(disc, other) < -1e-9 for other in taken):
        return "stands on somebody"
    return None


async def come_on(game: Game) -> None:
    """``PU-04``  Gargoyles that found no room come on at the rear edge, or wait again."""
    by = swarm(game.table)
    waiting = [m.id for m in game.table.models.values() if m.side == by and _waits(m.where)]
    for who in waiting:
        await _comes_on(game, who)


def _waits(where: Where) -> bool:
    return where is Where.RESERVE


async def _comes_on(game: Game, who: ModelId) -> None:
    model = game.table.models[who]
    region, name = at_rear(game.table, model.base), game.table.units[model.unit].name
    if not region.has_room():
        game.do(Acted("PU-04", model.unit, Act.FINDS_NO_ROOM))
        return
    asks = f"{name} comes on at the rear edge"
    spot: Spot = await Place(model.side, "PU-04", asks, region, who)
    game.do(Placed("PU-04", who, spot.at, street_of(game.table.board).facing))
