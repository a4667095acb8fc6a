from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
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


@pytest.fixture(scope="session")
def painted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the cache of painted boards that all tests of this process share."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, painted: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test saves of its own, but boards that were painted before."""
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    with suppress(OSError):  # some systems let few users link
        (tmp_path / "cache").symlink_to(painted, target_is_directory=True)
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
