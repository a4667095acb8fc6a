"""Protection of maps in the editor: warnings on saving, and recovery after a crash."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.content import library_kinds
from game.content.maps.map_library import map_of, read_map
from game.content.maps.writer import canonical
from game.content.own_folders import own_folder
from game.editor.autosaves import Autosave, recoveries
from game.editor.documents import History
from game.editor.transforms import moved
from game.editor.workspace import Workspace
from game.forms.form_kinds import FORMS
from game.screens.editor.screen import EditorScreen
from game.screens.editor.start_screen import StartScreen
from tests.screens.input_driver import Player
from tests.tools.editors import open_map, opened_form

FIRST = map_of(30, 20, [{"class": "Ruin", "name": "hut", "rectangle": [2, 2, 4, 4]}])
OTHER = FIRST.replaced([moved(FIRST.by_id()[1], 3.0, 0.0)])
BARE = FIRST.removed({1})
SAVE = pygame.K_s, pygame.KMOD_CTRL


def at_work(player: Player, home: Path) -> EditorScreen:
    """Open a map file in the editor and change the map."""
    file = home / "yard.tmj"
    file.write_text(canonical(FIRST), "utf-8")
    screen = player.open(open_map(file))
    screen.workspace.do("Move it", OTHER)
    return screen


def test_saving_writes_the_file_and_forgets_the_copy(player: Player, home: Path) -> None:
    screen = at_work(player, home)
    autosave = screen.filing.keeping.autosave
    autosave.keep(screen.workspace)
    autosave.finish()
    assert autosave.path.exists()

    player.key(*SAVE)

    assert read_map(home / "yard.tmj") == OTHER
    assert screen.workspace.is_saved
    assert not autosave.path.exists()


def test_a_file_that_was_changed_meanwhile_is_overwritten_only_if_told(
    player: Player, home: Path
) -> None:
    screen, file = at_work(player, home), home / "yard.tmj"
    file.write_text(canonical(BARE), "utf-8")

    player.key(*SAVE)
    assert screen.stack.dialog
    player.press("Cancel")
    assert read_map(file) == BARE

    player.key(*SAVE)
    player.press("Load theirs")
    assert screen.workspace.map == BARE
    screen.workspace.undo()
    assert screen.workspace.map == OTHER, "what was drawn here is not lost"

    player.key(*SAVE)
    assert screen.stack.dialog is None, "what they did was seen"
    assert read_map(file) == OTHER

    file.write_text(canonical(BARE), "utf-8")
    screen.workspace.undo()
    player.key(*SAVE)
    player.press("Overwrite")
    assert read_map(file) == FIRST


def test_a_window_that_is_closed_keeps_what_is_not_saved(player: Player, home: Path) -> None:
    at_work(player, home)
    player.leave()

    (one,) = recoveries()

    assert one.file == home / "yard.tmj"
    assert one.read() == OTHER


def test_what_is_not_wanted_is_not_offered(player: Player, home: Path) -> None:
    screen = at_work(player, home)
    screen.filing.leave()
    player.wait()
    player.press("Don't save")
    player.leave()

    assert recoveries() == []
    assert read_map(home / "yard.tmj") == FIRST


def left_behind(home: Path) -> None:
    file = home / "yard.tmj"
    file.write_text(canonical(FIRST), "utf-8")
    work = Workspace(History(FIRST), file, saved=FIRST)
    work.do("Move it", OTHER)
    autosave = Autosave()
    autosave.keep(work)
    autosave.let_go()


def test_what_was_left_behind_is_gone_on_with(player: Player, home: Path) -> None:
    left_behind(home)
    player.open(StartScreen())

    player.press("Recover it")

    screen = player.top
    assert isinstance(screen, EditorScreen)
    assert screen.workspace.map == OTHER
    assert screen.workspace.history.undoes == "Recover unsaved changes"
    player.key(*SAVE)
    assert read_map(home / "yard.tmj") == OTHER
    player.leave()
    assert recoveries() == []


def test_what_was_left_behind_is_discarded_or_left_for_later(
    player: Player, home: Path
) -> None:
    left_behind(home)
    gate = player.open(StartScreen())
    player.press("Later")
    assert gate.stack.dialog is None
    assert len(recoveries()) == 1

    gate = player.open(StartScreen())
    player.press("Discard it")
    assert gate.stack.dialog is None
    assert recoveries() == []
    assert read_map(home / "yard.tmj") == FIRST


def test_a_file_that_was_left_behind_is_asked_about_when_it_is_opened(
    player: Player, home: Path
) -> None:
    left_behind(home)
    screen = player.open(open_map(home / "yard.tmj"))
    player.wait()
    assert screen.workspace.map == FIRST

    player.press("Recover it")

    top = player.top
    assert isinstance(top, EditorScreen)
    assert top.workspace.map == OTHER
    player.wait()
    assert top.stack.dialog is None, "it is in hand"


def recover(player: Player) -> EditorScreen:
    player.open(StartScreen())
    player.press("Recover it")
    assert isinstance(player.top, EditorScreen)
    return player.top


def test_recovered_work_overwrites_no_file_that_was_changed_elsewhere(
    player: Player, home: Path
) -> None:
    at_work(player, home)
    player.leave()
    file = home / "yard.tmj"
    assert not recoveries()[0].is_file_changed
    file.write_text(canonical(BARE), "utf-8")
    assert recoveries()[0].is_file_changed

    screen = recover(player)
    player.key(*SAVE)
    assert screen.stack.dialog
    player.press("Cancel")
    assert read_map(file) == BARE

    # The program ends once more; what the work was based on is still known.
    player.leave()
    screen = recover(player)
    player.key(*SAVE)
    player.press("Overwrite")
    assert read_map(file) == OTHER
    player.key(*SAVE)
    assert screen.stack.dialog is None


def test_recovered_work_asks_before_it_makes_a_deleted_file_anew(
    player: Player, home: Path
) -> None:
    at_work(player, home)
    player.leave()
    (home / "yard.tmj").unlink()

    recover(player)
    player.key(*SAVE)
    player.press("Overwrite")
    assert read_map(home / "yard.tmj") == OTHER


def test_a_recovered_form_overwrites_no_file_that_was_changed_elsewhere(
    player: Player,
) -> None:
    path = own_folder(library_kinds.ROSTER) / "mine.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('title = "Mine"\n', "utf-8")
    screen = player.open(opened_form(FORMS["roster"], path))
    screen.form.do(lambda: screen.file.put(("title",), "Mine and more"))
    player.leave()
    path.write_text('title = "Theirs"\n', "utf-8")

    player.open(StartScreen())
    player.press("Recover it")
    player.key(*SAVE)
    player.press("Cancel")
    assert path.read_text("utf-8") == 'title = "Theirs"\n'
