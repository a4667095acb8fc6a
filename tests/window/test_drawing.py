"""A new user draws a sewer map and watches a game on it, by mouse, in a real window."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.content.maps.made_board import to_board
from game.content.maps.map_library import read_map
from game.geometry.points import Point
from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.editor.new_map_screen import NewMapScreen
from game.screens.editor.start_screen import StartScreen
from game.screens.live_game import start_game
from game.screens.setup import MAPS, SetupScreen
from game.screens.title import TitleScreen
from game.systems.flood.table.water import water_from
from game.widgets.button import IconButton
from game.widgets.list_box import ListBox
from tests.tools.editors import new_map
from tests.tools.shared_cache import share_cache
from tests.window.real_window import SIZE, Window, display, wait_for
from tests.window.test_first_turn import MISSING, Mirror

pytestmark = pytest.mark.skipif(
    bool(MISSING), reason=f"a test in a real window needs {' and '.join(MISSING)}"
)
CAMERA = shutil.which("import")
"""ImageMagick's ``import``; without it the test takes no screenshots, but is the same."""
CLICKS, MOST_SECONDS = 24, 300.0
ANSWERS = 5
TRIED = "Combat patrol"
"""The scenario that the editor tries on such a map."""
SIDE = 48.0
"""Width and height of a new map in inches."""


class Newcomer:
    """A user with only a mouse; positions of widgets come from copies of the screens."""

    def __init__(self, window: Window, pictures: Path) -> None:
        self.window, self.pictures = window, pictures
        self.clicks = 0
        self.began = time.monotonic()
        self.editor = new_map()
        self.mirror: Mirror

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def press(self, screen: object, label: str) -> None:
        """Click a button of a screen."""
        self._click(Mirror(screen).button(label))  # type: ignore[arg-type]

    def press_here(self, label: str) -> None:
        self._click(self.mirror.button(label))

    def answer_the_dialog(self, label: str, asks: Callable[[], None]) -> None:
        """Click a reply of the dialog that *asks* opens."""
        stack = self.editor.stack
        asks()
        assert stack.dialog
        stack.dialog.centre(pygame.Rect((0, 0), SIZE))
        self._click(self.mirror.button(label))
        stack.dismiss()

    def press_pause(self) -> None:
        """Click the pause button, which ends a bot game that was started from the editor."""
        battle = BattleScreen(
            start_game(prepare("combat_patrol", seed=1), ("steady", "steady"))
        )
        mirror = Mirror(battle)
        seen = mirror.eyes.at.seen()
        icon = next(w for _, w in seen if isinstance(w, IconButton) and w.icon == "ui/pause")
        self._click(mirror.middle(icon))

    def watch_on(self, name: str) -> None:
        """Choose one of the user's maps, and begin."""
        screen = SetupScreen(watch=True)
        mirror = Mirror(screen)
        maps = screen.panel.known(MAPS)
        assert isinstance(maps, ListBox)
        place, pitch = mirror.eyes.place(maps), maps.pitch
        at = [row.id for row in maps.rows].index(name)
        self._click((place.centerx, place.top + at * pitch + pitch // 3))
        self._click(mirror.button("Start"))

    def choose(self, label: str) -> None:
        """Click a class in the palette."""
        self._click(self.mirror.eyes.place_of_row(label))

    def look_at_editor(self) -> None:
        self.mirror = Mirror(self.editor)

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """Return the pixel of a point of the board."""
        canvas = self.editor.canvas
        left, top = canvas.window.topleft
        at = canvas.camera.pixel(Point(x, y))
        return left + at[0], top + at[1]

    def click_board(self, x: float, y: float) -> None:
        self._click(self.pixel(x, y))

    def double_click_board(self, x: float, y: float) -> None:
        self.window.do("mousemove", *self.pixel(x, y))
        time.sleep(0.1)
        self.window.do("click", "--repeat", 2, "--delay", 60, 1)
        self.clicks += 2

    def drag_board(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.window.drag(self.pixel(*start), self.pixel(*end))
        self.clicks += 1

    def corridor(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.click_board(*start)
        self.double_click_board(*end)

    def _click(self, at: tuple[int, int]) -> None:
        self.window.click(at)
        self.clicks += 1

    def photograph(self, name: str) -> None:
        if CAMERA:
            file = str(self.pictures / f"{name}.png")
            subprocess.run([CAMERA, "-window", "root", file], env=self.window.env, check=True)  # noqa: S603


@pytest.fixture
def newcomer(
    tmp_path: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Newcomer]:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    share_cache(tmp_path, shelf)
    with display() as name:
        window = Window(name, tmp_path)
        yield Newcomer(window, tmp_path)
        window.kill()


def test_a_sewer_is_drawn_and_played_in_under_five_minutes(newcomer: Newcomer) -> None:
    home = newcomer.window.home
    window = newcomer.window
    newcomer.press(TitleScreen(), "DESIGN")
    window.wait_for("Design")
    newcomer.press(StartScreen(), "New map")
    window.wait_for("A new map")
    newcomer.press(NewMapScreen(), "Create")
    window.wait_for("Untitled")
    newcomer.look_at_editor()
    newcomer.photograph("1-new")

    newcomer.press_here("Corridor")
    newcomer.corridor((0, SIDE / 2), (SIDE, SIDE / 2))
    newcomer.corridor((SIDE / 2, 0), (SIDE / 2, SIDE))
    newcomer.photograph("2-corridors")
    newcomer.choose("Flood origin")
    newcomer.click_board(SIDE / 2, 0.5)
    newcomer.choose("Deployment zone")
    newcomer.drag_board((0, 20), (14, 28))
    newcomer.drag_board((34, 20), (48, 28))
    newcomer.photograph("3-zones")
    newcomer.press_here("Save")
    newcomer.photograph("4-name")
    newcomer.answer_the_dialog("Save", newcomer.editor.filing.save)
    wait_for((home / "maps" / "my-map.tmj").exists)

    newcomer.press_here("TRY")
    window.wait_for(TRIED)
    newcomer.photograph("5-tried")
    newcomer.press_pause()
    window.wait_for("my-map")
    newcomer.photograph("6-back")
    newcomer.press_here("Menu")
    newcomer.answer_the_dialog("Close the editor", newcomer.editor.filing.menu)
    window.wait_for("Design")
    window.key("Escape")
    window.wait_for("")
    newcomer.press(TitleScreen(), "WATCH")
    window.wait_for("Watch a battle")
    newcomer.watch_on("my-map")
    wait_for(lambda: newcomer.window.answers >= ANSWERS)
    newcomer.photograph("7-played")

    assert newcomer.clicks == CLICKS
    assert newcomer.seconds < MOST_SECONDS
    assert not [*home.glob("crashes/*")]
    board = to_board(read_map(home / "maps" / "my-map.tmj"))
    assert newcomer.window.game().table.board.zones == board.zones
    lanes = water_from(board, "").lanes
    assert lanes
    # Water comes from the north and leaves the junction three ways, up to an inch off the edge.
    middle = Point(SIDE / 2, SIDE / 2)
    assert sorted(s.path[-1] for s in lanes.stretches if s.path[0] == middle) == [
        Point(1, 24),
        Point(24, 47),
        Point(47, 24),
    ]
    assert [zone.outline[0] for zone in board.zones] == [Point(0, 20), Point(34, 20)]
