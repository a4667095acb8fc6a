from __future__ import annotations

import pygame
import pytest

from game.table.state import Table
from game.view.scene import Scene
from game.view.style import DrawingTheme
from game.widgets.theme import Theme
from tests.view.tables import town, two_squads


@pytest.fixture(scope="session", autouse=True)
def _window() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1280, 720))


@pytest.fixture
def canvas() -> pygame.Surface:
    return pygame.Surface((1280, 720))


@pytest.fixture
def look() -> DrawingTheme:
    return Theme()


@pytest.fixture
def table() -> Table:
    return two_squads(town())


@pytest.fixture
def scene(table: Table, look: DrawingTheme) -> Scene:
    return Scene(table, look, pygame.Rect(200, 60, 800, 600))
