"""Heat maps over the board, pixel by pixel."""

from __future__ import annotations

import numpy as np
import pygame
import pytest

from game.view.overlays.heat_layer import MAX_ALPHA, MIN_ALPHA, HeatMapLayer

SHARES = np.array([[0.0, 1.0], [0.5, 0.0]])
"""Squares of 2 inches, at 10 pixels an inch: each is 20 pixels wide."""


@pytest.fixture
def board() -> pygame.Surface:
    return pygame.Surface((60, 60))


def red(
    board: pygame.Surface, corner: tuple[int, int], warmth: HeatMapLayer | None = None
) -> None:
    board.fill("#000000")
    (warmth or HeatMapLayer()).draw(board, 10, corner, SHARES, 2.0, "#ff0000")


def test_squares_are_the_more_opaque_the_hotter_they_are(board: pygame.Surface) -> None:
    red(board, (10, 10))

    # Over black, red is as strong as it is opaque: 190, and 26 + (190 - 26) / 2 = 108.
    assert board.get_at((40, 20))[:3] == (MAX_ALPHA, 0, 0)
    half = MIN_ALPHA + (MAX_ALPHA - MIN_ALPHA) // 2
    assert board.get_at((20, 40))[:3] == (half, 0, 0)
    for cold in ((20, 20), (40, 40), (5, 5), (55, 20)):
        assert board.get_at(cold)[:3] == (0, 0, 0), cold


def test_squares_end_where_the_next_begin(board: pygame.Surface) -> None:
    red(board, (10, 10))

    assert [board.get_at((x, 20))[0] for x in (29, 30, 49, 50)] == [0, MAX_ALPHA, MAX_ALPHA, 0]


def test_what_is_out_of_sight_is_left_out_and_the_rest_lies_where_it_lay(
    board: pygame.Surface,
) -> None:
    warmth = HeatMapLayer()
    red(board, (-25, 10), warmth)
    assert [board.get_at((x, 20))[0] for x in (0, 14, 15)] == [MAX_ALPHA, MAX_ALPHA, 0]

    red(board, (-200, 10), warmth)
    assert not pygame.mask.from_threshold(board, (255, 0, 0), (254, 1, 1)).count()
    red(board, (10, 10), warmth)
    assert board.get_at((40, 20))[0] == MAX_ALPHA
