"""Where bases can stand, as shapely sees it: for checks at the door, never for a rule."""

from __future__ import annotations

from functools import lru_cache

import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from game.table.board import Board, Terrain
from game.table.pieces import PieceKind

WIDEST = 0.8
"""The radius of the largest bases that must get everywhere, in inches."""
SMALL = 0.5
"""The radius of the bases that zones must have room for."""


def shape(piece: Terrain) -> BaseGeometry:
    return Polygon(piece.outline) if piece.closed else LineString(piece.outline)


@lru_cache(maxsize=8)
def free(board: Board, radius: float) -> BaseGeometry:
    """Return where the centre of a base can be."""
    solid = [shape(piece) for piece in board.terrain if piece.impassable]
    solid += [Polygon(spot.outline) for spot in board.spots if spot.kind == PieceKind.DEBRIS]
    table = shapely.box(radius, radius, board.width - radius, board.height - radius)
    # Each by itself: a buffer around all that cross takes gigabytes.
    return table.difference(shapely.union_all(shapely.buffer(solid, radius)))
