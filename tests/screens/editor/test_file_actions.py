"""File actions: new and random maps, the list of maps, saving, leaving."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pygame
import pytest

from game.content import library_kinds
from game.content.maps.classes import DeploymentZone
from game.content.maps.map_library import read_map
from game.content.maps.writer import canonical
from game.content.own_folders import own_folder
from game.content.shipped_folders import MAPS
from game.editor.autosaves import Recovery
from game.screens.destinations import screen_of
from game.screens.editor.file_actions import recovery_dialog
from game.screens.editor.map_opening import opened
from game.screens.editor.new_map_screen import NewMapScreen
from game.screens.editor.screen import EditorScreen
from game.screens.editor.start_screen import StartScreen
from game.screens.screen import Quit, WindowContext
from game.widgets.number_field import NumberField
from game.widgets.stepper import Stepper
from game.widgets.text_view import Label, Paragraph
from tests.screens.editor.editor_states import (
    editor_of,
    status_of,
)
from tests.screens.editor.test_screen import drag_box
from tests.screens.input_driver import Player
from tests.tools.editors import new_map, open_map


def dialog_text(editor: EditorScreen) -> str:
    """Return the text of the open dialog."""
    assert editor.stack.dialog
    return " ".join(
        span.text
        for widget in editor.stack.dialog.widgets
        if isinstance(widget, Paragraph)
        for span in widget.spans
    )


def open_unsaved_editor(player: Player) -> EditorScreen:
    """Return the editor with an unsaved map."""
    editor = player.open(new_map())
    player.key(pygame.K_r)
    drag_box(player, editor, (10, 10), (14, 12))
    return editor


@pytest.mark.parametrize(
    ("file", "edits", "words"),
    [
        (
            None,
            0,
            "saved:\nPier\nAutosaved on 02 May 2026, 10:00.\nIt has no file yet.",
        ),
        ("pier.tmj", 2, "\n2 edits, autosaved on 02 May 2026, 10:00.\nThe file itself is unch"),
    ],
)
def test_unsaved_work_says_whether_it_has_a_file(
    frame: WindowContext, tmp_path: Path, file: str | None, edits: int, words: str
) -> None:
    at = datetime(2026, 5, 2, 10).astimezone()
    place = tmp_path / file if file else None
    one = Recovery(tmp_path / "a.unsaved", place, "Pier", at=at, edits=edits)
    dialog = recovery_dialog(frame.theme, one, lambda: None, lambda: None)
    text = next(w.text for w in dialog.widgets if isinstance(w, Paragraph))
    assert words in text


def test_a_new_map_is_as_large_and_made_of_what_was_asked_for(player: Player) -> None:
    player.open(StartScreen())
    player.key(pygame.K_n)
    assert isinstance(player.top, NewMapScreen)
    player.type("n")
    player.wait()
    assert player.top.title == "n"
    player.press("Patrol")
    next(w for w in player.top.panel.widgets if isinstance(w, Stepper)).step(2)
    player.press("Create")

    board = editor_of(player).workspace.map
    assert (board.width, board.height, board.board.look) == (48, 48, "field")
    assert board.board.title == "n"
    assert len(board.all_of(DeploymentZone)) == 2
    assert not editor_of(player).workspace.is_saved


def test_a_size_that_a_kind_of_map_cannot_have_is_refused_with_the_limits(
    player: Player,
) -> None:
    screen = player.open(NewMapScreen())
    player.press("Street")
    make_wide(player, "30")
    player.press("Create")

    assert player.top is screen
    shown = [w.text for w in screen.panel.widgets if isinstance(w, Label)]
    assert 'Street: the sides must be 60" × 42" to 120" × 60"' in shown
    make_wide(player, "72")
    player.press("Create")
    assert editor_of(player).workspace.map.board.look == "street"


def test_a_shipped_map_opens_as_a_copy_and_is_saved_under_another_name(
    player: Player, home: Path
) -> None:
    editor = player.open(open_map(MAPS / "training-cage.tmj"))
    player.key(pygame.K_s, pygame.KMOD_CTRL)
    assert editor.stack.dialog
    for _ in range(20):
        player.key(pygame.K_BACKSPACE)
    player.type("training-cage")
    player.key(pygame.K_RETURN)
    assert "the file name training-cage.tmj" in dialog_text(editor)
    player.key(pygame.K_ESCAPE)
    assert not (home / "maps").exists()
    editor.filing.ask_where()
    for _ in range(20):
        player.key(pygame.K_BACKSPACE)
    player.type("My Cage!")
    player.key(pygame.K_RETURN)
    player.wait(2)

    file = home / "maps" / "my-cage.tmj"
    assert file.read_text("utf-8") == canonical(read_map(MAPS / "training-cage.tmj"))
    assert editor.workspace.path == file
    assert status_of(editor)[0].startswith("Saved: ")


def test_the_menu_leads_to_another_new_map_and_to_another_file(player: Player) -> None:
    first = player.open(new_map())
    first.filing.menu()
    player.press("New map…")
    assert isinstance(player.top, NewMapScreen)
    player.press("Create")
    second = editor_of(player)
    assert second is not first
    second.filing.menu()
    player.press("Open…")
    assert isinstance(player.top, StartScreen)
    player.top.shelf.chosen = str(MAPS / "training-cage.tmj")
    player.press("Open")
    assert editor_of(player) is not second
    assert editor_of(player).workspace.map == read_map(MAPS / "training-cage.tmj")


def test_a_map_that_is_in_the_way_is_called_by_file_and_title(
    player: Player, home: Path
) -> None:
    (home / "maps").mkdir()
    text = canonical(read_map(MAPS / "sewer-bend.tmj"))
    (home / "maps" / "mine.tmj").write_text(text, "utf-8")
    editor = player.open(new_map())
    editor.filing._save_as("mine", lambda: None)  # noqa: SLF001  as the dialog does

    assert dialog_text(editor) == "The file mine.tmj already has a map: “The Long Bend”."


def test_leaving_asks_about_what_is_not_saved(player: Player, home: Path) -> None:
    editor = open_unsaved_editor(player)
    editor.filing.leave()
    player.press("Cancel")
    assert player.top is editor
    editor.filing.leave()
    player.press("Save")
    assert editor.stack.dialog
    player.key(pygame.K_RETURN)
    player.wait(2)

    assert player.at_home
    assert (home / "maps" / "my-map.tmj").is_file()


def test_closing_the_window_asks_once(player: Player) -> None:
    editor = open_unsaved_editor(player)
    assert editor.before_quit() is None
    assert editor.stack.dialog
    assert isinstance(editor.before_quit(), Quit)
    assert isinstance(new_map_screen(player).before_quit(), Quit)


def make_wide(player: Player, inches: str) -> None:
    """Type another width on the screen for a new map."""
    screen = player.top
    assert isinstance(screen, NewMapScreen)
    wide = next(w for w in screen.panel.widgets if isinstance(w, NumberField))
    screen.stack.focus.to(wide)
    wide.select_all()
    player.type(inches)


def new_map_screen(player: Player) -> EditorScreen:
    return player.open(new_map())


def test_the_list_shows_own_maps_first_and_opens_what_is_chosen(
    player: Player, home: Path
) -> None:
    folder = home / "maps"
    folder.mkdir()
    text = canonical(read_map(MAPS / "sewer-bend.tmj"))
    (folder / "mine.tmj").write_text(text, "utf-8")
    gate = player.open(StartScreen())
    rows = gate.shelf.rows
    assert (rows[0].label, rows[0].note) == ("The Long Bend (mine)", "yours")
    labels = [row.label for row in rows[1:] if not row.note]
    assert labels[0] == "Broken Mile"
    assert labels == sorted(labels)
    bend = rows[1 + labels.index("The Long Bend (sewer-bend)")]
    assert bend.detail == "sewer-bend.tmj · built-in, opens as a copy"
    player.key(pygame.K_RETURN)

    assert editor_of(player).workspace.path == folder / "mine.tmj"


def test_a_map_is_generated_whole_and_taken_back_at_once(player: Player) -> None:
    editor = player.open(new_map())
    generating = editor.filing.generating
    before = editor.workspace.map
    generating.ask()
    player.press("Generate")
    player.wait_for(lambda: editor.workspace.map is not before)

    assert editor.workspace.history.undoes == "Generate sewer 1"
    assert len([*editor.workspace.map.objects()]) > 20
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    assert editor.workspace.map is before


def test_what_is_generated_waits_for_nobody_who_draws_on(player: Player) -> None:
    editor = player.open(new_map())
    generating = editor.filing.generating
    generating.begin()
    player.key(pygame.K_r)
    drag_box(player, editor, (10, 10), (14, 12))
    drawn = editor.workspace.map
    player.wait_for(lambda: not generating._made.is_running)  # noqa: SLF001  what is generated shows only when it is taken

    assert editor.workspace.map is drawn
    assert status_of(editor)[0].startswith("The map changed meanwhile")


def test_a_map_of_another_program_opens_with_what_there_is_to_say_of_it(
    player: Player,
) -> None:
    screen = screen_of(opened(Path(__file__).parents[2] / "content/cellar.uvtt"))
    assert isinstance(screen, EditorScreen)
    editor = player.open(screen)

    assert editor.workspace.path == own_folder(library_kinds.MAP) / "cellar.tmj"
    assert dialog_text(editor).startswith("It is kept as cellar: 24")
    player.key(pygame.K_ESCAPE)
    assert editor.stack.dialog is None
