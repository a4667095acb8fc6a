"""Maps in other file formats, dropped on the window, open in the editor."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.content import library_kinds
from game.content.maps.writer import canonical
from game.content.own_folders import own_folder
from game.content.png_payload import MAP, SIGNATURE, embed, make_chunk
from game.content.shipped_folders import ROOT
from game.screens.editor.repair_screen import RepairScreen
from game.screens.editor.screen import EditorScreen
from game.screens.notice_screen import NoticeScreen
from game.screens.title_actions import open_dropped
from tests.content.test_file_kinds import FILES
from tests.content.test_maps_uvtt import CELLAR
from tests.tools.changes import screen_after
from tests.tools.texts import edited


def editor_of_dropped(path: Path) -> EditorScreen:
    change = open_dropped(path)
    shown = screen_after(change)
    assert isinstance(shown, EditorScreen)
    return shown


def test_a_picture_that_carries_a_map_opens_as_a_map_without_a_file(tmp_path: Path) -> None:
    text = (ROOT / "maps/void-drift.tmj").read_text("utf-8")
    path = tmp_path / "shot.png"
    before = SIGNATURE + embed(MAP, text) + make_chunk(b"IEND", b"")
    path.write_bytes(before)

    workspace = editor_of_dropped(path).workspace
    assert canonical(workspace.map) == text
    # Saving asks for a file name: the picture is not overwritten.
    assert workspace.path is None


def test_a_universal_vtt_file_becomes_one_of_the_users_maps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    workspaces = [editor_of_dropped(CELLAR).workspace for _ in range(2)]

    assert [w.path for w in workspaces] == [
        own_folder(library_kinds.MAP) / "cellar.tmj",
        own_folder(library_kinds.MAP) / "cellar-2.tmj",
    ]
    assert workspaces[0].map.board.title == "cellar"
    assert len([*workspaces[0].map.objects()]) == 7
    assert workspaces[0].is_saved
    assert workspaces[0].greeting == (
        'It is kept as cellar: 24" × 17" (2" a square), 4 walls, 2 doors, 1 lamp. '
        "It is large enough for the sandbox and for patrols; "
        'matched play needs 44" × 30". '
        "Left out: 1 wall cut at the edge of the map; 1 wall without length; 1 duplicate wall; "
        "1 door without width; the picture: is neither a PNG nor a JPEG picture."
    )


def test_a_json_file_with_a_scene_is_a_map_and_no_army_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    path = tmp_path / "scene.json"
    path.write_bytes(CELLAR.read_bytes())

    assert editor_of_dropped(path).workspace.map.board.title == "scene"


def test_why_a_universal_vtt_file_does_not_open_is_told(tmp_path: Path) -> None:
    path = tmp_path / "broken.dd2vtt"
    path.write_text('{"line_of_sight": []}', "utf-8")
    change = open_dropped(path)

    shown = screen_after(change)
    assert isinstance(shown, NoticeScreen)
    assert "resolution: is missing" in shown.words


@pytest.mark.parametrize("name", ["RINGS.TMJ", "note-to-self.tmx", "without-layer-ids.tmx"])
def test_maps_of_other_programs_open_whatever_their_ending(name: str) -> None:
    assert editor_of_dropped(FILES / name).workspace.map.objects()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("levels.ldtk", "is a project of LDtk (let its project settings export Tiled TMX)"),
        ("sideways.jpg", "is a JPEG picture (drop it on a map in the editor"),
    ],
)
@pytest.mark.parametrize("ending", ["", ".tmj", ".TMX"])
def test_what_is_no_map_opens_no_repair(
    name: str, words: str, ending: str, tmp_path: Path
) -> None:
    path = tmp_path / f"{name}{ending}"
    path.write_bytes((FILES / name).read_bytes())
    change = open_dropped(path)

    shown = screen_after(change)
    assert isinstance(shown, NoticeScreen)
    assert shown.words.startswith(f"{path.name}: {words}")
    assert "You can drop saves (.undertow, or within a .png), packs" in shown.words


def test_a_faulty_map_in_xml_opens_its_repair(tmp_path: Path) -> None:
    path = tmp_path / "yard.TMX"
    text = edited((FILES / "note-to-self.tmx").read_text("utf-8"), {'"Block"': '"Blok"'})
    path.write_text(text, "utf-8")
    change = open_dropped(path)

    shown = screen_after(change)
    assert isinstance(shown, RepairScreen)
    assert str(shown.repair.losses[0]).startswith(
        "layer 'things', object 1 'house' (Blok): there is no class 'Blok'; did you mean"
    )
