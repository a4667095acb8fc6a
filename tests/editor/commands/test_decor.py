"""Decor in the editor: its file is copied beside the map, and its picture goes with the box."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.content.maps.classes import Decor
from game.content.maps.map_library import map_of
from game.editor.edits import EditRefusedError
from game.editor.map_pictures import add_picture, bring_decor
from game.editor.open_file import new_workspace, open_workspace
from game.editor.stamps import save_stamp, stamps, take_stamp
from game.editor.turn_commands import flip_map, flip_selection, turn_selection
from game.editor.workspace import Workspace, staged_pictures
from tests.content.test_maps_decor import CRATE, decorated
from tests.content.test_maps_pictures import encoded
from tests.editor.tool_driver import Desk


@pytest.fixture
def crate(tmp_path: Path) -> Path:
    file = tmp_path / "elsewhere" / "crate.svg"
    file.parent.mkdir()
    file.write_text(CRATE)
    return file


def only_decor(work: Workspace) -> Decor:
    ((_, one),) = work.map.objects()
    assert isinstance(one.what, Decor)
    return one.what


def test_its_file_waits_and_is_copied_as_the_map_is_saved(crate: Path, tmp_path: Path) -> None:
    work = new_workspace(map_of(24, 20))
    image = bring_decor(work, crate)
    assert (staged_pictures() / image).read_text() == CRATE
    work.brush = Decor(image=image)
    goal = tmp_path / "yard.tmj"
    (tmp_path / "crate.svg").write_text("another")

    work.bring_files(goal)
    work.mark_saved(goal)

    # What is drawn next has its picture there, too.
    assert work.brush == Decor(image="crate-2.svg")
    assert (tmp_path / "crate-2.svg").read_text() == CRATE


def test_decor_is_copied_to_where_its_map_is_saved_as(crate: Path, tmp_path: Path) -> None:
    before = crate.parent / "yard.tmj"
    before.write_text(new_workspace(decorated()).text())
    work = open_workspace(before)

    work.bring_files(tmp_path / "yard.tmj")

    assert (tmp_path / "crate.svg").read_text() == CRATE
    assert only_decor(work).image == "crate.svg"


def test_a_drawing_is_refused_underneath_and_a_bad_one_everywhere(crate: Path) -> None:
    work, before = new_workspace(map_of(24, 20)), [*staged_pictures().rglob("*.png")]
    with pytest.raises(EditRefusedError, match="draw it as decor"):
        add_picture(work, crate)
    crate.write_text(CRATE.replace("<rect", "<script/><rect"))
    with pytest.raises(EditRefusedError, match="has <script>"):
        bring_decor(work, crate)
    crate.with_suffix(".png").write_bytes(b"GIF89a")
    with pytest.raises(EditRefusedError, match="neither a PNG nor a JPEG"):
        bring_decor(work, crate.with_suffix(".png"))
    assert [*staged_pictures().rglob("*.png")] == before


def test_decor_counts_to_the_pixels_of_a_map(
    crate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.content.background_pictures.MAX_MAP_PIXELS", 2**20 + 34)
    photo = crate.parent / "photo.png"
    photo.write_bytes(encoded("png"))
    before = crate.parent / "yard.tmj"
    before.write_text(new_workspace(decorated()).text())
    with pytest.raises(EditRefusedError, match="pixels together"):
        bring_decor(open_workspace(before), photo)


def test_its_picture_turns_and_flips_with_its_box() -> None:
    work = new_workspace(decorated())
    work.select([1])
    flip_selection(work, down=False)
    assert only_decor(work) == Decor(image="crate.svg", flipped=True)
    turn_selection(work)
    flip_map(work, down=True)
    assert only_decor(work) == Decor(image="crate.svg", flipped=True, upended=True)
    for _ in range(3):
        work.undo()
    assert work.map == decorated()


@pytest.mark.parametrize("mode", ["left-right", "top-bottom", "turned"])
def test_the_mirror_makes_a_mirrored_picture(mode: str) -> None:
    desk = Desk(mirror=mode)
    desk.take("Rectangle", "Decor", image="crate.svg").drag((4, 4), (8, 6))
    twin = desk.objects[1].what
    assert isinstance(twin, Decor)
    assert (twin.flipped, twin.upended) == (mode != "top-bottom", mode != "left-right")


def test_it_is_scattered_in_squares_turned_by_the_seed() -> None:
    desk = Desk()
    desk.space.scatter = replace(desk.space.scatter, size=1.5)
    desk.take("Scatter", "Decor", image="moss.svg").drag((20, 20), (28, 24))
    turns = {one.rotation for one in desk.objects}
    assert len(turns) > 5
    assert {(one.width, one.height) for one in desk.objects} == {(48.0, 48.0)}
    assert {one.what for one in desk.objects} == {Decor(image="moss.svg")}


def test_a_stamp_keeps_its_pictures_and_brings_them_to_another_map(
    crate: Path, tmp_path: Path
) -> None:
    (crate.parent / "yard.tmj").write_text(new_workspace(decorated()).text())
    work = open_workspace(crate.parent / "yard.tmj")
    work.select([1])
    file = save_stamp(work, "Crate with its picture")
    (tmp_path / "hall.tmj").write_text(new_workspace(map_of(24, 20)).text())
    other = open_workspace(tmp_path / "hall.tmj")

    take_stamp(other, next(one for one in stamps() if one.path == file))

    assert other.stamp
    assert other.stamp.images() == ["crate.svg"]
    assert (tmp_path / "crate.svg").read_text() == CRATE
