"""A picture of every screen, approved by eye: against accidents; they show no clause."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.screens.screen import Frame
from game.screens.shots import settle
from game.widgets.theme import Theme
from tests.screens.catalogue import SHOTS, freeze
from tests.screens.hands import Player
from tests.tools.pictures import check

HERE = Path(__file__).parent / "pictures"
SIZE = (1280, 720)
COLOURS = 256
MOST = 200 * 1024
"""Bytes of a picture."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return one home for all, so that each board is painted once."""
    return tmp_path_factory.mktemp("golden")


@pytest.fixture(autouse=True)
def home(shared: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UNDERTOW_HOME", str(shared))
    return shared


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        freeze(patch)
        yield


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("name", SHOTS)
def test_a_screen_looks_as_it_was_approved(name: str, request: pytest.FixtureRequest) -> None:
    shot, rewrite = SHOTS[name], request.config.getoption("--rewrite")
    player = Player(Frame(Theme(), SIZE, shot.settings))
    shot.make(player)
    shot.pose(player)
    settle(player.top, player.canvas, shot.frames)
    file = HERE / f"{name}.png"
    check(player.canvas, file, rewrite=rewrite, colours=COLOURS)
    player.leave()

    assert file.stat().st_size < MOST


def test_there_is_no_picture_of_a_screen_that_is_no_more() -> None:
    assert sorted(file.stem for file in HERE.iterdir()) == sorted(SHOTS)
