"""``edit``: the screen that it opens, and its errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import app
from game.cli import main
from game.content.faults import NoScreenError
from game.content.shipped_folders import ROOT
from game.screens.destinations import screen_of
from game.screens.editor.screen import EditorScreen
from game.screens.editor.start_screen import StartScreen
from game.screens.screen import Destination, Screen

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture
def opened_screens(monkeypatch: pytest.MonkeyPatch) -> list[Screen]:
    """Return the list to which each opened window adds its first screen."""
    found = list[Screen]()

    def run(start: Destination) -> int:
        found.append(screen_of(start))
        return 0

    monkeypatch.setattr(app, "run", run)
    return found


def opened_at_once(screens: list[Screen]) -> EditorScreen:
    """Return the editor that the list of maps opens, to which closing it leads back."""
    (first,) = screens
    assert isinstance(first, StartScreen)
    assert first.opens
    screen = screen_of(first.opens)
    assert isinstance(screen, EditorScreen)
    return screen


def test_a_shipped_map_opens_as_a_copy(opened_screens: list[Screen]) -> None:
    assert main(["edit", str(ROOT / "maps" / "sewer-bend.tmj")]) == 0

    screen = opened_at_once(opened_screens)
    assert screen.workspace.map.board.title == "The Long Bend"
    assert screen.workspace.path is None


def test_without_a_map_a_new_one_is_drawn(opened_screens: list[Screen]) -> None:
    assert main(["edit"]) == 0

    screen = opened_at_once(opened_screens)
    assert [*screen.workspace.map.objects()] == []


def test_a_file_that_is_not_there_is_told(
    opened_screens: list[Screen], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["edit", str(tmp_path / "none.tmj")]) == 2
    assert "none.tmj" in capsys.readouterr().err
    assert opened_screens == []


def test_without_a_screen_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(start: Screen | None = None) -> int:
        raise NoScreenError("Cannot open a window: there is no display")

    monkeypatch.setattr(app, "run", run)
    assert main(["edit"]) == 2
    assert capsys.readouterr().err.startswith("Cannot open a window")
