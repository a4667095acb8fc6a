"""The movable pieces of a pursuit."""

from __future__ import annotations

from game.geometry.points import Point, thousandths
from game.geometry.polygons import centroid
from game.table.board import Spot
from game.table.records import ORIGIN, Where
from game.table.state import Piece, PieceKind

GREAT = 3
"""``PU-03``  Size from which a ruin is Impassable."""
CLUSTER = 0.5
"""``PU-24``  Radius of a cluster of mines, in inches."""


def mines(id_: str) -> Piece:
    """``PU-10``  Return a new cluster of mines in reserve."""
    return Piece(id_, PieceKind.MINES, ORIGIN, radius=CLUSTER, where=Where.RESERVE)


def city_piece(spot: Spot) -> Piece:
    """``PU-07``  Return a city piece; its centre is its centroid, about which it also turns."""
    at = thousandths(centroid(spot.outline))
    outline = tuple(Point(round(x - at.x, 3), round(y - at.y, 3)) for x, y in spot.outline)
    size, intact = int(dict(spot.numbers)["size"]), dict(spot.words)["condition"] == "intact"
    return Piece(
        spot.id,
        PieceKind.CITY,
        at,
        outline=outline,
        size=size,
        intact=intact,
        impassable=intact or size >= GREAT,
    )


PIECES = {PieceKind.CITY: city_piece}
BROUGHT = {PieceKind.MINES: mines}
