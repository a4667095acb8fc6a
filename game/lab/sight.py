"""Squares of a board that models can see."""

from __future__ import annotations

import numpy as np

from game.cores.kit.queries import HIDES, TableView
from game.geometry.points import Disc, Path, Point
from game.lab.squares import Counts, Squares
from game.view.overlays.ground_outlines import visible_area


def seen_from(view: TableView, eye: Disc) -> Path:
    """Return the outline of the area seen from the centre of a base, on the table.

    For display only: the rules judge lines of sight to bases.
    """
    hides = [*HIDES.of(view, eye)]
    walls = [side for hide in hides if not hide.into for side in hide.sides]
    clumps = [hide.sides for hide in hides if hide.into]
    board = view.table.board
    return visible_area(eye.at, board.width + board.height, (*walls, *board.rim), clumps)


def in_sight(view: TableView, eye: Disc, squares: Squares) -> Counts:
    """Return 1 for each square with its centre seen from that of a base, else 0."""
    return _around(eye.at, seen_from(view, eye), squares)


def _around(eye: Point, rim: Path, squares: Squares) -> Counts:
    """Return which centres lie inside a rim that is visible from *eye* everywhere."""
    spots = squares.middles() - np.array(eye)
    edge = np.array(rim) - np.array(eye)
    turns = np.unwrap(np.arctan2(edge[:, 0], -edge[:, 1]))
    order = np.argsort(turns, kind="stable")
    edge, turns = edge[order], turns[order]
    whole = 2 * np.pi
    off = (np.arctan2(spots[:, 0], -spots[:, 1]) - turns[0]) % whole + turns[0]
    after = np.searchsorted(turns, off, side="right") % len(turns)
    a, b = edge[after - 1], edge[after]
    # The inside is to the right of a rim that is followed clockwise.
    turn = (b[:, 0] - a[:, 0]) * (spots[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (
        spots[:, 0] - a[:, 0]
    )
    found: Counts = (turn >= 0.0).astype(np.int64).reshape(squares.rows, squares.columns)
    return found
