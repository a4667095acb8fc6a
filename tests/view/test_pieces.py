"""Every kind of terrain that a map may contain can be drawn."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game.geometry.points import Point
from game.table.board import Board, TerrainKind, terrain
from game.view.board.painter import BoardPainter

SQUARE = (Point(4, 4), Point(8, 4), Point(8, 8), Point(4, 8))


Pixels: TypeAlias = npt.NDArray[np.uint8]


def pixels_of_board(board: Board) -> Pixels:
    return pygame.surfarray.array3d(BoardPainter(board).whole(8))


@pytest.fixture(scope="module")
def bare() -> Pixels:
    """Return the pixels of a board without terrain."""
    return pixels_of_board(Board(width=12, height=12))


@pytest.mark.parametrize("kind", list(TerrainKind))
@pytest.mark.parametrize("closed", [True, False])
def test_every_kind_of_terrain_leaves_something_to_see(
    kind: TerrainKind, *, closed: bool, bare: Pixels
) -> None:
    piece = terrain("piece", kind, SQUARE, closed=closed)

    drawn = pixels_of_board(Board(width=12, height=12, terrain=(piece,)))

    assert (drawn != bare).any(axis=2).sum() > 50
