"""The layout from which a board is drawn."""

from __future__ import annotations

import pytest

from game.geometry.points import Point
from game.geometry.polygons import inside
from game.table.board import Board, TerrainKind, terrain
from game.view.board.board_layout import BoardLayout
from tests.view.tables import rectangle


@pytest.mark.parametrize(
    ("at", "is_rock"),
    [
        (Point(0.05, 0.05), True),  # the corner of the table
        (Point(0.05, 3.0), True),  # its left edge
        (Point(3.0, 0.05), True),  # its upper edge
        (Point(3.0, 5.8), False),  # the cap toward the floor
        (Point(5.8, 3.0), False),
    ],
)
def test_walls_go_on_beyond_the_table_and_have_their_cap_toward_the_floor(
    at: Point, *, is_rock: bool
) -> None:
    corner = terrain("corner", TerrainKind.WALL, rectangle(0, 0, 6, 6))
    plan = BoardLayout(Board(width=24, height=18, terrain=(corner,)))

    assert any(inside(at, rock.outline) for rock in plan.rock) is is_rock


def test_walls_off_the_edge_have_a_cap_all_round() -> None:
    pier = terrain("pier", TerrainKind.WALL, rectangle(6, 6, 4, 4))
    plan = BoardLayout(Board(width=24, height=18, terrain=(pier,)))

    (rock,) = plan.rock
    xs = sorted({round(x, 2) for x, _ in rock.outline})
    assert xs == [6.42, 9.58]
