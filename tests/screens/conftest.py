from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.screens.screen import Frame
from game.view.loader import finish
from game.widgets.theme import Theme
from tests.screens.hands import Player

SIZE = (1280, 720)


@pytest.fixture(scope="session", autouse=True)
def _window() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(SIZE)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test saves of its own."""
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def frame() -> Frame:
    return Frame(Theme(), SIZE)


@pytest.fixture
def player(frame: Frame) -> Iterator[Player]:
    """Return hands at a window; whatever is open or loaded at the end is done with."""
    player = Player(frame)
    yield player
    player.leave()
    finish()
