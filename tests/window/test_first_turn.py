"""From the title to the end of the first turn, with a mouse and a keyboard at a real window."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.screens.screen import Open, Screen
from game.screens.setup import SetupScreen
from game.screens.title import TitleScreen
from game.table.events import Acted, PhaseBegan
from game.table.records import Side
from game.widgets.widget import Widget
from tests.screens.fixtures_small import FORCES, MAP, lay_out
from tests.screens.play_battle import Clicker
from tests.screens.sdl_driver import AtWindow
from tests.tools.shared_cache import share_cache
from tests.window.real_window import SIZE, Window, display, wait_for

MISSING = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
pytestmark = pytest.mark.skipif(
    bool(MISSING), reason=f"a test in a real window needs {' and '.join(MISSING)}"
)
MINE = Side("wardens")


@pytest.fixture
def window(tmp_path: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    share_cache(tmp_path, shelf)
    lay_out()
    with display() as name:
        window = Window(name, tmp_path)
        yield window
        window.kill()


class Mirror:
    """A copy of the window's screen in this process, to look up positions of widgets."""

    def __init__(self, screen: Screen) -> None:
        at = AtWindow(SIZE)
        at.window.stack.follow(Open(screen))
        self.eyes = Clicker(at)

    def middle(self, widget: Widget) -> tuple[int, int]:
        return self.eyes.place(widget).center

    def button(self, label: str) -> tuple[int, int]:
        return self.middle(self.eyes.at.button(label))


def set_up(window: Window) -> None:
    """Choose the small table and the small forces, and begin."""
    window.click(Mirror(TitleScreen()).button("PLAY"))
    window.wait_for("Play a battle")
    mirror = Mirror(SetupScreen())
    window.click(mirror.eyes.place_of_row(MAP))
    for side, force in FORCES.items():
        stepper = mirror.eyes.stepper(side, 1)
        x, y = mirror.middle(stepper)
        for _ in range(stepper.labels.index(force)):
            window.click((x + 40, y))
    window.click(mirror.button("Start"))


def turn_is_over(window: Window) -> bool:
    """Press the keys that go on; return whether all phases of a turn of ours are over."""
    # Skip the playback, highlight the next option, and take it.
    window.do("key", "--delay", 20, "space", "e", "Return")
    time.sleep(0.3)
    if not window.answers:
        return False
    turns = [e.side for e in window.game().game.story if isinstance(e, PhaseBegan)]
    return MINE in turns and next(reversed(turns)) != MINE


def test_a_first_turn_is_played_from_the_title_on(window: Window) -> None:
    set_up(window)
    wait_for(lambda: turn_is_over(window))

    game = window.game()
    assert game.table.board.name == MAP
    acted = {e.unit for e in game.game.story if isinstance(e, Acted)}
    assert acted >= {f"{MINE}-guard", f"{MINE}-gunner"}
