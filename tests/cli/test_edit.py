"""``edit``: the screen that it opens, and its errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import app
from game.cli import main
from game.content.faults import NoScreenError
from game.content.shipped_folders import ROOT
from game.screens.editor.screen import EditorScreen
from game.screens.screen import Screen


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Screen | None]:
    """Return the list to which each opened window adds its first screen."""
    found = list[Screen | None]()

    def run(start: Screen | None = None) -> int:
        found.append(start)
        return 0

    monkeypatch.setattr(app, "run", run)
    return found


def test_a_shipped_map_opens_as_a_copy(shown: list[Screen | None]) -> None:
    assert main(["edit", str(ROOT / "maps" / "sewer-bend.tmj")]) == 0

    (screen,) = shown
    assert isinstance(screen, EditorScreen)
    assert screen.workspace.map.board.title == "The Long Bend"
    assert screen.workspace.path is None


def test_without_a_map_a_new_one_is_drawn(shown: list[Screen | None]) -> None:
    assert main(["edit"]) == 0

    (screen,) = shown
    assert isinstance(screen, EditorScreen)
    assert [*screen.workspace.map.objects()] == []


def test_a_file_that_is_not_there_is_told(
    shown: list[Screen | None], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["edit", str(tmp_path / "none.tmj")]) == 2
    assert "none.tmj" in capsys.readouterr().err
    assert shown == []


def test_without_a_screen_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(start: Screen | None = None) -> int:
        raise NoScreenError("Cannot open a window: there is no display")

    monkeypatch.setattr(app, "run", run)
    assert main(["edit"]) == 2
    assert capsys.readouterr().err.startswith("Cannot open a window")
