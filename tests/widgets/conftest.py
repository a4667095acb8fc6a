from __future__ import annotations

import pygame
import pytest

from game.widgets.panel_stack import PanelStack
from game.widgets.theme import Theme
from game.widgets.widget import Panel


@pytest.fixture(scope="session", autouse=True)
def _window() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1280, 720))


@pytest.fixture
def canvas() -> pygame.Surface:
    return pygame.Surface((1280, 720))


@pytest.fixture
def theme() -> Theme:
    return Theme()


@pytest.fixture
def stack(theme: Theme) -> PanelStack:
    return PanelStack(theme)


@pytest.fixture
def panel(stack: PanelStack) -> Panel:
    """Return a panel of 400 x 600 pixels at (100, 50) of the window."""
    return stack.add(Panel(stack.theme, (100, 50, 400, 600)))
