"""Squares of a board in which things are counted."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np
import numpy.typing as npt

from game.geometry.points import Point
from game.table.board import Board

Counts = npt.NDArray[np.int64]
FINEST = 1.0
"""Minimum side of a square in inches."""
MAX_SQUARES = 60
"""Maximum squares along the longer side; larger tables have larger squares."""


@dataclass(frozen=True, slots=True)
class Squares:
    """The division of a table into squares; the top row comes first."""

    side: float
    """Side of a square in inches."""
    columns: int
    rows: int

    def at(self, spot: Point) -> tuple[int, int]:
        """Return the row and column of a point, or the nearest ones if it is off the table."""
        row, column = int(spot.y // self.side), int(spot.x // self.side)
        return min(max(row, 0), self.rows - 1), min(max(column, 0), self.columns - 1)

    def none(self) -> Counts:
        """Return an array of zeros, one for each square."""
        return np.zeros((self.rows, self.columns), dtype=np.int64)

    def middles(self) -> npt.NDArray[np.float64]:
        """Return the centre of each square, row by row: x and y."""
        ys, xs = np.mgrid[0 : self.rows, 0 : self.columns]
        return np.stack((xs.ravel() + 0.5, ys.ravel() + 0.5), axis=1) * self.side


def squares_of(board: Board) -> Squares:
    """Return the division of a board into squares."""
    longer = max(board.width, board.height)
    side = FINEST * max(1, ceil(longer / MAX_SQUARES))
    return Squares(side, ceil(board.width / side), ceil(board.height / side))
