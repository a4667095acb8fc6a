"""Every kind of terrain that a map may contain can be drawn."""

from __future__ import annotations

import pytest

from game.geometry.points import Point
from game.table.board import Board, TerrainKind, terrain
from game.view.board.painter import BoardPainter

SQUARE = (Point(4, 4), Point(8, 4), Point(8, 8), Point(4, 8))


@pytest.mark.parametrize("kind", list(TerrainKind))
@pytest.mark.parametrize("closed", [True, False])
def test_every_kind_of_terrain_leaves_something_to_see(
    kind: TerrainKind, *, closed: bool
) -> None:
    piece = terrain("piece", kind, SQUARE, closed=closed)

    bare = BoardPainter(Board(width=12, height=12)).whole(8)
    drawn = BoardPainter(Board(width=12, height=12, terrain=(piece,))).whole(8)

    changed = [
        (x, y)
        for x in range(96)
        for y in range(96)
        if drawn.get_at((x, y)) != bare.get_at((x, y))
    ]
    assert len(changed) > 50
