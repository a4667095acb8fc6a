"""Pieces that come back at the Arrival: ``PU-09``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from game.geometry.gaps import between
from game.geometry.points import Disc, Path, distance, thousandths
from game.geometry.shapes import Box, box, off_polygon
from game.play.game import Game
from game.play.lay import Lay, turned
from game.play.place import TOUCHING, OnTable, Spot
from game.rules.pursuit.city import city
from game.rules.pursuit.street import Street, riders, street_of, swarm
from game.rules.pursuit.words import PAGE, chase_of
from game.table.events import Act, Acted, PieceCame
from game.table.pieces import Piece
from game.table.records import Side, UnitId
from game.table.state import Table

APART = 2.0
"""``PU-09``  Inches from every fig and every other piece."""
STEP = 0.5
TURN = 15
EPSILON = 1e-9


@dataclass(frozen=True, slots=True)
class AtArrival:
    """``PU-09``  Where a piece may come back: at the Arrival, 2" off everything."""

    street: Street
    piece: Piece
    others: tuple[Path, ...]
    figs: tuple[Disc, ...]

    def wrong(self, spot: Spot) -> str | None:
        there = replace(self.piece, at=spot.at, turned=turned(spot))
        first, last, near, far = _reach(self.street, there)
        if min(first, near) < -EPSILON - 0.001 or (
            last > self.street.wide + 0.001 or far > self.street.long + 0.001
        ):
            return "lies off the table"
        if near > TOUCHING + EPSILON:
            return "does not touch the Arrival edge"
        return self._crowded(there)

    def _crowded(self, there: Piece) -> str | None:
        corners = there.corners
        around = box(corners)
        for fig in self.figs:
            off = APART + fig.radius
            if _is_near(around, fig, off) and off_polygon(fig.at, corners) < off - EPSILON:
                return 'is nearer than 2" to somebody'
        for other in self.others:
            if _boxes_near(around, box(other)) and between(corners, other) < APART - EPSILON:
                return 'is nearer than 2" to another piece'
        return None

    def nearest(self, spot: Spot) -> Spot | None:
        """Return it pushed to the edge, or else the nearest place at every half inch."""
        if self.wrong(at_edge := self._at_edge(spot)) is None:
            return at_edge
        places = sorted(self._along(turned(spot)), key=lambda one: distance(one.at, spot.at))
        found = next((one for one in places if self.wrong(one) is None), None)
        return found or next(self.places(), None)

    def _at_edge(self, spot: Spot) -> Spot:
        return self._put(self.street.along(spot.at), turned(spot))

    def _put(self, along: float, by: float) -> Spot:
        """Return it touching the edge, so far along it and turned so."""
        there = replace(self.piece, at=self.street.at(0.0, along), turned=by)
        near = _reach(self.street, there)[2]
        return Spot(thousandths(self.street.at(-near, along)), by)

    def _along(self, by: float) -> Iterator[Spot]:
        for n in range(int(self.street.wide / STEP) + 1):
            yield self._put(n * STEP, by)

    def places(self) -> Iterator[Spot]:
        """``PU-09``  Every place at every half inch and every 15° that will do."""
        for by in range(0, 360, TURN):
            yield from (one for one in self._along(float(by)) if self.wrong(one) is None)

    def sample(self, k: int, n: int) -> Spot | None:
        """Look from the k-th of *n* turns and the k-th part of the edge on."""
        many, turns = int(self.street.wide / STEP) + 1, 360 // TURN
        for more in range(turns):
            by = float((k * 7 + more) % turns * TURN)
            for along in range(many):
                spot = self._put((k * many // max(1, n) + along) % many * STEP, by)
                if self.wrong(spot) is None:
                    return spot
        return None


def _reach(street: Street, piece: Piece) -> tuple[float, float, float, float]:
    """Return from where to where a piece goes along the Arrival, and off it."""
    corners = piece.corners
    along, off = [street.along(c) for c in corners], [street.off(c) for c in corners]
    return min(along), max(along), min(off), max(off)


def _is_near(around: Box, fig: Disc, off: float) -> bool:
    left, top, right, low = around
    (x, y), _ = fig
    return left - off < x < right + off and top - off < y < low + off


def _boxes_near(a: Box, b: Box) -> bool:
    return (
        a[0] - APART < b[2]
        and b[0] - APART < a[2]
        and a[1] - APART < b[3]
        and b[1] - APART < a[3]
    )


def site_of(table: Table, piece: Piece) -> AtArrival:
    """``PU-09``  Return where a piece may come back as things stand."""
    others = tuple(p.corners for p in city(table) if p.id != piece.id)
    figs = tuple(m.disc for m in table.standing())
    return AtArrival(street_of(table.board), piece, others, figs)


def placer(table: Table) -> Side:
    """``PU-09``  The players take turns, the swarm's first, from one game turn to the next."""
    return riders(table) if chase_of(table).placed % 2 else swarm(table)


async def comes_back(game: Game, id_: str) -> None:
    """``PU-09``  A piece is placed at the Arrival by the player whose turn it is, or waits."""
    table, by = game.table, placer(game.table)
    piece = table.pieces[id_]
    site = site_of(table, piece)
    if next(site.places(), None) is None:
        game.do(Acted("PU-09", UnitId(id_), Act.FINDS_NO_ROOM))
        return
    board = table.board
    spot = await Lay(
        by,
        "PU-09",
        f"{id_.replace('-', ' ').capitalize()} comes back: place it at the Arrival",
        region=OnTable(board.width, board.height),
        about=id_,
        site=site,
        does="Place it here",
    )
    game.do(PieceCame("PU-09", id_, spot.at, turned(spot)))
    chase = chase_of(game.table)
    waiting = tuple(one for one in chase.waiting if one != id_)
    after = replace(chase, waiting=waiting, placed=chase.placed + 1, fresh=(*chase.fresh, id_))
    game.do(PAGE.write("PU-09", after))
