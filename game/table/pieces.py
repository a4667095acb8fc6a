"""Movable terrain pieces (containers, debris, street pieces) and the street's rolling axis."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

from game.geometry.points import (
    Disc,
    Path,
    Point,
    heading_of_vector,
    thousandths,
    vector_of_heading,
)
from game.geometry.polygons import Box, box, centroid
from game.table.board import Board, Spot
from game.table.records import ORIGIN, ModelId, Where


class PieceKind(StrEnum):
    CONTAINER = "container"
    """``MI-05``"""
    DEBRIS = "loose debris"
    """``ZG-13``"""
    CITY = "city piece"
    """``PU-03``"""
    MINES = "mines"
    """``PU-10``  A cluster of them."""


CONTAINER = 0.5
"""``MI-05``  The radius of a container, in inches."""
GREAT = 3
"""``PU-03``  A ruin of this size is Impassable."""
CLUSTER = 0.5
"""``PU-24``  The radius of a cluster of mines."""


@dataclass(frozen=True)
class Piece:
    """A thing that keeps its shape in its own frame and its place apart.

    Moving it rebuilds nothing.
    """

    id: str
    kind: PieceKind
    at: Point
    """Where its middle is."""
    radius: float = 0.0
    """Of a round piece; 0 for one with an outline."""
    outline: Path = ()
    """The corners of one that is not round, seen from its middle."""
    arrows: int = 0
    heading: float = 0.0
    """Degrees, 0 up the table, clockwise; of no meaning without arrows."""
    holder: ModelId | None = None
    """Who has hold of it."""
    turned: float = 0.0
    """Degrees, clockwise, by which its outline is turned about its middle."""
    where: Where = Where.TABLE
    """In reserve: off the table, to come back or to be brought on."""
    size: int = 0
    """``PU-02``  1, 2 or 3, of a piece of the street."""
    intact: bool = False
    """``PU-03``  Whether it is no ruin."""
    on: str = ""
    """``PU-10``  The piece that it is attached to."""

    @cached_property
    def impassable(self) -> bool:
        """Return whether it is an intact building, or a ruin of size 3 (``PU-03``)."""
        return self.kind is PieceKind.CITY and (self.intact or self.size >= GREAT)

    @cached_property
    def blocks_sight(self) -> bool:
        """Return whether it is on the table, and nobody sees through it there."""
        debris = self.kind is PieceKind.DEBRIS
        return debris or (self.where is Where.TABLE and self.impassable)

    @cached_property
    def disc(self) -> Disc:
        return Disc(self.at, self.radius)

    @cached_property
    def corners(self) -> Path:
        """Return its outline where it is on the table."""
        x, y = self.at
        return tuple([Point(x + cx, y + cy) for cx, cy in self.shape])

    @cached_property
    def box(self) -> Box:
        """Return the box around its outline where it is on the table."""
        (x, y), (left, top, right, low) = self.at, self.extent
        return x + left, y + top, x + right, y + low

    @cached_property
    def extent(self) -> Box:
        """Return the box around its outline, seen from its middle."""
        return box(self.shape)

    @cached_property
    def shape(self) -> Path:
        """Return its outline as it is turned, seen from its middle."""
        return _turned(self.outline, self.turned) if self.turned else self.outline


@lru_cache(maxsize=1024)
def _turned(outline: Path, by: float) -> Path:
    sine, minus_cosine = vector_of_heading(by)
    return tuple(
        thousandths(Point(-x * minus_cosine - y * sine, x * sine - y * minus_cosine))
        for x, y in outline
    )


def pieces_of(
    board: Board, kinds: Collection[PieceKind] = tuple(PieceKind)
) -> dict[str, Piece]:
    """Return the pieces of some kinds that a map has, in the order of its file."""
    pieces = dict[str, Piece]()
    for spot in board.spots:
        if spot.kind not in kinds:
            continue
        if spot.kind == PieceKind.CONTAINER:
            kind = PieceKind.CONTAINER
            pieces[spot.id] = Piece(spot.id, kind, spot.outline[0], radius=CONTAINER)
        elif spot.kind == PieceKind.CITY:
            pieces[spot.id] = _city(spot)
        else:
            pieces[spot.id] = _debris(spot.id, spot.outline)
    return pieces


def mines(id_: str) -> Piece:
    """``PU-10``  Return a cluster of mines that is to be brought on."""
    return Piece(id_, PieceKind.MINES, ORIGIN, radius=CLUSTER, where=Where.RESERVE)


def _debris(id_: str, corners: Path) -> Piece:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    # The middle of its box, in thousandths, so that its corners come back as they were.
    at = Point(round((min(xs) + max(xs)) / 2, 3), round((min(ys) + max(ys)) / 2, 3))
    outline = tuple(Point(round(x - at.x, 3), round(y - at.y, 3)) for x, y in corners)
    return Piece(id_, PieceKind.DEBRIS, at, outline=outline)


def _city(spot: Spot) -> Piece:
    """``PU-07``  Its middle is its centroid, about which it turns, too."""
    at = thousandths(centroid(spot.outline))
    outline = tuple(Point(round(x - at.x, 3), round(y - at.y, 3)) for x, y in spot.outline)
    size, intact = int(dict(spot.numbers)["size"]), dict(spot.words)["condition"] == "intact"
    return Piece(spot.id, PieceKind.CITY, at, outline=outline, size=size, intact=intact)


ARRIVAL = "arrival"
ROLL = 12.0
"""``PU-08``  Inches that the table rolls in each Pursuit phase."""


@dataclass(frozen=True, slots=True)
class Street:
    """A table seen along its length, from the Arrival to the rear edge."""

    width: float
    height: float
    back: Point
    """The way straight away from the Arrival, as a unit vector."""

    @property
    def ahead(self) -> Point:
        """Return the way straight toward the Arrival."""
        return Point(-self.back.x + 0.0, -self.back.y + 0.0)

    @property
    def facing(self) -> float:
        """Return the facing of who faces the Arrival."""
        return heading_of_vector(self.ahead)

    @property
    def long(self) -> float:
        return self.width if self.back.x else self.height

    @property
    def wide(self) -> float:
        return self.height if self.back.x else self.width

    def off(self, at: Point) -> float:
        """Return how many inches a point is from the Arrival."""
        x, y = self.back
        if x:
            return at.x if x > 0.0 else self.width - at.x
        return at.y if y > 0.0 else self.height - at.y

    def along(self, at: Point) -> float:
        """Return where a point is along the Arrival edge, from the left or the top."""
        return at.y if self.back.x else at.x

    def at(self, off: float, along: float) -> Point:
        """Return the point so far off the Arrival and so far along it."""
        x, y = self.back
        if x:
            return Point(off if x > 0.0 else self.width - off, along)
        return Point(along, off if y > 0.0 else self.height - off)

    def to_rear(self, base: Disc) -> float:
        """Return after how many inches back a base touches the rear edge."""
        return self.long - base.radius - self.off(base.at)

    def turned_away(self, facing: float) -> float:
        """``PU-12``  Return by how many degrees a facing is away from the Arrival."""
        return abs((facing - self.facing + 180.0) % 360.0 - 180.0)


@lru_cache(maxsize=16)
def street_of(board: Board) -> Street:
    """Return a board as a street; it must have an Arrival along one of its edges."""
    spot = next(spot for spot in board.spots if spot.kind == ARRIVAL)
    xs, ys = {at.x for at in spot.outline}, {at.y for at in spot.outline}
    if len(xs) == 1:
        back = Point(1.0, 0.0) if xs == {0.0} else Point(-1.0, 0.0)
    else:
        back = Point(0.0, 1.0) if ys == {0.0} else Point(0.0, -1.0)
    return Street(board.width, board.height, back)


def table_rolls(board: Board) -> bool:
    """Return whether a table rolls: whether it has an Arrival."""
    return any(spot.kind == ARRIVAL for spot in board.spots)
