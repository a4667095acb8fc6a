"""Renaming and deleting of own files where they are listed, by mouse and by keyboard."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.content import library_kinds
from game.content.maps.map_library import read_map
from game.content.own_folders import own_folder, trash
from game.content.scenarios import load_scenario
from game.content.shipped_folders import ASSETS, MAPS
from game.editor.edits import EditRefusedError
from game.editor.file_locks import OpenFile
from game.forms.own_files import delete_file, referring_files, rename_file
from game.forms.toml_text import TomlText
from game.screens.destinations import SCREENS
from game.screens.editor.start_screen import StartScreen
from game.screens.shelf import LIST
from game.widgets.text_field import TextField
from game.widgets.text_view import Paragraph
from tests.screens.input_driver import Player
from tests.tools.texts import edited

Ask = Callable[[Player, str, int], None]


def by_mouse(player: Player, label: str, _: int) -> None:
    player.press(label)


def by_key(player: Player, _: str, key: int) -> None:
    player.key(key)


WAYS = pytest.mark.parametrize("ask", [by_mouse, by_key])


@pytest.fixture
def start(player: Player) -> StartScreen:
    """The list of maps, with a map of one's own that a scenario of one's own is played on."""
    own_folder(library_kinds.MAP).mkdir(parents=True)
    shutil.copy(MAPS / "old-quarter.tmj", own_folder(library_kinds.MAP) / "yard.tmj")
    own_folder(library_kinds.SCENARIO).mkdir(parents=True)
    text = (ASSETS / "scenarios" / "combat_patrol.toml").read_text("utf-8")
    commented = edited(f"# The yard is muddy.\n{text}", {'"old-quarter"': '"yard"'})
    (own_folder(library_kinds.SCENARIO) / "skirmish.toml").write_text(commented, "utf-8")
    screen = player.open(SCREENS["design"]())
    assert isinstance(screen, StartScreen)
    player.wait(2)
    assert screen.shelf.chosen == str(own_folder(library_kinds.MAP) / "yard.tmj")
    return screen


def file_names(folder: Path) -> list[str]:
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

    assert file_names(own_folder(library_kinds.MAP)) == ["muddy-yard.tmj"]
    assert start.shelf.chosen == str(own_folder(library_kinds.MAP) / "muddy-yard.tmj")
    text = (own_folder(library_kinds.SCENARIO) / "skirmish.toml").read_text("utf-8")
    assert text.startswith("# The yard is muddy.\n")
    assert '"yard"' not in text
    assert "muddy-yard" in load_scenario("skirmish").maps


def test_scenarios_may_be_left_as_they_are(player: Player, start: StartScreen) -> None:
    before = (own_folder(library_kinds.SCENARIO) / "skirmish.toml").read_text("utf-8")
    rename(player, by_key, "muddy yard")
    press_reply(player, "Leave them")

    assert start.stack.dialog is None
    assert file_names(own_folder(library_kinds.MAP)) == ["muddy-yard.tmj"]
    assert (own_folder(library_kinds.SCENARIO) / "skirmish.toml").read_text("utf-8") == before


@pytest.mark.parametrize("name", ["taken", "old-quarter", "!"])
def test_no_file_is_replaced_by_a_renamed_one(
    player: Player, start: StartScreen, name: str
) -> None:
    (own_folder(library_kinds.MAP) / "taken.tmj").write_text("precious", "utf-8")
    rename(player, by_key, name)
    if name == "taken":
        press_reply(player, "Leave them")

    assert start.stack.dialog, "the reason is shown"
    assert file_names(own_folder(library_kinds.MAP)) == ["taken.tmj", "yard.tmj"]
    assert (own_folder(library_kinds.MAP) / "taken.tmj").read_text("utf-8") == "precious"


@WAYS
def test_a_deleted_map_is_in_the_trash_after_one_question(
    player: Player, start: StartScreen, ask: Ask
) -> None:
    ask(player, "Delete", pygame.K_DELETE)
    player.wait(2)
    assert start.stack.dialog
    assert file_names(own_folder(library_kinds.MAP)) == ["yard.tmj"]
    press_reply(player, "Delete it")

    assert file_names(own_folder(library_kinds.MAP)) == []
    assert file_names(trash()) == ["yard.tmj"]
    assert start.shelf.rows[0].note == ""


def test_built_in_maps_are_neither_renamed_nor_deleted(
    player: Player, start: StartScreen
) -> None:
    start.shelf.chosen = start.shelf.rows[1].id
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
    assert file_names(own_folder(library_kinds.SCENARIO)) == ["fray.toml"]
    player.key(pygame.K_DELETE)
    player.wait(2)
    press_reply(player, "Delete it")

    assert file_names(trash()) == ["fray.toml"]


def test_a_campaign_that_names_the_map_is_named_in_the_question(
    player: Player, start: StartScreen
) -> None:
    own_folder(library_kinds.CAMPAIGN).mkdir(parents=True)
    (own_folder(library_kinds.CAMPAIGN) / "mud.toml").write_text(
        '[battle.one]\nmap = "yard"\n', "utf-8"
    )
    player.key(pygame.K_DELETE)
    player.wait(2)

    assert start.stack.dialog
    said = [p for p in start.stack.dialog.widgets if isinstance(p, Paragraph)]
    words = "".join(span.text for span in said[0].spans)
    assert words.endswith("skirmish.toml, mud.toml of yours refer to it.")


def test_a_file_that_an_editor_has_open_stays(start: StartScreen) -> None:
    path = own_folder(library_kinds.MAP) / "yard.tmj"
    assert start.shelf.chosen == str(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OpenFile, "is_shared", True)
        for does in (lambda: delete_file(path), lambda: rename_file(path, path, ())):
            with pytest.raises(EditRefusedError):
                does()

    assert file_names(own_folder(library_kinds.MAP)) == ["yard.tmj"]
    assert [file.path for file in referring_files(library_kinds.MAP, "yard")] == [
        own_folder(library_kinds.SCENARIO) / "skirmish.toml"
    ]
    assert referring_files(library_kinds.ROSTER, "yard") == []


PAGE = """
lead = "It rains."

[[part]]
title = "Mud"
text = "Deep."

[part.picture.situation] # as it was in spring
title = "Mud is deep"
scenario = "skirmish"
map = "yard"
"""
CAMPAIGN = """
title = "Mud"

[[battle]]
id = "one"
scenario = "skirmish" # twice
map = "yard"
rosters = { wardens = "yard", brood = "skirmish" }
text = "The yard is called yard."
"""


def test_a_new_name_is_written_wherever_campaigns_and_pages_name_the_file(
    start: StartScreen,
) -> None:
    texts = {library_kinds.CAMPAIGN: CAMPAIGN, library_kinds.PAGE: PAGE}
    for kind, text in texts.items():
        own_folder(kind).mkdir(parents=True)
        (own_folder(kind) / "mud.toml").write_text(text, "utf-8")
    path = Path(start.shelf.chosen)
    files = referring_files(library_kinds.MAP, "yard")
    rename_file(path, path.with_stem("muddy"), files)
    path = own_folder(library_kinds.SCENARIO) / "skirmish.toml"
    rename_file(
        path, path.with_stem("fray"), referring_files(library_kinds.SCENARIO, "skirmish")
    )

    assert [file.path.name for file in files] == ["skirmish.toml", "mud.toml", "mud.toml"]
    for kind, text in texts.items():
        expected = text.replace('map = "yard"', 'map = "muddy"')
        expected = expected.replace('scenario = "skirmish"', 'scenario = "fray"')
        assert (own_folder(kind) / "mud.toml").read_text("utf-8") == expected


def test_a_file_keeps_its_name_if_another_cannot_be_changed_with_it(start: StartScreen) -> None:
    campaign = own_folder(library_kinds.CAMPAIGN) / "mud.toml"
    campaign.parent.mkdir(parents=True)
    campaign.write_text('battle = [{ map = "yard" }]\n', "utf-8")
    path = Path(start.shelf.chosen)
    files = referring_files(library_kinds.MAP, "yard")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TomlText, "put", _refuse)
        with pytest.raises(EditRefusedError):
            rename_file(path, path.with_stem("muddy"), files)

    assert path.exists()
    assert campaign.read_text("utf-8") == 'battle = [{ map = "yard" }]\n'


def _refuse(*_: object) -> None:
    raise EditRefusedError("only a text editor can change it")


def test_the_title_is_offered_as_the_name_and_typing_replaces_it(
    player: Player, start: StartScreen
) -> None:
    """The file is *yard.tmj*, the title that of *old-quarter.tmj*, which it is a copy of."""
    player.press("Rename")
    field = start.stack.focus.on
    assert isinstance(field, TextField)
    # A built-in map has the name of the title already.
    assert field.text == "old-quarter-2"
    player.type("Muddy")
    assert field.text == "Muddy"


def test_a_copy_of_any_map_is_one_of_ones_own(player: Player, start: StartScreen) -> None:
    player.choose(str(MAPS / "great-cage.tmj"), LIST)
    player.press("Duplicate")
    player.wait(2)

    made = own_folder(library_kinds.MAP) / "great-cage-copy.tmj"
    assert start.shelf.chosen == str(made)
    assert start.shelf.rows[0].label == "Great Cage copy"
    assert read_map(made).board.title == "Great Cage copy"


def test_a_copy_of_a_scenario_keeps_its_comments(player: Player, start: StartScreen) -> None:
    start.turn_to("scenario")
    player.wait(2)
    player.key(pygame.K_d)
    made = own_folder(library_kinds.SCENARIO) / "combat-patrol-copy.toml"
    assert made.read_text("utf-8").startswith("# The yard is muddy.\n")
    assert load_scenario("combat-patrol-copy").title == "Combat patrol copy"
