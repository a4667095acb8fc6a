"""Pictures underneath in the editor: dropped, placed, scaled, faded, undone, saved."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest

from game.content import library_kinds
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapPicture
from game.content.maps.map_library import load_map, map_of, read_map
from game.content.own_folders import own_folder
from game.content.png_payload import embed_save
from game.editor.board_commands import resize
from game.editor.edits import EditRefusedError
from game.editor.map_pictures import (
    PictureTool,
    add_picture,
    change_picture,
    chosen_picture,
    move_picture,
    outline_of,
    scale_line,
)
from game.editor.open_file import new_workspace, open_packed_map, open_workspace
from game.editor.workspace import Workspace, staged_pictures
from game.geometry.points import Point
from game.screens.editor.layers_tab import LayersTab
from game.screens.editor.picture_section import is_plain_picture
from game.screens.editor.screen import EditorScreen
from game.widgets.number_field import NumberField
from game.widgets.slider import Slider
from tests.content.pack_parts import keep, pack_bytes
from tests.content.test_maps_pictures import encoded, headed
from tests.content.tiled_files import TILESET, as_tmx, image, tiled_map, tiles
from tests.screens.editor.test_screen import pixel_in_editor
from tests.screens.input_driver import Player
from tests.tools.editors import new_map, open_map


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """Return a picture of 240 × 120 pixels, outside of all folders of Undertow."""
    file = tmp_path / "elsewhere" / "The yard.jpg"
    file.parent.mkdir()
    file.write_bytes(encoded("jpg", (240, 120)))
    return file


def empty() -> Workspace:
    return new_workspace(map_of(24, 16))


def only_picture(work: Workspace) -> MapPicture:
    (found,) = work.map.pictures
    return found


def test_a_dropped_picture_lies_underneath_as_large_as_it_fits(picture: Path) -> None:
    work = empty()
    add_picture(work, picture)

    # 24" across 240 pixels are 12" high, of 16".
    assert outline_of(work, only_picture(work))[2] == Point(24, 12)
    assert only_picture(work).name == "The yard"
    assert only_picture(work).image == "The yard.jpg"
    work.undo()
    assert work.map.pictures == ()
    work.redo()
    assert only_picture(work).image == "The yard.jpg"


def test_it_waits_in_a_folder_of_its_own_and_is_copied_when_the_map_is_saved(
    picture: Path,
) -> None:
    work = empty()
    add_picture(work, picture)
    assert (staged_pictures() / "The yard.jpg").read_bytes() == picture.read_bytes()

    goal = own_folder(library_kinds.MAP) / "yard.tmj"
    goal.parent.mkdir(parents=True)
    (own_folder(library_kinds.MAP) / "The yard.jpg").write_bytes(b"another")
    work.bring_files(goal)
    goal.write_text(work.text())
    work.mark_saved(goal)

    assert only_picture(work).image == "The yard-2.jpg"
    assert (
        own_folder(library_kinds.MAP) / "The yard-2.jpg"
    ).read_bytes() == picture.read_bytes()
    assert (own_folder(library_kinds.MAP) / "The yard.jpg").read_bytes() == b"another"
    assert read_map(goal) == work.map
    assert load_map(goal).pictures[0].file == str(
        own_folder(library_kinds.MAP) / "The yard-2.jpg"
    )


def test_a_map_with_a_file_gets_it_beside_that(picture: Path, tmp_path: Path) -> None:
    (tmp_path / "yard.tmj").write_text(empty().text())
    work = open_workspace(tmp_path / "yard.tmj")
    add_picture(work, picture)

    assert (tmp_path / "The yard.jpg").is_file()


def test_a_map_of_tiled_brings_tiles_from_beside_its_folder_to_where_it_is_saved(
    picture: Path, tmp_path: Path
) -> None:
    (tmp_path / "project" / "maps").mkdir(parents=True)
    (tmp_path / "project" / "stones.jpg").write_bytes(picture.read_bytes())
    sheet = TILESET | {"image": "../stones.jpg"}
    file = tmp_path / "project" / "maps" / "yard.tmx"
    floor = tiles(2, [1], width=1, height=1)
    file.write_text(as_tmx(tiled_map(floor, tilesets=[sheet])), "utf-8")
    work = open_workspace(file)

    assert work.folder == staged_pictures()
    assert work.is_saved
    work.bring_files(tmp_path / "mine" / "yard.tmj")
    assert (tmp_path / "mine" / "stones.jpg").read_bytes() == picture.read_bytes()
    assert work.map.images() == ["stones.jpg"]


def test_a_copy_of_a_map_in_a_pack_brings_its_picture_to_where_it_is_saved(
    picture: Path,
) -> None:
    drawn_over = empty()
    add_picture(drawn_over, picture)
    keep(
        pack_bytes(
            {"maps/mill.tmj": drawn_over.text(), "maps/The yard.jpg": picture.read_bytes()}
        )
    )
    (staged_pictures() / "The yard.jpg").write_bytes(b"another")

    work = open_packed_map("river-war/mill")
    assert work.path is None
    assert work.is_saved
    assert (work.folder / only_picture(work).image).read_bytes() == picture.read_bytes()

    goal = own_folder(library_kinds.MAP) / "mill.tmj"
    work.bring_files(goal)
    assert (
        own_folder(library_kinds.MAP) / only_picture(work).image
    ).read_bytes() == picture.read_bytes()


def test_what_is_no_picture_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"GIF89a")
    work = empty()

    with pytest.raises(EditRefusedError, match="neither a PNG nor a JPEG picture"):
        add_picture(work, tmp_path / "a.png")
    with pytest.raises(EditRefusedError, match="there is no picture underneath"):
        change_picture(work, "Move picture", x=3.0)


def test_a_line_of_known_length_scales_it_about_the_start_of_the_line(picture: Path) -> None:
    work = empty()
    add_picture(work, picture)
    scale_line(work, (Point(6, 4), Point(12, 4)), 3.0)

    # Twice as many pixels to the inch; the corner moves half way to (6, 4).
    assert outline_of(work, only_picture(work))[0] == Point(3, 2)
    assert outline_of(work, only_picture(work))[2] == Point(15, 8)


def test_a_locked_picture_stays_but_can_be_faded_and_unlocked(picture: Path) -> None:
    work = empty()
    add_picture(work, picture)
    change_picture(work, "Lock picture", locked=True)

    with pytest.raises(EditRefusedError, match="is locked; unlock it"):
        change_picture(work, "Move picture", x=3.0)
    change_picture(work, "Fade picture", opacity=0.5)
    change_picture(work, "Lock picture", locked=False)
    assert (only_picture(work).opacity, only_picture(work).locked) == (0.5, False)


def test_it_stays_under_the_objects_when_the_board_grows(picture: Path) -> None:
    work = empty()
    add_picture(work, picture)
    resize(work, 30, 20)

    assert outline_of(work, only_picture(work))[0] == Point(3, 2)


def dropped(player: Player, file: Path) -> EditorScreen:
    screen = player.open(new_map(map_of(24, 16)))
    assert screen.take_file(file)
    player.wait(3)
    return screen


def test_a_drop_takes_the_tool_that_moves_it_and_a_drag_moves_it(
    player: Player, picture: Path
) -> None:
    screen = dropped(player, picture)
    assert screen.toolbox.name == "Picture"

    player.push(*pixel_in_editor(screen, 6, 6))
    player.move(*pixel_in_editor(screen, 8, 7))
    player.let_go(*pixel_in_editor(screen, 8, 7))
    left, top = outline_of(screen.workspace, only_picture(screen.workspace))[0]
    assert (left, top) == pytest.approx((2, 1), abs=0.1)
    screen.undo()
    assert only_picture(screen.workspace).x == 0


def test_a_length_drawn_with_shift_is_given_its_inches_in_the_tab(
    player: Player, picture: Path
) -> None:
    screen = dropped(player, picture)
    tool = screen.toolbox.tools["Picture"]
    assert isinstance(tool, PictureTool)
    tool.line = Point(0, 4), Point(12, 4)
    field = next(
        one
        for panel in player.panels.panels
        for one in panel.widgets
        if isinstance(one, NumberField) and "Shift" in one.hint
    )
    screen.stack.focus.to(field)
    player.type("6")
    player.key(pygame.K_RETURN)

    # Half as large, about the start of the line.
    assert outline_of(screen.workspace, only_picture(screen.workspace))[2] == pytest.approx(
        (12, 8)
    )
    assert tool.line is None


def test_it_is_faded_by_keys_hidden_and_removed(player: Player, picture: Path) -> None:
    screen = dropped(player, picture)
    (slider,) = [
        one
        for panel in player.panels.panels
        for one in panel.widgets
        if isinstance(one, Slider)
    ]
    screen.stack.focus.to(slider)
    player.key(pygame.K_LEFT)
    player.key(pygame.K_LEFT)
    assert only_picture(screen.workspace).opacity == 0.98
    assert len(screen.workspace.history.entries) == 3, "opened, added, faded"

    player.press("Show or hide it")
    assert not only_picture(screen.workspace).visible
    player.wait(2)
    player.press("Remove it")
    assert screen.workspace.map.pictures == ()


def test_pictures_with_a_save_keep_their_use(player: Player, tmp_path: Path) -> None:
    file = tmp_path / "save.png"
    file.write_bytes(embed_save(encoded("png"), "{}"))
    screen = player.open(new_map())

    assert not is_plain_picture(file)
    assert not is_plain_picture(tmp_path / "none.png")
    assert not screen.take_file(file)


def test_a_map_of_tiled_opens_as_a_copy_with_its_pictures(
    player: Player, tmp_path: Path
) -> None:
    (tmp_path / "a.png").write_bytes(encoded("png"))
    file = tmp_path / "yard.tmx"
    file.write_text(as_tmx(tiled_map(image(2, "a.png"), backgroundcolor="#102030")), "utf-8")
    screen = player.open(open_map(file))
    work = screen.workspace

    assert work.path is None
    assert chosen_picture(work) is not None
    assert outline_of(work, only_picture(work)) != ()
    assert "to be saved as .tmj" in work.greeting
    assert "has a background colour, which is not shown" in work.greeting


def test_no_picture_is_added_beyond_the_limit_of_a_map(tmp_path: Path) -> None:
    work = empty()
    for name in ("one", "other"):
        (tmp_path / f"{name}.png").write_bytes(headed(8000, 8000))
    add_picture(work, tmp_path / "one.png")

    words = "other.png: with it the pictures of the map have 128,000,000 pixels together"
    with pytest.raises(EditRefusedError, match=words):
        add_picture(work, tmp_path / "other.png")
    assert only_picture(work).name == "one"


def test_pictures_are_listed_among_the_layers(player: Player, picture: Path) -> None:
    editor = new_map(map_of(24, 16))
    player.open(editor)
    add_picture(editor.workspace, picture)
    tab = editor.dock.of(LayersTab)
    editor.dock.show(tab)
    player.wait(2)
    tab._choose(str(only_picture(editor.workspace).id))  # noqa: SLF001  as a click on its row
    player.wait(2)
    player.press("Lock it against changes")
    player.press("Show or hide it")
    assert (only_picture(editor.workspace).locked, only_picture(editor.workspace).visible) == (
        True,
        False,
    )
    player.press("Delete it with all its objects")
    assert editor.workspace.map.pictures == ()


def test_a_picture_is_moved_over_the_tiles_and_back(picture: Path, tmp_path: Path) -> None:
    (tmp_path / "stones.jpg").write_bytes(picture.read_bytes())
    sheet = TILESET | {"image": "stones.jpg"}
    floor = tiles(2, [1], width=1, height=1)
    (tmp_path / "yard.tmj").write_text(
        json.dumps(tiled_map(image(3, "stones.jpg"), floor, tilesets=[sheet]))
    )
    work = open_workspace(tmp_path / "yard.tmj")

    def under() -> int:
        return to_board(work.map).pictures[0].over

    assert under() == 0
    move_picture(work, 1)
    assert (under(), only_picture(work).over) == (1, 2)
    move_picture(work, -1)
    assert under() == 0
