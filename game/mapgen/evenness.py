"""What makes a battlefield good to play on: no pockets, cover at hand, and sight that ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.content.faults import Fault
from game.content.maps.flood_requirements import free, shape
from game.table.board import Board

LARGEST = 1.2
"""The radius of the largest base that must get everywhere, in inches."""
STRIDE = 9.0
"""Inches from anywhere to the next cover, at the most."""
FROM_RIM = 3.0
"""Inches from the edges of the table within which that is not asked."""
CLEAR = 0.65
"""How many of all lines of fire may be clear, at the most."""
GRID, RANGE = 6.0, 36.0
"""Lines of fire: between points so far apart, as long as this."""


def uneven(board: Board) -> list[Fault]:
    """Return what makes a battlefield worse to play on than it could be."""
    return [*_pockets(board), *_bare(board), *_open(board)]


def _pockets(board: Board) -> Iterator[Fault]:
    parts = shapely.get_parts(free(board, LARGEST))
    if len(parts) != 1:
        told = f'falls into {len(parts)} parts for a base {2 * LARGEST:g}" across'
        yield Fault("board", told)


def _bare(board: Board) -> Iterator[Fault]:
    cover = [shape(t) for t in board.terrain if t.cover]
    bare = without_cover(board.width, board.height, cover)
    if not bare.is_empty:
        at = bare.representative_point()
        yield Fault("board", f'is bare round ({at.x:.0f}, {at.y:.0f}): no cover in {STRIDE:g}"')


def without_cover(width: float, height: float, cover: list[BaseGeometry]) -> BaseGeometry:
    """Return where on a table no cover is at hand."""
    table = shapely.box(FROM_RIM, FROM_RIM, width - FROM_RIM, height - FROM_RIM)
    return table.difference(shapely.union_all(shapely.buffer(cover, STRIDE)))


def _open(board: Board) -> Iterator[Fault]:
    if (share := clear_share(board)) > CLEAR:
        most = round(100 * CLEAR)
        told = f"{round(100 * share)} in 100 lines of fire are clear, more than {most}"
        yield Fault("board", told)


def clear_share(board: Board) -> float:
    """Return how many of all lines of fire of some length are clear, from 0 to 1.

    From within a piece that is seen into and out of it is not in the way.
    """
    solid = shapely.union_all([shape(t) for t in board.terrain if t.impassable])
    spots = [
        (x, y)
        for x in _steps(board.width)
        for y in _steps(board.height)
        if not shapely.intersects_xy(solid, x, y)
    ]
    pairs = [(a, b) for a, b in combinations(spots, 2) if _square(a, b) <= RANGE * RANGE]
    if not pairs:
        return 1.0
    ends = np.array(pairs)
    lines = shapely.linestrings(ends)
    hidden = np.zeros(len(pairs), bool)
    for piece in [shape(t) for t in board.terrain if t.blocks_sight]:
        shapely.prepare(piece)
        within = shapely.intersects_xy(piece, ends[..., 0], ends[..., 1]).any(axis=1)
        hidden |= shapely.intersects(piece, lines) & ~within
    return 1.0 - float(hidden.mean())


def _square(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the square of how far apart two points are."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _steps(side: float) -> list[float]:
    many = max(1, round(side / GRID))
    return [side * (n + 0.5) / many for n in range(many)]
