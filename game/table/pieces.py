"""What drifts about the table and is no model: containers, loose debris."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from game.geometry.points import Disc, Path, Point
from game.table.board import Board
from game.table.records import ModelId


class PieceKind(StrEnum):
    CONTAINER = "container"
    """``MI-05``"""
    DEBRIS = "loose debris"
    """``ZG-13``"""


CONTAINER = 0.5
"""``MI-05``  The radius of a container, in inches."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing that keeps its shape in its own frame and its place apart.

    Moving it rebuilds nothing. It never turns.
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

    @property
    def disc(self) -> Disc:
        return Disc(self.at, self.radius)

    @property
    def corners(self) -> Path:
        """Return its outline where it is on the table."""
        x, y = self.at
        return tuple(Point(x + cx, y + cy) for cx, cy in self.outline)


def pieces_of(board: Board) -> dict[str, Piece]:
    """Return the pieces that a map has, where it has them, in the order of its file."""
    pieces = dict[str, Piece]()
    for spot in board.spots:
        if spot.kind == PieceKind.CONTAINER:
            kind = PieceKind.CONTAINER
            pieces[spot.id] = Piece(spot.id, kind, spot.outline[0], radius=CONTAINER)
        elif spot.kind == PieceKind.DEBRIS:
            pieces[spot.id] = _debris(spot.id, spot.outline)
    return pieces


def _debris(id_: str, corners: Path) -> Piece:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    # The middle of its box, in thousandths, so that its corners come back as they were.
    at = Point(round((min(xs) + max(xs)) / 2, 3), round((min(ys) + max(ys)) / 2, 3))
    outline = tuple(Point(round(x - at.x, 3), round(y - at.y, 3)) for x, y in corners)
    return Piece(id_, PieceKind.DEBRIS, at, outline=outline)
