"""The lists of *Design* stay as they were left, and the editor leads back to them."""

from __future__ import annotations

import pygame
import pytest

from game.editor.open_file import new_workspace
from game.screens.editor.new_map_screen import NewMapScreen
from game.screens.editor.screen import EditorScreen
from game.screens.editor.start_screen import StartScreen
from game.screens.screen import Destination
from game.screens.shelf import LIST
from game.widgets.button import Button
from tests.screens.input_driver import Player


@pytest.fixture
def start(player: Player) -> StartScreen:
    return player.open(StartScreen())


def label_of_focus(start: StartScreen) -> str:
    on = start.stack.focus.on
    return on.label if isinstance(on, Button) else ""


def is_shown(player: Player, start: StartScreen) -> bool:
    return player.stack.top is start


def close_editor(player: Player) -> None:
    assert isinstance(player.top, EditorScreen)
    player.key(pygame.K_ESCAPE)
    player.press("Close the editor")
    player.wait(2)


@pytest.mark.parametrize("by_mouse", [True, False])
def test_another_kind_and_back_leaves_row_and_scroll(
    player: Player, start: StartScreen, *, by_mouse: bool
) -> None:
    rows = [row.id for row in player.list_box(LIST).rows]
    player.choose(rows[9], LIST)
    box = player.list_box(LIST)
    box.scroll.to(box.scroll.offset - 40)  # as the wheel does, while the row is chosen
    before = box.scroll.offset
    assert before
    for label, key in (("Rosters", pygame.K_RIGHT), ("Maps", pygame.K_LEFT)):
        if by_mouse:
            player.press(label)
        else:
            player.key(key)
        player.wait()
        if label == "Rosters":
            assert player.list_box(LIST).scroll.offset == 0

    assert start.shelf.chosen == player.list_box(LIST).chosen == rows[9]
    assert player.list_box(LIST).scroll.offset == before


def test_an_editor_that_the_command_line_opens_leads_back_to_the_list(player: Player) -> None:
    start = player.open(StartScreen(opens=Destination("map", new_workspace())))
    player.wait()
    close_editor(player)
    assert is_shown(player, start)


def test_the_editor_leads_back_to_the_row_that_was_opened(
    player: Player, start: StartScreen
) -> None:
    rows = [row.id for row in player.list_box(LIST).rows]
    player.choose(rows[8], LIST)
    before = player.list_box(LIST).scroll.offset
    player.key(pygame.K_RETURN)
    close_editor(player)

    assert is_shown(player, start)
    assert start.shelf.chosen == rows[8]
    assert player.list_box(LIST).scroll.offset == before
    assert not player.stack.visits


def test_an_editor_on_a_new_map_leads_back_to_design(
    player: Player, start: StartScreen
) -> None:
    player.press("New map")
    assert isinstance(player.top, NewMapScreen)
    player.press("Create")
    close_editor(player)

    assert is_shown(player, start)
    player.press("New map")
    player.press("Back")
    assert is_shown(player, start)
    assert not player.stack.visits


def test_a_map_opened_from_the_editor_takes_the_place_of_the_other(
    player: Player, start: StartScreen
) -> None:
    player.key(pygame.K_RETURN)
    first = player.top
    player.key(pygame.K_ESCAPE)
    player.press("Open…")
    second = player.top
    assert isinstance(second, StartScreen)
    assert second is not start
    player.press("Open")
    player.wait(2)

    assert isinstance(player.top, EditorScreen)
    assert first not in player.stack.screens
    close_editor(player)
    assert is_shown(player, start)


def test_left_and_right_go_along_the_buttons_below_the_list(
    player: Player, start: StartScreen
) -> None:
    player.key(pygame.K_TAB)
    assert label_of_focus(start) == "New map"
    player.key(pygame.K_RIGHT)
    assert label_of_focus(start) == "Open"
    assert start.kind == "map"
