"""The stamps tab: choosing, placing with mouse and keys, keeping, renaming, deleting."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.screens.editor.screen import EditorScreen
from game.screens.editor.stamps_tab import StampsTab
from game.systems.flood.content.map_classes import Lane, SluiceGate
from game.widgets.list_box import ListBox
from tests.screens.editor.editor_states import docked, docked_button
from tests.screens.editor.test_screen import drag_box, kinds, pixel_in_editor
from tests.screens.input_driver import Player
from tests.tools.editors import new_map


@pytest.fixture
def editor(player: Player) -> EditorScreen:
    screen = player.open(new_map())
    screen.dock.show(screen.tab(StampsTab))
    player.wait()
    return screen


def row_of(editor: EditorScreen, label: str) -> str:
    rows = editor.tab(StampsTab).shelf.rows
    return next(row.id for row in rows if row.label == label)


def test_a_chosen_stamp_is_placed_with_each_click_until_escape(
    player: Player, editor: EditorScreen
) -> None:
    docked(editor, ListBox)[0].choose(row_of(editor, "Sluice gate with lanes"))
    assert editor.toolbox.name == "Stamp"
    player.click(*pixel_in_editor(editor, 12, 12))
    player.wait(40)
    player.click(*pixel_in_editor(editor, 30, 12))
    player.key(pygame.K_r)
    player.wait(40)
    player.click(*pixel_in_editor(editor, 12, 34))

    map_ = editor.workspace.map
    assert [len(map_.all_of(kind)) for kind in (Lane, SluiceGate)] == [3, 3]
    first, _, third = (one.outline for one in map_.all_of(Lane))
    assert (first[0].y, first[1].y) == (12, 12)
    assert (third[0].x, third[1].x) == (12, 12)
    player.key(pygame.K_ESCAPE)
    assert editor.toolbox.name == "Select"
    assert not editor.stack.dialog


def test_by_keyboard_the_list_is_stepped_through_and_the_ghost_moved(
    player: Player, editor: EditorScreen
) -> None:
    (listed,) = docked(editor, ListBox)
    while editor.stack.focus.on is not listed:
        player.key(pygame.K_F6)
    player.key(pygame.K_DOWN)
    player.key(pygame.K_RETURN)
    assert editor.stack.focus.on is None
    assert editor.toolbox.name == "Stamp"
    player.key(pygame.K_RIGHT, pygame.KMOD_SHIFT)
    player.key(pygame.K_f)
    assert editor.canvas.sketch.objects
    assert kinds(editor) == []
    player.key(pygame.K_RETURN)
    placed = len(kinds(editor))
    assert placed > 1
    player.key(pygame.K_DOWN, pygame.KMOD_SHIFT)
    player.key(pygame.K_SPACE)
    assert len(kinds(editor)) == 2 * placed
    assert editor.canvas.cursor == (29, 29)


def test_the_selection_is_kept_renamed_and_deleted_once_it_is_asked(
    player: Player, editor: EditorScreen, home: Path
) -> None:
    tab = editor.tab(StampsTab)
    assert docked_button(editor, "Keep the selection…").reason
    player.key(pygame.K_r)
    drag_box(player, editor, (10, 10), (14, 13))
    player.wait()
    player.press("Keep the selection…")
    player.type("Pier")
    player.key(pygame.K_RETURN)
    assert [file.name for file in (home / "stamps").iterdir()] == ["pier.tmj"]
    assert tab.stamp
    assert (tab.stamp.name, tab.stamp.is_own) == ("Pier", True)
    player.press("Rename…")
    player.type("Pier 2")
    player.key(pygame.K_RETURN)
    assert [file.name for file in (home / "stamps").iterdir()] == ["pier-2.tmj"]
    player.press("Delete…")
    player.key(pygame.K_ESCAPE)
    assert [*(home / "stamps").iterdir()]
    player.press("Delete…")
    player.press("Delete it")
    assert not [*(home / "stamps").iterdir()]
    assert [file.name for file in (home / "trash").iterdir()] == ["pier-2.tmj"]
    docked(editor, ListBox)[0].choose(row_of(editor, "Ruin"))
    player.wait()
    assert docked_button(editor, "Delete…").reason
    assert docked_button(editor, "Rename…").reason


def test_keys_group_and_ungroup(player: Player, editor: EditorScreen) -> None:
    player.key(pygame.K_r)
    for left in (10, 20):
        drag_box(player, editor, (left, 10), (left + 4, 13))
    player.key(pygame.K_v)
    player.key(pygame.K_a, pygame.KMOD_CTRL)
    player.key(pygame.K_g, pygame.KMOD_CTRL)
    assert [one.group for _, one in editor.workspace.map.objects()] == [1, 1]
    player.key(pygame.K_ESCAPE)
    player.click(*pixel_in_editor(editor, 12, 12))
    assert len(editor.workspace.selection) == 2
    player.key(pygame.K_g, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert [one.group for _, one in editor.workspace.map.objects()] == [0, 0]
