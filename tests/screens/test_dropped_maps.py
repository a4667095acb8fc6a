"""Maps in other file formats, dropped on the window, open in the editor."""

from __future__ import annotations

from pathlib import Path

from game.content.maps import canonical
from game.content.png_payload import MAP, SIGNATURE, embed, make_chunk
from game.content.storage import ROOT
from game.screens.editor.screen import EditorScreen
from game.screens.menu_screen import NoticeScreen
from game.screens.screen import Open
from game.screens.title_actions import open_dropped
from tests.content.test_maps_uvtt import CELLAR


def opened(path: Path) -> EditorScreen:
    change = open_dropped(path)
    assert isinstance(change, Open)
    assert isinstance(change.screen, EditorScreen)
    return change.screen


def test_a_picture_that_carries_a_map_opens_as_a_map_without_a_file(tmp_path: Path) -> None:
    text = (ROOT / "maps/void-drift.tmj").read_text("utf-8")
    path = tmp_path / "shot.png"
    before = SIGNATURE + embed(MAP, text) + make_chunk(b"IEND", b"")
    path.write_bytes(before)

    workspace = opened(path).workspace
    assert canonical(workspace.map) == text
    # Saving asks for a file name: the picture is not overwritten.
    assert workspace.path is None


def test_walls_of_a_universal_vtt_file_open_as_a_new_map() -> None:
    workspace = opened(CELLAR).workspace

    assert workspace.map.board.title == "cellar"
    assert len([*workspace.map.objects()]) == 5
    assert workspace.path is None
    # Leaving asks for confirmation, because the map has no file yet.
    assert not workspace.is_saved


def test_why_a_universal_vtt_file_does_not_open_is_told(tmp_path: Path) -> None:
    path = tmp_path / "broken.dd2vtt"
    path.write_text('{"line_of_sight": []}', "utf-8")
    change = open_dropped(path)

    assert isinstance(change, Open)
    assert isinstance(change.screen, NoticeScreen)
    assert "resolution: is missing" in change.screen.words
