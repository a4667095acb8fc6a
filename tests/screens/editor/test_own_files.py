"""Renaming and deleting of own files where they are listed, by mouse and by keyboard."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.content.own_folders import own_campaigns, own_maps, own_scenarios, trash
from game.content.scenarios import load_scenario
from game.content.shipped_folders import ASSETS, MAPS
from game.editor.edits import EditRefusedError
from game.editor.file_locks import OpenFile
from game.forms.own_files import delete_file, referring_files, rename_file
from game.screens.destinations import SCREENS
from game.screens.editor.start_screen import StartScreen
from game.widgets.text_view import Paragraph
from tests.screens.input_driver import Player

Ask = Callable[[Player, str, int], None]


def by_mouse(player: Player, label: str, _: int) -> None:
    player.press(label)


def by_key(player: Player, _: str, key: int) -> None:
    player.key(key)


WAYS = pytest.mark.parametrize("ask", [by_mouse, by_key])


@pytest.fixture
def start(player: Player) -> StartScreen:
    """The list of maps, with a map of one's own that a scenario of one's own is played on."""
    own_maps().mkdir(parents=True)
    shutil.copy(MAPS / "old-quarter.tmj", own_maps() / "yard.tmj")
    own_scenarios().mkdir(parents=True)
    text = (ASSETS / "scenarios" / "combat_patrol.toml").read_text("utf-8")
    commented = f"# The yard is muddy.\n{text}".replace('"old-quarter"', '"yard"')
    (own_scenarios() / "skirmish.toml").write_text(commented, "utf-8")
    screen = player.open(SCREENS["editor"]())
    assert isinstance(screen, StartScreen)
    player.wait(2)
    assert screen.list.chosen == str(own_maps() / "yard.tmj")
    return screen


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def rename(player: Player, ask: Ask, name: str) -> None:
    """Ask for another name, clear the field and type."""
    ask(player, "Rename", pygame.K_F2)
    player.wait(2)
    player.key(pygame.K_a, pygame.KMOD_CTRL)
    player.type(name)
    player.key(pygame.K_RETURN)
    player.wait(2)


def press_reply(player: Player, label: str) -> None:
    player.press(label)
    player.wait(2)


@WAYS
def test_a_renamed_map_takes_the_scenarios_along_that_name_it(
    player: Player, start: StartScreen, ask: Ask
) -> None:
    rename(player, ask, "Muddy Yard")
    press_reply(player, "Change them too")

    assert names(own_maps()) == ["muddy-yard.tmj"]
    assert start.list.chosen == str(own_maps() / "muddy-yard.tmj")
    text = (own_scenarios() / "skirmish.toml").read_text("utf-8")
    assert text.startswith("# The yard is muddy.\n")
    assert '"yard"' not in text
    assert "muddy-yard" in load_scenario("skirmish").maps


def test_scenarios_may_be_left_as_they_are(player: Player, start: StartScreen) -> None:
    before = (own_scenarios() / "skirmish.toml").read_text("utf-8")
    rename(player, by_key, "muddy yard")
    press_reply(player, "Leave them")

    assert start.stack.dialog is None
    assert names(own_maps()) == ["muddy-yard.tmj"]
    assert (own_scenarios() / "skirmish.toml").read_text("utf-8") == before


@pytest.mark.parametrize("name", ["taken", "old-quarter", "!"])
def test_no_file_is_replaced_by_a_renamed_one(
    player: Player, start: StartScreen, name: str
) -> None:
    (own_maps() / "taken.tmj").write_text("precious", "utf-8")
    rename(player, by_key, name)
    if name == "taken":
        press_reply(player, "Leave them")

    assert start.stack.dialog, "the reason is shown"
    assert names(own_maps()) == ["taken.tmj", "yard.tmj"]
    assert (own_maps() / "taken.tmj").read_text("utf-8") == "precious"


@WAYS
def test_a_deleted_map_is_in_the_trash_after_one_question(
    player: Player, start: StartScreen, ask: Ask
) -> None:
    ask(player, "Delete", pygame.K_DELETE)
    player.wait(2)
    assert start.stack.dialog
    assert names(own_maps()) == ["yard.tmj"]
    press_reply(player, "Delete it")

    assert names(own_maps()) == []
    assert names(trash()) == ["yard.tmj"]
    assert start.list.rows[0].note == ""


def test_built_in_maps_are_neither_renamed_nor_deleted(
    player: Player, start: StartScreen
) -> None:
    start.list.chosen = start.list.rows[1].id
    player.wait(2)
    for key in (pygame.K_F2, pygame.K_DELETE):
        player.key(key)
        player.wait(2)
        assert start.stack.dialog is None
    assert player.button("Delete").reason == "Only for maps of your own"


def test_own_scenarios_are_renamed_and_deleted_alike(
    player: Player, start: StartScreen
) -> None:
    start.turn_to("scenario")
    player.wait(2)
    rename(player, by_key, "Fray")
    assert names(own_scenarios()) == ["fray.toml"]
    player.key(pygame.K_DELETE)
    player.wait(2)
    press_reply(player, "Delete it")

    assert names(trash()) == ["fray.toml"]


def test_a_campaign_that_names_the_map_is_named_in_the_question(
    player: Player, start: StartScreen
) -> None:
    own_campaigns().mkdir(parents=True)
    (own_campaigns() / "mud.toml").write_text('[battle.one]\nmap = "yard"\n', "utf-8")
    player.key(pygame.K_DELETE)
    player.wait(2)

    assert start.stack.dialog
    said = [p for p in start.stack.dialog.widgets if isinstance(p, Paragraph)]
    words = "".join(span.text for span in said[0].spans)
    assert words.endswith("skirmish.toml, mud.toml of yours refer to it.")


def test_a_file_that_an_editor_has_open_stays(start: StartScreen) -> None:
    path = own_maps() / "yard.tmj"
    assert start.list.chosen == str(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OpenFile, "is_shared", True)
        for does in (lambda: delete_file(path), lambda: rename_file(path, path, "map", ())):
            with pytest.raises(EditRefusedError):
                does()

    assert names(own_maps()) == ["yard.tmj"]
    assert [file.path for file in referring_files("map", "yard")] == [
        own_scenarios() / "skirmish.toml"
    ]
    assert referring_files("roster", "yard") == []
