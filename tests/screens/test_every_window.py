"""Every screen can be drawn in every window, however wide, at every scale."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from math import ceil

import pygame
import pytest

from game.content.settings import Settings
from game.screens.backdrop import paint_backdrop
from game.screens.screen import Screen, WindowContext
from game.screens.ui_scale import SCALES, largest_scale, natural_scale
from game.view.board.painter import BoardPainter
from game.view.memory import give_back
from game.widgets.theme import Box, Theme
from tests.screens import bare
from tests.screens.everywhere import MAIN
from tests.screens.fixtures_small import lay_out
from tests.screens.input_driver import Player
from tests.tiers import few

SIZES = (
    (800, 600),
    (1280, 720),
    (1920, 1080),
    (1080, 1920),
    (2560, 1440),
    (3840, 1080),
    (3840, 2160),
    (7680, 2160),
)
MODERATE = 6
"""Number of sizes, from the first, whose windows are filled quickly."""
USUAL = 5
"""Number of sizes, from the first, that all screens are drawn in; of the others each in one."""


def scales_of(size: tuple[int, int]) -> list[float]:
    """Return the scales that a window of *size* can have, as the window chooses them."""
    wished = (natural_scale(size), *SCALES)
    return sorted({min(scale, largest_scale(size)) for scale in wished})


def _part_of_the_board(painter: BoardPainter, area: Box, ppi: int) -> pygame.Surface:
    """Stand in for the painter, which refuses parts beyond the board."""
    left, top, right, bottom = area
    board = painter.board
    assert 0 <= left < right <= ceil(board.width)
    assert 0 <= top < bottom <= ceil(board.height)
    return pygame.Surface((round((right - left) * ppi), round((bottom - top) * ppi)))


@pytest.fixture(autouse=True)
def _unpainted(_bare: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(BoardPainter, "part", _part_of_the_board)
    bare.forget()
    yield
    bare.forget()


@pytest.mark.parametrize("size", few(map(pytest.param, SIZES), MODERATE), ids=str)
def test_the_ground_of_menus_covers_every_window_at_every_scale(size: tuple[int, int]) -> None:
    canvas = pygame.Surface(size)
    corner = (size[0] - 1, size[1] - 1)
    for scale in scales_of(size):
        canvas.set_at(corner, "red")
        paint_backdrop(canvas, WindowContext(Theme(scale), size))
        assert canvas.get_at(corner)[:3] == (0, 0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("name", MAIN)
def test_every_screen_is_drawn_in_every_window_small_and_large(name: str) -> None:
    """Draw a screen in windows, each at one of its scales, which are taken in turn.

    The ground, which is drawn at all of them, is all that differs between others. The largest
    windows are taken in turn, too.
    """
    lay_out()
    gc.collect()
    gc.freeze()  # what is freed after each window is then quick to find
    make: Callable[[], Screen] = MAIN[name]
    screen, first = make(), [*MAIN].index(name)
    player = Player(WindowContext(Theme(), SIZES[0], Settings(still=True)))
    player.open(screen)
    largest = SIZES[USUAL:]
    large = largest[first // 3 % len(largest)]  # so that each is drawn at all of its scales
    for n, size in enumerate((*SIZES[:USUAL], large), start=first):
        canvas = pygame.Surface(size)
        scales = scales_of(size)
        frame = WindowContext(
            Theme((scales[0], scales[-1], 1.0)[n % 3]), size, Settings(still=True)
        )
        player.stack.refit(frame)
        screen.update(0.01)
        screen.draw(canvas)
        give_back()
        gc.collect()
    screen.leave()
