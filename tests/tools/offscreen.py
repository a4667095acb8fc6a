"""Fixtures of packages that draw: a window that nobody sees, a canvas as large."""

from __future__ import annotations

import pygame
import pytest

SIZE = (1280, 720)


@pytest.fixture(scope="session", autouse=True)
def offscreen_window() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(SIZE)


@pytest.fixture
def canvas() -> pygame.Surface:
    return pygame.Surface(SIZE)
