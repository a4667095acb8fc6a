"""The repair view of a map that does not load: the readable part, and each fault."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest

from game.content import library_kinds
from game.content.faults import UnusableFile
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import read_map
from game.content.maps.writer import canonical
from game.content.own_folders import own_folder, unsaved
from game.editor.autosaves import ENDING
from game.screens.destinations import screen_of
from game.screens.editor.map_opening import opened
from game.screens.editor.repair_screen import RepairScreen
from game.screens.editor.screen import EditorScreen
from game.screens.editor.start_screen import StartScreen
from game.widgets.list_box import ListBox, ListRow
from tests.screens.editor.editor_states import BROKEN
from tests.screens.input_driver import Player


@pytest.fixture
def file(home: Path) -> Path:
    path = own_folder(library_kinds.MAP) / "broken.tmj"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(BROKEN), "utf-8")
    return path


def faults_listed(screen: RepairScreen) -> Sequence[ListRow]:
    return next(w.rows for w in screen.panel.widgets if isinstance(w, ListBox))


def test_faults_are_mended_one_by_one_and_the_rest_at_once(player: Player, file: Path) -> None:
    before = file.read_bytes()
    screen = screen_of(opened(file))
    assert isinstance(screen, RepairScreen)
    player.open(screen)
    assert [row.label for row in faults_listed(screen)] == [
        "layer 'things', object 2 (Nest)",
        "layer 'things', object 3 (Wall)",
        "layer 'things', object 1 (SluceGate)",
    ]

    player.press("Move it onto the board")
    assert len(faults_listed(screen)) == 2
    player.press("Remove it")
    assert [*screen.repair.map.by_id()] == [2, 4]
    player.press("Continue")

    top = player.top
    assert isinstance(top, EditorScreen)
    assert top.workspace.path is None
    assert top.workspace.map.by_id()[2].outline == ((10, 0),)
    assert file.read_bytes() == before
    top.filing.keeping.write(file.with_name("mended.tmj"), lambda: None)
    assert read_map(file.with_name("mended.tmj")) == top.workspace.map
    assert file.read_bytes() == before


def test_all_that_is_wrong_is_mended_at_a_click(player: Player, file: Path) -> None:
    player.open(opened(file))

    player.press("Fix the rest and continue")

    assert isinstance(player.top, EditorScreen)
    assert [*player.top.workspace.map.by_id()] == [2, 3, 4]


def test_return_does_what_the_button_says_it_does(player: Player, file: Path) -> None:
    player.open(opened(file))

    player.key(pygame.K_RETURN)

    assert isinstance(player.top, EditorScreen)


def test_the_list_of_maps_leads_there_and_back(player: Player, file: Path) -> None:
    gate = player.open(StartScreen())
    gate.shelf.chosen = str(file)
    gate.open()
    player.click(1, 1)
    assert isinstance(player.top, RepairScreen)

    player.press("Back")

    assert player.stack.screens == [gate]


def test_what_a_crash_left_and_cannot_be_read_is_repaired(player: Player, file: Path) -> None:
    whole = canonical(mended(file))
    unsaved().mkdir(parents=True)
    head = '{"file": "", "title": "t", "at": "2026-01-01T00:00:00+00:00", "edits": 1}'
    (unsaved() / f"torn{ENDING}").write_text(f"{head}\n{whole[:-40]}", "utf-8")
    player.open(StartScreen())

    player.press("Recover it")

    assert isinstance(player.top, RepairScreen)
    assert 2 in player.top.repair.map.by_id()


def mended(file: Path) -> MapFile:
    screen = screen_of(opened(file))
    assert isinstance(screen, RepairScreen)
    screen.repair.mend()
    return screen.repair.map


def test_what_is_not_there_is_refused(home: Path) -> None:
    with pytest.raises(UnusableFile, match="cannot read it"):
        opened(home / "nowhere.tmj")
