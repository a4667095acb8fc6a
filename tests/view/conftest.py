from __future__ import annotations

import pygame
import pytest

from game.table.state import Table
from game.view.scene import Scene
from game.view.style import DrawingTheme
from game.widgets.theme import Theme
from tests.tools.offscreen import canvas, offscreen_window  # noqa: F401  fixtures
from tests.view.tables import town, two_squads


@pytest.fixture
def look() -> DrawingTheme:
    return Theme()


@pytest.fixture
def table() -> Table:
    return two_squads(town())


@pytest.fixture
def scene(table: Table, look: DrawingTheme) -> Scene:
    return Scene(table, look, pygame.Rect(200, 60, 800, 600))
