"""The dock tabs that every map has: inspector, layers, history."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import pygame
import pytest

from game.content.key_descriptions import descriptions
from game.content.maps.classes import Block, Decor
from game.content.maps.map_library import map_of
from game.screens.editor.history_tab import HistoryTab
from game.screens.editor.layers_tab import LayersTab
from game.screens.editor.picture_chooser import PictureChooser
from game.screens.editor.screen import EditorScreen
from game.widgets.button import Button
from game.widgets.colour_picker import ColourButton, ColourDialog
from game.widgets.hint_line import HintLine
from game.widgets.list_box import ListBox
from game.widgets.number_field import NumberField
from game.widgets.stepper import Stepper
from game.widgets.text_field import TextField
from game.widgets.text_view import Label
from game.widgets.widget import Widget
from tests.content.test_maps_decor import CRATE
from tests.screens.editor.editor_states import (
    docked,
    status_of,
)
from tests.screens.editor.test_screen import pixel_in_editor
from tests.screens.input_driver import Player
from tests.tools.editors import new_map

W = TypeVar("W", bound=Widget)

OBJECTS = (
    {"class": "Wall", "name": "pier", "polygon": [[4, 4], [8, 4], [8, 6], [4, 6]]},
    {"class": "DeploymentZone", "polygon": [[20, 20], [26, 20], [26, 26], [20, 26]]},
    {"class": "Exit", "polygon": [[40, 40], [44, 40], [44, 44], [40, 44]]},
    {"class": "Lamp", "point": [30, 10]},
    {"class": "Rail", "polyline": [[4, 30], [10, 30]]},
)
PIER, ZONE, EXIT, LAMP, RAIL = 1, 2, 3, 4, 5


@pytest.fixture
def editor(player: Player) -> EditorScreen:
    return player.open(new_map(map_of(48, 48, OBJECTS)))


def labelled_field(editor: EditorScreen, label: str, kind: type[W]) -> W:
    """Return the widget after a label, which must be of *kind*."""
    widgets = editor.dock.panel.widgets
    at = next(n for n, w in enumerate(widgets) if isinstance(w, Label) and w.text == label)
    found = widgets[at + 1]
    assert isinstance(found, kind)
    return found


def replace_text(player: Player, editor: EditorScreen, field_: TextField, words: str) -> None:
    """Click into a field and replace its text."""
    player.click(*field_.rect.move(editor.dock.panel.rect.topleft).center)
    player.key(pygame.K_END)
    for _ in range(12):
        player.key(pygame.K_BACKSPACE)
    player.type(words)


def select(player: Player, editor: EditorScreen, *ids: int) -> None:
    editor.workspace.select(ids)
    player.wait(2)


def test_numbers_are_entered_by_return_and_by_going_elsewhere(
    player: Player, editor: EditorScreen
) -> None:
    select(player, editor, PIER)
    replace_text(player, editor, labelled_field(editor, "x", NumberField), "10.5")
    player.key(pygame.K_RETURN)
    replace_text(player, editor, labelled_field(editor, "y", NumberField), "7")
    player.key(pygame.K_TAB)

    (pier,) = editor.workspace.selected()
    assert pier.outline == ((10.5, 7), (14.5, 7), (14.5, 9), (10.5, 9))
    assert labelled_field(editor, "x", NumberField).text == "10.5"


def test_what_is_no_number_and_what_would_leave_the_board_changes_nothing(
    player: Player, editor: EditorScreen
) -> None:
    select(player, editor, PIER)
    before = editor.workspace.map
    replace_text(player, editor, labelled_field(editor, "x", NumberField), "far")
    player.key(pygame.K_RETURN)
    assert labelled_field(editor, "x", NumberField).text == "4"
    replace_text(player, editor, labelled_field(editor, "x", NumberField), "46")
    player.key(pygame.K_RETURN)
    player.wait(2)

    assert editor.workspace.map is before
    assert "off the 48" in status_of(editor)[0]
    assert labelled_field(editor, "x", NumberField).text == "4"


def test_the_wheel_steps_a_number(player: Player, editor: EditorScreen) -> None:
    select(player, editor, PIER)
    wide = labelled_field(editor, "Width", NumberField)
    player.move(*wide.rect.move(editor.dock.panel.rect.topleft).center)
    player.wheel(2)

    assert editor.workspace.selected()[0].outline[1] == (8.5, 4)


def test_the_label_of_a_member_says_what_it_means(player: Player, editor: EditorScreen) -> None:
    select(player, editor, EXIT)
    hints = {one.text: one.hint for one in editor.dock.panel.widgets if isinstance(one, Label)}
    assert hints["Zone"] == "The zone of its side\nid of a zone, or 0 for none; usual: 0"
    select(player, editor, PIER)
    hints = {one.text: one.hint for one in editor.dock.panel.widgets if isinstance(one, Label)}
    assert hints["Cover"].startswith("The save that it gives (CC-15)\nusual, none, 2+,")


def test_several_show_what_they_share_and_take_it_together(
    player: Player, editor: EditorScreen
) -> None:
    select(player, editor, PIER, ZONE)
    assert labelled_field(editor, "x", NumberField).text == ""
    assert labelled_field(editor, "Class", Stepper).labels[0] == "(several)"
    replace_text(player, editor, labelled_field(editor, "y", NumberField), "12")
    player.key(pygame.K_RETURN)

    assert [one.outline[0] for one in editor.workspace.selected()] == [(4, 12), (20, 12)]


def test_what_can_be_of_no_class_together_keeps_its_classes(
    player: Player, editor: EditorScreen
) -> None:
    select(player, editor, PIER, LAMP, RAIL)
    before = editor.workspace.map
    kinds = labelled_field(editor, "Class", Stepper)
    assert kinds.labels == ("(several)",)
    player.click(*kinds.rect.move(editor.dock.panel.rect.topleft).center)

    assert editor.workspace.map == before
    assert labelled_field(editor, "Class", Stepper).value == 0


def test_a_member_is_chosen_and_a_class_changed(player: Player, editor: EditorScreen) -> None:
    select(player, editor, PIER)
    cover = labelled_field(editor, "Cover", Stepper)
    assert cover.labels[cover.value] == "Usual (none)"
    cover.step(1)
    assert editor.workspace.selected()[0].what.cover == "none"  # type: ignore[attr-defined]
    kinds = labelled_field(editor, "Class", Stepper)
    kinds.step(1)
    player.wait(2)

    assert type(editor.workspace.selected()[0].what).__name__ == "Block"
    cover = labelled_field(editor, "Cover", Stepper)
    assert cover.labels[cover.value] == "None"


def test_what_a_member_names_is_picked_on_the_board(
    player: Player, editor: EditorScreen
) -> None:
    select(player, editor, EXIT)
    button = labelled_field(editor, "Zone", Button)
    assert button.label == "Pick one…"
    player.click(*button.rect.move(editor.dock.panel.rect.topleft).center)
    player.click(*pixel_in_editor(editor, 30, 10))  # a lamp is no zone
    player.click(*pixel_in_editor(editor, 23, 23))
    player.wait(2)

    (exit_,) = editor.workspace.selected()
    assert (exit_.id, exit_.what.zone) == (EXIT, ZONE)  # type: ignore[attr-defined]
    assert labelled_field(editor, "Zone", Button).label == "deployment zone 2"


def test_a_smaller_board_asks_about_what_falls_off(
    player: Player, editor: EditorScreen
) -> None:
    replace_text(player, editor, labelled_field(editor, "Width", NumberField), "36")
    player.key(pygame.K_RETURN)
    assert editor.stack.dialog
    assert editor.workspace.map.width == 48
    player.press("Resize and delete them")
    player.wait(2)

    # Six inches go at either side: the pier begins at 4, the exit reaches to 44.
    assert editor.workspace.map.width == 36
    assert {*editor.workspace.index.placed} == {ZONE, LAMP}
    assert editor.canvas.camera.width == 36


def test_layers_are_added_named_locked_and_drawn_on(
    player: Player, editor: EditorScreen
) -> None:
    editor.dock.show(editor.dock.of(LayersTab))
    player.wait(2)
    (listed,) = docked(editor, ListBox)
    player.press("Add a layer")
    player.wait(2)
    assert listed.rows[0].id == str(editor.workspace.layer)
    replace_text(player, editor, docked(editor, TextField)[0], "lamps")
    player.key(pygame.K_RETURN)
    player.wait(2)
    assert listed.rows[0].label == "lamps"
    select(player, editor, LAMP)
    player.press("Move the selection to it")
    player.wait(2)
    assert listed.rows[0].detail == "1 object"
    player.press("Lock it against changes")
    player.wait(2)
    assert listed.rows[0].note == "locked"
    before = editor.workspace.map
    player.key(pygame.K_DELETE)
    assert editor.workspace.map is before


def test_a_click_in_the_history_goes_to_that_moment(
    player: Player, editor: EditorScreen
) -> None:
    select(player, editor, PIER)
    start = editor.workspace.map
    for key in (pygame.K_RIGHT, pygame.K_DELETE):
        player.key(key)
    tab = editor.dock.of(HistoryTab)
    editor.dock.show(tab)
    player.wait(2)
    (listed,) = docked(editor, ListBox)
    assert [row.label for row in listed.rows] == ["New map", "Move pier", "Delete pier"]
    listed.choose("0")
    player.wait(2)

    assert editor.workspace.map is start
    assert [row.faded for row in listed.rows] == [False, True, True]


def test_a_button_and_a_key_fill_the_rest_with_rock(player: Player) -> None:
    screen = player.open(new_map())
    player.key(pygame.K_r, pygame.KMOD_CTRL)
    assert status_of(screen)[0].startswith("Cannot do that: nothing says what stays open")
    player.key(pygame.K_c)
    for x in (10, 38):
        player.click(*pixel_in_editor(screen, x, 24))
    player.key(pygame.K_RETURN)
    player.key(pygame.K_ESCAPE)
    player.press("Fill the rest with rock")

    assert screen.workspace.history.entries[-1].label == "Fill the rest with rock"
    rock = screen.workspace.map.all_of(Block)
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    player.key(pygame.K_r, pygame.KMOD_CTRL)
    assert screen.workspace.map.all_of(Block) == rock != []


def test_the_colour_of_many_lamps_is_chosen_at_once(player: Player) -> None:
    lamps = [{"class": "Lamp", "point": [2 + n % 40, 2 + n // 40]} for n in range(300)]
    lamps[7] |= {"tint": "#ff102030"}
    editor = player.open(new_map(map_of(48, 48, lamps)))
    select(player, editor, *range(1, 301))
    button = labelled_field(editor, "Tint", ColourButton)
    assert button.value is None
    player.click(*button.rect.move(editor.dock.panel.rect.topleft).center)
    dialog = editor.stack.dialog
    assert isinstance(dialog, ColourDialog)
    editor.stack.focus.to(next(w for w in dialog.widgets if isinstance(w, TextField)))
    player.key(pygame.K_a, pygame.KMOD_CTRL)
    player.type("#56b4e9")
    player.key(pygame.K_RETURN)

    tints = {one.what.tint for _, one in editor.workspace.map.objects()}  # type: ignore[attr-defined]
    assert tints == {"#ff56b4e9"}
    assert editor.workspace.history.undoes == "Set tint of 300 lamps to #ff56b4e9"
    player.wait()
    assert labelled_field(editor, "Tint", ColourButton).value == "#ff56b4e9"


def test_the_picture_of_decor_is_chosen_and_drawn(
    player: Player, editor: EditorScreen, tmp_path: Path
) -> None:
    (tmp_path / "crate.svg").write_text(CRATE)
    editor.workspace.brush = Decor()
    editor.toolbox.use("Rectangle")
    player.wait(2)
    player.press("Choose a file…")
    chooser = editor.stack.dialog
    assert isinstance(chooser, PictureChooser)
    chooser._take(tmp_path / "crate.svg")  # noqa: SLF001  as a click on its row does
    player.wait(2)
    assert editor.workspace.brush == Decor(image="crate.svg")
    (x, y), (right, low) = (pixel_in_editor(editor, *at) for at in ((30, 30), (36, 33)))
    player.push(x, y)
    player.move(right, low)
    player.wait(2)
    red = player.canvas.get_at(((x + right) // 2, (y + low) // 2))
    player.let_go(right, low)

    assert editor.workspace.selected()[0].what == Decor(image="crate.svg")
    assert tuple(red)[:3] == pytest.approx((200, 30, 30), abs=4)


def test_what_a_member_means_stands_below_it_without_pointing_at_it(
    player: Player, editor: EditorScreen
) -> None:
    editor.workspace.brush = Decor()
    editor.toolbox.use("Rectangle")
    player.wait(2)
    lines = [one.text for one in editor.dock.panel.widgets if isinstance(one, HintLine)]
    members = descriptions(Decor)
    assert lines == [members[name].hint.partition("\n")[0] for name in Decor.model_fields]
