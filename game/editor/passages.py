"""Chances that pieces pass over the squares of a board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from shapely import LineString

from game.editor.probes import HeatSquares
from game.geometry.points import Path
from game.lab.squares import Squares
from game.table.board import Board
from game.table.events import Event, PieceMoved
from game.table.state import Piece
from game.view.overlays import OverlayTone

SIDE = 0.5
"""Side in inches of the counted squares."""


class Passages:
    """Counts, over many simulations, how often a piece passes over each square."""

    def __init__(self, board: Board) -> None:
        self.squares = Squares(SIDE, int(board.width / SIDE), int(board.height / SIDE))
        self._x, self._y = self.squares.middles().T
        self._times = np.zeros(len(self._x))
        self.simulations = 0

    def count(
        self, pieces: Mapping[str, Piece], story: Iterable[Event], only: Collection[str] = ()
    ) -> None:
        """Count the events of a simulation, *only* the moves of some pieces if any are named.

        *pieces*: the pieces before or after it; only their shapes matter.
        """
        moves = (event for event in story if isinstance(event, PieceMoved))
        wanted = (event for event in moves if not only or event.piece in only)
        areas = [
            area
            for event in wanted
            if event.piece in pieces
            for area in _swept(pieces[event.piece], event.path)
        ]
        self.simulations += 1
        if areas:
            self._times += shapely.contains_xy(shapely.union_all(areas), self._x, self._y)

    def heat(self, tone: OverlayTone = OverlayTone.BAD) -> HeatSquares:
        """Return the share of the simulations in which each square was passed over."""
        shares = self._times.reshape(self.squares.rows, self.squares.columns)
        return HeatSquares(self.squares, shares / max(1, self.simulations), tone)


def _swept(piece: Piece, path: Path) -> Iterator[Any]:
    """Yield the areas over which a piece passes on its path; it does not turn on the way."""
    if not piece.outline:
        yield LineString(path).buffer(piece.radius)
        return
    shape = [(x - piece.at.x, y - piece.at.y) for x, y in piece.corners]
    for a, b in pairwise(path):
        ends = [(at.x + x, at.y + y) for at in (a, b) for x, y in shape]
        yield shapely.MultiPoint(ends).convex_hull
