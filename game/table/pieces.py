"""Movable terrain pieces: containers, debris, pieces of a city."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

from game.geometry.points import (
    Disc,
    Path,
    Point,
    thousandths,
    vector_of_heading,
)
from game.geometry.polygons import Box, box
from game.table.board import Spot
from game.table.records import ModelId, Where


class PieceKind(StrEnum):
    """The kinds of movable pieces."""

    CONTAINER = "container"
    """``MI-05``"""
    DEBRIS = "loose debris"
    CITY = "city piece"
    MINES = "mines"
    """A cluster of mines."""


CONTAINER = 0.5
"""``MI-05``  Radius of a container, in inches."""


@dataclass(frozen=True)
class Piece:
    """A movable piece of terrain: its shape in its own frame, and its place.

    Moving it does not rebuild its shape.
    """

    id: str
    kind: PieceKind
    at: Point
    """Its centre."""
    _: KW_ONLY
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
    """1, 2 or 3 for a city piece."""
    intact: bool = False
    """True if it is a city piece but no ruin."""
    impassable: bool = False
    on: str = ""
    """The piece that it is attached to."""

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


def container(spot: Spot) -> Piece:
    """``MI-05``  Return the container at a spot of a map."""
    return Piece(spot.id, PieceKind.CONTAINER, spot.outline[0], radius=CONTAINER)


def debris(spot: Spot) -> Piece:
    """Return the loose debris at a spot of a map."""
    corners = spot.outline
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    # The centre of its box, in thousandths, so that its corners keep their values.
    at = Point(round((min(xs) + max(xs)) / 2, 3), round((min(ys) + max(ys)) / 2, 3))
    outline = tuple(Point(round(x - at.x, 3), round(y - at.y, 3)) for x, y in corners)
    return Piece(spot.id, PieceKind.DEBRIS, at, outline=outline)
