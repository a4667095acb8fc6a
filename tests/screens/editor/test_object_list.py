"""The list of objects: in step with the board, by mouse alone and by keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pygame
import pytest

from game.content.maps.map_file import MapFile
from game.content.maps.map_library import drawn_map, map_of
from game.screens.editor.list_tab import ListTab
from game.screens.editor.object_list import ObjectList, ObjectRow
from game.screens.editor.screen import EditorScreen
from game.screens.screen import WindowContext
from game.screens.ui_scale import natural_scale
from game.widgets.button import IconButton
from game.widgets.theme import Theme
from tests.screens.editor.editor_states import docked
from tests.screens.editor.test_screen import pixel_in_editor
from tests.screens.input_driver import Player
from tests.tools.editors import new_map

FLOOR = (
    {"class": "Ground", "name": "yard", "rectangle": [2, 2, 20, 20]},
    {"class": "Wall", "name": "north wall", "rectangle": [4, 4, 8, 1]},
    {"class": "Wall", "name": "south wall", "rectangle": [4, 20, 8, 1]},
)
ABOVE = (
    {"class": "Lamp", "name": "lamp by the gate", "point": [30, 10]},
    {"class": "Lamp", "point": [30, 20]},
)
YARD, NORTH, SOUTH, GATE, LAMP = 1, 2, 3, 4, 5
FLOOR_LAYER, ABOVE_LAYER = 1, 2


def yard() -> MapFile:
    return drawn_map(48, 48, {"floor": FLOOR, "above": ABOVE}, title="Yard", look="city")


@pytest.fixture
def editor(player: Player) -> EditorScreen:
    screen = player.open(new_map(yard()))
    player.key(pygame.K_o)
    player.key(pygame.K_ESCAPE)
    return screen


@pytest.fixture
def rows(editor: EditorScreen) -> ObjectList:
    return editor.tab(ListTab).list


def ids_of_rows(rows: ObjectList) -> list[str]:
    return [row.id for row in rows.rows]


def pixel_of_row(editor: EditorScreen, id_: int | str, column: int = 0) -> tuple[int, int]:
    """Return a pixel of a row: of its name, or of a column counted from the right."""
    rows = editor.tab(ListTab).list
    number = ids_of_rows(rows).index(str(id_))
    corner = editor.dock.panel.rect.topleft
    y = corner[1] + rows.rect.top + number * rows.pitch + rows.pitch // 2 - rows.scroll.offset
    x = rows.rect.right - 12 - 24 * (column - 1) if column else rows.rect.left + 90
    return corner[0] + x, y


@contextmanager
def held(monkeypatch: pytest.MonkeyPatch, mods: int) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(pygame.key, "get_mods", lambda: mods)
        yield


def click_row(player: Player, editor: EditorScreen, id_: int | str) -> None:
    player.click(*pixel_of_row(editor, id_))
    player.wait(60)


def test_objects_are_listed_by_layer_on_top_what_is_drawn_last(
    rows: ObjectList,
) -> None:
    assert ids_of_rows(rows) == ["layer 2", "5", "4", "layer 1", "3", "2", "1"]
    assert [row.label for row in rows.rows] == [
        *("above", "Lamp 5", "Lamp by the gate"),
        *("floor", "South wall", "North wall", "Yard"),
    ]


def test_a_click_selects_on_the_board_and_a_click_on_the_board_in_the_list(
    player: Player, editor: EditorScreen, rows: ObjectList
) -> None:
    player.click(*pixel_of_row(editor, NORTH))
    assert editor.workspace.selection == (NORTH,)
    player.click(*pixel_in_editor(editor, 30, 20))
    assert rows.selected == {str(LAMP)}
    assert rows.chosen == str(LAMP)


def test_shift_selects_a_range_and_control_adds_and_takes_away(
    player: Player,
    editor: EditorScreen,
    rows: ObjectList,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player.click(*pixel_of_row(editor, LAMP))
    with held(monkeypatch, pygame.KMOD_SHIFT):
        player.click(*pixel_of_row(editor, SOUTH))
    assert set(editor.workspace.selection) == {LAMP, GATE, SOUTH}
    with held(monkeypatch, pygame.KMOD_CTRL):
        player.click(*pixel_of_row(editor, GATE))
        player.click(*pixel_of_row(editor, YARD))
    assert set(editor.workspace.selection) == {LAMP, SOUTH, YARD}
    assert rows.selected == {"5", "3", "1"}


def test_keys_move_extend_pick_and_select_all(
    player: Player, editor: EditorScreen, rows: ObjectList
) -> None:
    click_row(player, editor, LAMP)
    player.key(pygame.K_DOWN)
    assert editor.workspace.selection == (GATE,)
    for _ in range(2):
        player.key(pygame.K_DOWN, pygame.KMOD_SHIFT)
    assert set(editor.workspace.selection) == {GATE, SOUTH}
    player.key(pygame.K_DOWN, pygame.KMOD_CTRL)
    player.key(pygame.K_DOWN, pygame.KMOD_CTRL)
    player.key(pygame.K_SPACE)
    assert set(editor.workspace.selection) == {GATE, SOUTH, YARD}
    player.key(pygame.K_HOME)
    assert editor.workspace.layer == ABOVE_LAYER
    assert not editor.workspace.selected()
    player.key(pygame.K_END)
    assert editor.workspace.selection == (YARD,)
    player.key(pygame.K_a, pygame.KMOD_CTRL)
    assert len(editor.workspace.selection) == 5
    assert len(rows.selected) == 5


def test_a_search_finds_names_classes_and_ids(
    player: Player, editor: EditorScreen, rows: ObjectList
) -> None:
    for words, found in (
        ("gate", ["layer 2", "4"]),
        ("LAMP", ["layer 2", "5", "4"]),
        ("wall north", ["layer 1", "2"]),
        ("#3", ["layer 1", "3"]),
        ("tower", []),
    ):
        player.key(pygame.K_o)
        player.key(pygame.K_a, pygame.KMOD_CTRL)
        player.key(pygame.K_DELETE)
        player.wait()
        player.type(words)
        assert ids_of_rows(rows) == found, words
        player.key(pygame.K_ESCAPE)


def test_from_the_search_return_leads_to_the_first_that_was_found(
    player: Player, editor: EditorScreen, rows: ObjectList
) -> None:
    player.key(pygame.K_o)
    player.type("wall")
    player.key(pygame.K_RETURN)
    assert editor.workspace.selection == (SOUTH,)
    player.key(pygame.K_a, pygame.KMOD_CTRL)
    assert set(editor.workspace.selection) == {NORTH, SOUTH}
    player.key(pygame.K_DELETE)
    assert ids_of_rows(rows) == []
    assert [one.id for _, one in editor.workspace.map.objects()] == [YARD, GATE, LAMP]


@pytest.mark.parametrize("by", ["F2", "double click"])
def test_an_object_is_renamed_in_place(
    player: Player, editor: EditorScreen, rows: ObjectList, by: str
) -> None:
    click_row(player, editor, NORTH)
    if by == "F2":
        player.key(pygame.K_F2)
    else:
        player.click(*pixel_of_row(editor, NORTH))
        player.click(*pixel_of_row(editor, NORTH))
    player.type("parapet")
    player.key(pygame.K_RETURN)

    assert editor.workspace.map.by_id()[NORTH].name == "parapet"
    player.wait()
    assert rows.listed[5].label == "Parapet"
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    assert editor.workspace.map.by_id()[NORTH].name == "north wall"


def test_escape_and_going_elsewhere_end_a_renaming(
    player: Player, editor: EditorScreen, rows: ObjectList
) -> None:
    click_row(player, editor, NORTH)
    player.key(pygame.K_F2)
    player.type("x")
    player.key(pygame.K_ESCAPE)
    assert rows.field is None
    assert editor.workspace.map.by_id()[NORTH].name == "north wall"
    player.key(pygame.K_F2)
    player.type("parapet")
    player.click(*pixel_of_row(editor, YARD))
    assert editor.workspace.map.by_id()[NORTH].name == "parapet"


def test_a_layer_is_renamed_folded_and_moved_by_keys(
    player: Player, editor: EditorScreen, rows: ObjectList
) -> None:
    click_row(player, editor, "layer 1")
    assert editor.workspace.layer == FLOOR_LAYER
    player.key(pygame.K_F2)
    player.type("ground floor")
    player.key(pygame.K_RETURN)
    assert editor.workspace.map.layers[0].name == "ground floor"
    player.key(pygame.K_LEFT)
    assert ids_of_rows(rows) == ["layer 2", "5", "4", "layer 1"]
    player.key(pygame.K_RIGHT)
    player.key(pygame.K_RIGHTBRACKET)
    player.wait()
    assert ids_of_rows(rows) == ["layer 1", "3", "2", "1", "layer 2", "5", "4"]


def test_eye_and_padlock_work_by_click_for_an_object_the_selection_and_a_layer(
    player: Player, editor: EditorScreen
) -> None:
    space = editor.workspace
    player.click(*pixel_of_row(editor, YARD, column=2))
    assert not space.map.by_id()[YARD].visible
    assert space.selection == ()
    player.click(*pixel_of_row(editor, YARD, column=1))
    assert space.locked == {YARD}

    space.select((NORTH, SOUTH))
    player.wait()
    player.click(*pixel_of_row(editor, SOUTH, column=2))
    assert [space.map.by_id()[id_].visible for id_ in (NORTH, SOUTH)] == [False, False]
    player.click(*pixel_of_row(editor, SOUTH, column=2))
    assert [space.map.by_id()[id_].visible for id_ in (NORTH, SOUTH)] == [True, True]

    player.click(*pixel_of_row(editor, "layer 2", column=2))
    player.click(*pixel_of_row(editor, "layer 2", column=1))
    assert (space.map.layers[1].visible, space.map.layers[1].locked) == (False, True)


def test_keys_hide_lock_and_show_what_the_board_no_longer_can_select(
    player: Player, editor: EditorScreen
) -> None:
    space = editor.workspace
    click_row(player, editor, LAMP)
    player.key(pygame.K_h, pygame.KMOD_CTRL)
    player.key(pygame.K_l, pygame.KMOD_CTRL)
    assert not space.map.by_id()[LAMP].visible
    assert space.locked == {LAMP}
    space.select(())
    player.click(*pixel_in_editor(editor, 30, 20))
    assert space.selection == ()
    click_row(player, editor, LAMP)
    player.key(pygame.K_h, pygame.KMOD_CTRL)
    player.key(pygame.K_l, pygame.KMOD_CTRL)
    assert space.map.by_id()[LAMP].visible
    assert space.locked == frozenset()


def order(editor: EditorScreen) -> list[list[int]]:
    return [[one.id for one in layer.objects] for layer in editor.workspace.map.layers]


def test_keys_move_objects_within_and_between_layers(
    player: Player, editor: EditorScreen
) -> None:
    click_row(player, editor, NORTH)
    player.key(pygame.K_RIGHTBRACKET)
    assert order(editor) == [[YARD, SOUTH, NORTH], [GATE, LAMP]]
    player.key(pygame.K_RIGHTBRACKET)
    assert order(editor) == [[YARD, SOUTH], [NORTH, GATE, LAMP]]
    player.key(pygame.K_LEFTBRACKET)
    assert order(editor) == [[YARD, SOUTH, NORTH], [GATE, LAMP]]


def drag_row(player: Player, start: tuple[int, int], end: tuple[int, int]) -> None:
    player.push(*start)
    player.move(start[0], (start[1] + end[1]) // 2)
    player.wait()
    player.move(*end)
    player.wait()
    player.let_go(*end)


def test_dragged_objects_are_dropped_between_rows_of_any_layer(
    player: Player, editor: EditorScreen, rows: ObjectList
) -> None:
    editor.workspace.select((NORTH, SOUTH))
    player.wait()
    x, y = pixel_of_row(editor, LAMP)
    drag_row(player, pixel_of_row(editor, SOUTH), (x, y + rows.pitch // 2))
    assert order(editor) == [[YARD], [GATE, NORTH, SOUTH, LAMP]]
    player.wait()
    x, y = pixel_of_row(editor, "layer 1")
    drag_row(player, pixel_of_row(editor, GATE), (x, y + rows.pitch // 2))
    assert order(editor)[0] == [YARD, GATE]
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    assert order(editor) == [[YARD, NORTH, SOUTH], [GATE, LAMP]]


def test_a_drag_that_ends_elsewhere_moves_nothing_and_a_click_selects_alone(
    player: Player, editor: EditorScreen
) -> None:
    editor.workspace.select((NORTH, SOUTH))
    player.wait()
    drag_row(player, pixel_of_row(editor, SOUTH), (20, 300))
    assert order(editor) == [[YARD, NORTH, SOUTH], [GATE, LAMP]]
    player.click(*pixel_of_row(editor, NORTH))
    assert editor.workspace.selection == (NORTH,)


def test_buttons_select_the_same_class_and_show_it_on_the_board(
    player: Player, editor: EditorScreen
) -> None:
    player.click(*pixel_of_row(editor, LAMP))
    buttons = docked(editor, IconButton)
    alike, look = (b for b in buttons if "same class" in b.hint or "on the board" in b.hint)
    corner = editor.dock.panel.rect.topleft
    player.click(*alike.rect.move(corner).center)
    assert set(editor.workspace.selection) == {GATE, LAMP}
    player.click(*look.rect.move(corner).center)
    camera = editor.canvas.camera
    assert camera.steps > 0
    x, y = camera.pixel((30, 15))  # type: ignore[arg-type]
    assert abs(x - camera.window.centerx) < 3
    assert abs(y - camera.window.centery) < 3


def test_return_shows_an_object_on_the_board(player: Player, editor: EditorScreen) -> None:
    click_row(player, editor, YARD)
    before = editor.canvas.camera.ppi
    player.key(pygame.K_RETURN)
    assert editor.canvas.camera.ppi >= before


def test_locked_objects_keep_their_names(player: Player, editor: EditorScreen) -> None:
    editor.workspace.locked = frozenset({NORTH})
    click_row(player, editor, NORTH)
    player.key(pygame.K_F2)
    player.type("x")
    player.key(pygame.K_RETURN)
    assert editor.workspace.map.by_id()[NORTH].name == "north wall"


def test_two_thousand_objects_paint_only_the_rows_in_sight(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    lamps = [{"class": "Lamp", "point": [1 + n % 46, 1 + n // 46]} for n in range(2000)]
    editor = player.open(new_map(map_of(48, 48, lamps)))
    painted = list[str]()
    paint = ObjectList.paint_row

    def counting(self: ObjectList, canvas: pygame.Surface, row: ObjectRow, at: object) -> None:
        painted.append(row.id)
        paint(self, canvas, row, at)  # type: ignore[arg-type]

    monkeypatch.setattr(ObjectList, "paint_row", counting)
    player.key(pygame.K_o)
    assert 10 < len(set(painted)) < 40
    player.type("#1234")
    player.key(pygame.K_RETURN)
    assert editor.workspace.selection == (1234,)


def test_a_renaming_goes_on_while_the_tab_is_described_anew(
    player: Player, editor: EditorScreen, rows: ObjectList
) -> None:
    click_row(player, editor, NORTH)
    player.key(pygame.K_F2)
    player.type("para")
    editor.workspace.locked = frozenset({GATE})
    player.wait()
    assert editor.tab(ListTab).list is rows
    assert [row.id for row in rows.listed if row.locked] == [str(GATE)]
    player.type("pet")
    player.key(pygame.K_RETURN)
    assert editor.workspace.map.by_id()[NORTH].name == "parapet"


def test_the_list_stays_where_it_was_scrolled_while_another_tab_is_seen(
    player: Player,
) -> None:
    lamps = [{"class": "Lamp", "point": [1 + n % 46, 1 + n // 46]} for n in range(300)]
    editor = player.open(new_map(map_of(48, 48, lamps)))
    tab = editor.tab(ListTab)
    editor.dock.show(tab)
    tab.list.scroll.to(1234)
    editor.dock.show(editor.dock.tabs[0])
    editor.dock.show(tab)
    assert tab.list.scroll.offset == 1234
    editor.dock.show(editor.dock.tabs[0])
    editor.workspace.select((299,))
    editor.dock.show(tab)
    assert "299" in [row.id for row in tab.list.in_sight()]


@pytest.mark.parametrize("size", [(1024, 576), (1280, 720), (1920, 1080)])
def test_all_buttons_and_a_part_of_the_list_have_room(
    player: Player, editor: EditorScreen, size: tuple[int, int]
) -> None:
    player.frame = WindowContext(Theme(natural_scale(size)), size)
    editor.fill(player.frame)
    editor.dock.show(editor.tab(ListTab))
    panel = editor.dock.panel
    whole = panel.rect.move(-panel.rect.left, -panel.rect.top)
    places = [widget.rect for widget in panel.widgets]
    assert len(docked(editor, IconButton)) == 8
    assert all(whole.contains(place) for place in places)
    assert all(place.collidelist(places[n + 1 :]) < 0 for n, place in enumerate(places))
    assert editor.tab(ListTab).list.rect.height > whole.height / 2
