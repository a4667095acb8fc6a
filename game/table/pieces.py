"""Movable terrain pieces: containers, debris, pieces of a city."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

from game.geometry.points import (
    Disc,
    Path,
    Point,
    thousandths,
    vector_of_heading,
)
from game.geometry.polygons import Box, box, centroid
from game.table.board import Board, Spot
from game.table.records import ORIGIN, ModelId, Where


class PieceKind(StrEnum):
    """The kinds of movable pieces."""

    CONTAINER = "container"
    """``MI-05``"""
    DEBRIS = "loose debris"
    """``ZG-13``"""
    CITY = "city piece"
    """``PU-03``"""
    MINES = "mines"
    """``PU-10``  A cluster of mines."""


CONTAINER = 0.5
"""``MI-05``  Radius of a container, in inches."""
GREAT = 3
"""``PU-03``  Size from which a ruin is Impassable."""
CLUSTER = 0.5
"""``PU-24``  Radius of a cluster of mines, in inches."""


@dataclass(frozen=True)
class Piece:
    """A movable piece of terrain: its shape in its own frame, and its place.

    Moving it does not rebuild its shape.
    """

    id: str
    kind: PieceKind
    at: Point
    """Its centre."""
    radius: float = 0.0
    """Radius of a round piece in inches; 0 for one with an outline."""
    outline: Path = ()
    """Corners relative to its centre, if it is not round."""
    arrows: int = 0
    heading: float = 0.0
    """Degrees, 0 up the table, clockwise; meaningless without arrows."""
    holder: ModelId | None = None
    """The model that holds it."""
    turned: float = 0.0
    """Degrees, clockwise, by which its outline is turned about its centre."""
    where: Where = Where.TABLE
    """In reserve if it is off the table, to return or to be brought on."""
    size: int = 0
    """``PU-02``  1, 2 or 3 for a piece of the street."""
    intact: bool = False
    """``PU-03``  True if it is no ruin."""
    on: str = ""
    """``PU-10``  The piece that it is attached to."""

    @cached_property
    def impassable(self) -> bool:
        """Return whether it is an intact building, or a ruin of size 3 (``PU-03``)."""
        return self.kind is PieceKind.CITY and (self.intact or self.size >= GREAT)

    @cached_property
    def blocks_sight(self) -> bool:
        """Return whether it blocks line of sight: debris, or Impassable and on the table."""
        debris = self.kind is PieceKind.DEBRIS
        return debris or (self.where is Where.TABLE and self.impassable)

    @cached_property
    def disc(self) -> Disc:
        """Return its centre and radius as a disc."""
        return Disc(self.at, self.radius)

    @cached_property
    def corners(self) -> Path:
        """Return its corners on the table."""
        x, y = self.at
        return tuple([Point(x + cx, y + cy) for cx, cy in self.shape])

    @cached_property
    def box(self) -> Box:
        """Return the box around its outline on the table."""
        (x, y), (left, top, right, low) = self.at, self.extent
        return x + left, y + top, x + right, y + low

    @cached_property
    def extent(self) -> Box:
        """Return the box around its outline, relative to its centre."""
        return _extent(self.shape)

    @cached_property
    def shape(self) -> Path:
        """Return its turned outline, relative to its centre."""
        return _turned(self.outline, self.turned) if self.turned else self.outline


_extent = lru_cache(maxsize=1024)(box)


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
    """Return the pieces of some kinds on a map by id, in the order of its file."""
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
    """``PU-10``  Return a new cluster of mines in reserve."""
    return Piece(id_, PieceKind.MINES, ORIGIN, radius=CLUSTER, where=Where.RESERVE)


def _debris(id_: str, corners: Path) -> Piece:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    # The centre of its box, in thousandths, so that its corners keep their values.
    at = Point(round((min(xs) + max(xs)) / 2, 3), round((min(ys) + max(ys)) / 2, 3))
    outline = tuple(Point(round(x - at.x, 3), round(y - at.y, 3)) for x, y in corners)
    return Piece(id_, PieceKind.DEBRIS, at, outline=outline)


def _city(spot: Spot) -> Piece:
    """``PU-07``  Return a city piece; its centre is its centroid, about which it also turns."""
    at = thousandths(centroid(spot.outline))
    outline = tuple(Point(round(x - at.x, 3), round(y - at.y, 3)) for x, y in spot.outline)
    size, intact = int(dict(spot.numbers)["size"]), dict(spot.words)["condition"] == "intact"
    return Piece(spot.id, PieceKind.CITY, at, outline=outline, size=size, intact=intact)
