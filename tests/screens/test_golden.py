"""Approved pictures of whole screens, to detect accidental changes; they show no clause.

``pytest tests/screens/test_golden.py --rewrite -m "slow or not slow"`` renews all of them.
``test_every_size`` and ``test_drawn`` check the layout and drawing of the other screens.
"""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.screens.battle.board_view import BoardView
from game.screens.screen import WindowContext
from game.screens.screenshots import settle
from tests.screens.catalogue import PICTURED, SHOTS, freeze
from tests.screens.input_driver import Player
from tests.tools.pictures import check

HERE = Path(__file__).parent / "pictures"
SIZE = (1280, 720)
SMALL = dict.fromkeys(("battle-odds", "pursuit-danger"), (1024, 576))
"""Sizes of windows whose boards are too rich in detail for a small file."""
COLOURS = 128
MOST = 200 * 1024
"""Maximum size of a picture in bytes."""
pytestmark = pytest.mark.usefixtures("painted")
SLOW = {"battle-drift", "battle-overlays", "battle-waters", "battle-zoomed", "cage-attack"}
SLOW |= {"campaign", "editor-object", "maps", "pause", "pursuit-danger", "set-up", "title"}
"""Screens that take long to paint: large boards, and small pictures of every map."""
SHOWN = {*PICTURED} - SLOW
"""Screens that the fast tier compares with a stored picture."""
NAMES = [pytest.param(n, marks=[pytest.mark.slow] if n in SLOW else []) for n in PICTURED]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return one user folder for all tests, so that each board is painted once."""
    return tmp_path_factory.mktemp("golden")


@pytest.fixture(autouse=True)
def home(shared: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UNDERTOW_HOME", str(shared))
    freeze(monkeypatch)
    return shared


@pytest.mark.parametrize("name", NAMES)
def test_a_screen_looks_as_it_was_approved(
    name: str, player: Player, request: pytest.FixtureRequest
) -> None:
    shot, rewrite = SHOTS[name], request.config.getoption("--rewrite")
    player.frame = WindowContext(player.frame.theme, SMALL.get(name, SIZE), shot.settings)
    player.canvas = pygame.Surface(player.frame.size)
    shot.make(player)
    shot.pose(player)
    board = getattr(getattr(player.top, "parts", None), "board", None)
    if isinstance(board, BoardView):
        # A minimap needs the whole board, which is painted in the background.
        board.scene.ground.prepare(board.scene.camera)
    settle(player.top, player.canvas, shot.frames)
    file = HERE / f"{name}.png"
    check(player.canvas, file, rewrite=rewrite, colours=COLOURS)

    assert file.stat().st_size < MOST


def test_every_picture_is_one_of_a_screen_of_the_catalogue() -> None:
    assert sorted(file.stem for file in HERE.iterdir()) == sorted(PICTURED)
    assert SHOTS.keys() >= {*PICTURED}
