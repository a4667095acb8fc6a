"""The opening of a game, played with a mouse in a real window."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.content.save_format import HUMAN
from game.content.settings import Settings, save_settings
from game.geometry.points import Point, distance
from game.play.decisions import Choose
from game.play.moves.arrange import Arrange
from game.screens.live_game import resume_game_at
from game.table.records import UnitId
from tests.screens.catalogue import CHOOSE, shipped_save
from tests.tools.shared_cache import share_cache
from tests.window.real_window import Window, display, pixel_of_whole_table, wait_for

MISSING = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
pytestmark = pytest.mark.skipif(
    bool(MISSING), reason=f"a test in a real window needs {' and '.join(MISSING)}"
)


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    with display() as name:
        yield name


@pytest.fixture
def home(tmp_path: Path, shelf: Path) -> Path:
    """Return a user folder for this test only, but for painted boards."""
    share_cache(tmp_path, shelf)
    return tmp_path


@pytest.fixture
def window(screen: str, home: Path) -> Iterator[Window]:
    window = Window(
        screen, home, "play", "combat_patrol", "--seed", "3", "--players", "human,human"
    )
    yield window
    window.kill()


def press_until_answered(window: Window, *keys: str) -> None:
    """Press keys until the next answer is in the save."""
    before = window.answers

    def pressed() -> bool:
        window.key("space", *keys)
        return window.answers > before

    wait_for(pressed)


@pytest.fixture
def left(screen: str, home: Path) -> Iterator[Window]:
    """Yield a window with the title, after a game was left at the choice of a unit to move."""
    folder = home / "saves"
    folder.mkdir()
    text = resume_game_at(shipped_save(), CHOOSE, (HUMAN, HUMAN)).as_text()
    (folder / "Before the storm.undertow").write_text(text, "utf-8")
    # The test knows the places of models only while the whole table is shown.
    save_settings(home / "settings.json", Settings(follow=False))
    window = Window(screen, home)
    yield window
    window.kill()


def test_a_game_is_gone_on_with_and_a_unit_marched_with_the_mouse(left: Window) -> None:
    window = left
    game = window.game()
    asked = game.pending
    assert isinstance(asked, Choose)
    lead = game.table.of(UnitId(asked.options[0].id))[0]
    down = 5.0 if lead.at.y < 24 else -5.0
    goal = Point(lead.at.x, lead.at.y + down)

    def moved_on() -> bool:
        """Select the unit, and click twice where it is to go."""
        window.key("c")  # continue the game that was left, once the title has found it
        for at in (lead.at, goal, goal):
            window.click(pixel_of_whole_table(game.table.board, at))
        return window.game().pending != asked

    wait_for(moved_on)
    moved = window.game().table.models[lead.id].at

    assert distance(moved, lead.at) > 2


def test_a_unit_is_dragged_into_its_place(window: Window) -> None:
    press_until_answered(window, "Return")
    while not isinstance(window.game().pending, Arrange):
        press_until_answered(window, "Return")
    game = window.game()
    asked = game.pending
    assert isinstance(asked, Arrange)
    suggested = asked.sample(game.table, 0, 24)
    assert suggested
    lead, at = suggested[0]
    x, y = pixel_of_whole_table(game.table.board, Point(*at))
    window.drag((x, y), pixel_of_whole_table(game.table.board, Point(at[0] + 5, at[1])))
    press_until_answered(window, "Return")
    stands = window.game().table.models[lead].at

    assert stands.x == pytest.approx(at[0] + 5, abs=1.0)


def test_a_game_that_is_killed_has_lost_nothing(window: Window) -> None:
    for _ in range(3):
        press_until_answered(window, "Return")
    given = window.answers
    window.kill()

    assert window.answers == given
    assert window.game().pending


def test_from_the_title_keys_begin_a_game(screen: str, home: Path) -> None:
    window = Window(screen, home)
    try:
        window.key("p")
        wait_for(lambda: _begun(window))
    finally:
        window.kill()


def _begun(window: Window) -> bool:
    window.key("Return")
    return window.answers > 0


def test_a_closed_window_ends_the_program_well(screen: str, home: Path) -> None:
    window = Window(screen, home)
    window.key("q")
    try:
        assert window.process.wait(30) == 0
    finally:
        window.kill()
