"""The table behind menus while the window changes its size."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.background import finish
from game.picture_cache import PICTURES
from game.screens import backdrop
from game.screens.backdrop import Backdrop
from game.screens.screen import WindowContext
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.theme import INK, Theme

PAINTED = pygame.Color(200, 100, 40)
SHOWN = pygame.Color(*((channel * 71 + 255) >> 8 for channel in (200, 100, 40)))
"""That colour at 28% of its light."""
DARK = pygame.Color(INK)


@pytest.fixture(autouse=True)
def tables(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Return the sizes of the tables that are painted, each in one colour."""
    painted = list[tuple[int, int]]()

    def paint(size: tuple[int, int], _: int) -> pygame.Surface:
        painted.append(size)
        canvas = pygame.Surface(size)
        canvas.fill(PAINTED)
        return canvas

    PICTURES.clear()
    monkeypatch.setattr(backdrop, "_painted", paint)
    monkeypatch.setattr(Backdrop, "last", None)
    return painted


class Shown:
    """A backdrop with a panel on it, drawn frame by frame."""

    def __init__(self) -> None:
        theme = Theme()
        self.stack, self.backdrop = PanelStack(theme), Backdrop()
        self.stack.add(Panel(theme, (10, 10, 20, 20), None))
        self.frame = WindowContext(theme, (400, 300), apart=True)
        self.canvas = pygame.Surface(self.frame.size)

    def draw(self) -> pygame.Color:
        """Draw a frame, and return the colour beside the panel."""
        self.backdrop.draw(self.canvas, self.frame, self.stack)
        return self.canvas.get_at((200, 150))

    def resize(self, size: tuple[int, int]) -> None:
        self.frame = self.frame._replace(size=size)
        self.canvas, self.backdrop = pygame.Surface(size), Backdrop()
        self.stack.panels[0].behind = None


def test_the_first_table_of_a_window_follows_when_it_is_painted() -> None:
    shown = Shown()
    assert shown.draw() == DARK
    finish()
    assert shown.draw() == SHOWN
    assert shown.canvas.get_at((15, 15)) == SHOWN, "it is behind the panel, too"


def test_a_window_that_changes_its_size_is_never_dark(
    monkeypatch: pytest.MonkeyPatch, tables: list[tuple[int, int]]
) -> None:
    shown = Shown()
    shown.draw()
    finish()
    shown.draw()
    works = list[Callable[[], pygame.Surface | None]]()
    with monkeypatch.context() as patch:
        patch.setattr("game.background.Pending.start", lambda _, *work: works.append(work[0]))
        shown.resize((640, 360))
        assert shown.draw() == SHOWN
    assert tables == [(400, 300)]
    assert len(works) == 1
    shown.draw()
    finish()
    shown.draw()
    assert tables == [(400, 300), (640, 360)]


def test_nothing_is_drawn_again_once_the_table_is_there() -> None:
    shown = Shown()
    for _ in range(2):
        shown.draw()
        finish()
    assert shown.backdrop.draw(shown.canvas, shown.frame, shown.stack) == []


def test_outside_of_a_window_the_table_is_painted_at_once() -> None:
    shown = Shown()
    shown.frame = shown.frame._replace(apart=False)
    assert shown.draw() == SHOWN


def test_on_plain_ground_no_table_is_painted(tables: list[tuple[int, int]]) -> None:
    shown = Shown()
    shown.frame = shown.frame._replace(plain=True)
    assert shown.draw() == DARK
    assert tables == []
