from __future__ import annotations

import gc
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pygame
import pytest

from game.app import Window
from game.background import finish
from game.screens.battle.screen import BattleScreen
from game.screens.editor.screen import EditorScreen
from game.screens.screen import WindowContext
from game.widgets.theme import Theme
from game.workers import BackgroundTask
from tests.screens.bare import close_doors, leave_bare, share_lines
from tests.screens.input_driver import Player, open_deployed
from tests.tools.editors import new_map
from tests.tools.offscreen import trimmed_less
from tests.tools.shared_cache import share_cache

SIZE = (1280, 720)
AT_ONCE = 8
"""Number of players of fast tests whose screens are freed together."""
_players = count()


@pytest.fixture(scope="session", autouse=True)
def _window() -> Iterator[None]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(SIZE)
    with trimmed_less():
        yield


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a user folder for this test only, so that saves are not shared."""
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture(autouse=True)
def _bare(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave boards unpainted unless a test requests ``painted``: painting takes longest."""
    share_lines(monkeypatch)
    if "painted" not in request.fixturenames:
        leave_bare(monkeypatch)
        if "demo" not in request.fixturenames:
            close_doors(monkeypatch)


@pytest.fixture(autouse=True)
def _memory_stays(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give memory back after each file only, not after each screen of a fast test.

    Garbage is collected once for some players. A test that requests ``tidied`` looks at it.
    """
    if not request.node.get_closest_marker("slow") and "tidied" not in request.fixturenames:
        monkeypatch.setattr("game.screens.screen_stack.ScreenStack.tidy_up", lambda _: None)


@pytest.fixture
def tidied() -> None:
    """Request that screens collect their garbage when they are closed, as they do in play."""


@pytest.fixture(autouse=True)
def _alone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start no worker process in a fast test: each takes two seconds of CPU time."""
    if not request.node.get_closest_marker("slow"):
        monkeypatch.setattr(BackgroundTask, "_hand_over", lambda *_: None)


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """Open a window of the program, whose frames the test runs."""
    monkeypatch.setenv("UNDERTOW_WINDOW", "1280x720")
    pygame.display.init()
    yield Window()
    pygame.event.clear()


@pytest.fixture
def demo() -> None:
    """Request the demo battle behind the title; it needs seconds to reach combat."""


@pytest.fixture
def painted(home: Path, shelf: Path) -> None:
    """Paint boards, each part once for all tests."""
    share_cache(home, shelf)


_looks = list[Theme]()
"""The last theme, with what earlier tests have drawn."""


def _look() -> Theme:
    """Return the theme that tests share; a test that ends pygame has ended its fonts."""
    try:
        _looks[-1].font("body", 13).size("a")
    except (IndexError, pygame.error):
        _looks[:] = [Theme()]
    return _looks[-1]


@pytest.fixture
def frame(monkeypatch: pytest.MonkeyPatch) -> WindowContext:
    """Return a frame with what earlier tests have drawn, but for icons in a user's folder."""
    look = _look()
    monkeypatch.setattr(look, "_sources", {})  # icons of this test only
    return WindowContext(look, SIZE)


@pytest.fixture
def player(frame: WindowContext, request: pytest.FixtureRequest) -> Iterator[Player]:
    """Yield a player at a window; close all screens and loading threads afterwards."""
    if next(_players) % AT_ONCE == 0 or request.node.get_closest_marker("slow"):
        # Closing a window may collect garbage; freeze older objects to keep that fast.
        gc.collect()
        gc.freeze()
    player = Player(frame)
    yield player
    player.leave()
    finish()


@pytest.fixture
def screen(player: Player) -> BattleScreen:
    """Return a battle in its first Movement phase."""
    return open_deployed(player)


@pytest.fixture
def editor(player: Player) -> EditorScreen:
    """Return the editor with a new map."""
    return player.open(new_map())
