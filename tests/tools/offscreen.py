"""Fixtures of packages that draw: a window that nobody sees, a canvas as large."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pygame
import pytest

SIZE = (1280, 720)


@pytest.fixture(scope="session", autouse=True)
def offscreen_window() -> Iterator[None]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(SIZE)
    with trimmed_less():
        yield


@contextmanager
def trimmed_less() -> Iterator[None]:
    """Return no memory to the system after each painted part: each file of tests does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("game.view.board.painter.trim", lambda: None)
        yield


@pytest.fixture
def canvas() -> pygame.Surface:
    return pygame.Surface(SIZE)
