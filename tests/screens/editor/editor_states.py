"""The editor and its start screen, opened and brought to notable states."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeVar

import pygame

from game.content import library_kinds
from game.content.own_folders import own_folder
from game.content.shipped_folders import MAPS, ROOT
from game.content.toml_statements import TomlPath
from game.forms.form_kinds import FORMS
from game.geometry.points import Point
from game.picture_cache import PICTURES
from game.screens.destinations import screen_of
from game.screens.editor.bars import Bar
from game.screens.editor.form_screen import FormScreen
from game.screens.editor.map_opening import opened
from game.screens.editor.screen import EditorScreen
from game.screens.editor.start_screen import StartScreen
from game.screens.editor.status_line import StatusLine
from game.screens.screen import Screen
from game.widgets.button import Button
from game.widgets.colour_picker import ColourButton
from game.widgets.text_view import Label
from game.widgets.widget import Widget
from tests.content.drawn_maps import thing, tmj
from tests.screens.input_driver import Player
from tests.tools.editors import open_map, opened_form

W = TypeVar("W", bound=Widget)

BROKEN = tmj(
    thing("SluceGate", 1),
    thing("Nest", 2, point=True, y=-32),
    thing("Wall", 3, height=0),
    thing("Ruin", 4, name="hut"),
)
"""A map with several faults."""


def repairing(player: Player) -> Screen:
    """Open the repair of a map that does not load."""
    path = own_folder(library_kinds.MAP) / "broken.tmj"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(BROKEN), "utf-8")
    return player.open(screen_of(opened(path)))


def maps(player: Player) -> Screen:
    """Open the list of maps and wait for all that it says and shows about them."""
    screen = player.open(StartScreen())
    player.wait_until(lambda: all(key in PICTURES for key in screen.keys.values()))
    player.wait_until(lambda: all(screen.facts_about(id_) for id_ in screen.maps))
    return screen


def drawing(*ids: int, map_: str = "sewer-bend") -> Callable[[Player], Screen]:
    """Return a function that opens the editor on a shipped map with objects selected."""

    def open_(player: Player) -> Screen:
        screen = player.open(open_map(MAPS / f"{map_}.tmj"))
        screen.workspace.select(ids)
        player.wait(3)
        return screen

    return open_


def editor_of(player: Player) -> EditorScreen:
    screen = player.top
    assert isinstance(screen, EditorScreen)
    return screen


def docked(screen: EditorScreen, kind: type[W]) -> list[W]:
    """Return the widgets of a kind in the dock."""
    return [w for w in screen.dock.panel.widgets if isinstance(w, kind)]


def docked_button(screen: EditorScreen, label: str) -> Button:
    """Return the button of a label in the dock."""
    return next(one for one in docked(screen, Button) if one.label == label)


def button_of(bar: Bar, label: str) -> Button:
    """Return a button of a bar."""
    return next(w for w in bar.panel.widgets if isinstance(w, Button) and w.label == label)


def title_of(screen: EditorScreen) -> str:
    """Return the title in the top bar, with the sign of unsaved changes."""
    labels = [w.text for w in screen.topbar.panel.widgets if isinstance(w, Label)]
    return " ".join(labels)


def status_of(screen: EditorScreen) -> tuple[str, str]:
    """Return the message or hint in the status bar, and the position of the pointer."""
    (line,) = screen.footline.panel.widgets
    assert isinstance(line, StatusLine)
    return line.words, line.position


def tab(title: str) -> Callable[[Player], None]:
    """Return a function that shows a tab of the editor's dock."""

    def show(player: Player) -> None:
        dock = editor_of(player).dock
        dock.show(next(tab for tab in dock.tabs if tab.title == title))
        player.wait(3)

    return show


def choosing_colour(player: Player) -> None:
    """Open the dialog for the colour of the selected object."""
    widgets = editor_of(player).dock.panel.widgets
    next(one for one in widgets if isinstance(one, ColourButton)).press()
    player.wait(3)


def beside_editor(how: Callable[[EditorScreen], None]) -> Callable[[Player], Screen]:
    """Return a function that opens the editor and applies *how*, which sets its results."""

    def open_(player: Player) -> Screen:
        drawing()(player)
        how(editor_of(player))
        return player.top

    return open_


def edited(player: Player) -> Screen:
    """Open the editor and make some edits, so that there is a history."""
    screen = drawing(1)(player)
    for key in (pygame.K_DELETE, pygame.K_a):
        player.key(key, pygame.KMOD_CTRL if key == pygame.K_a else 0)
    player.key(pygame.K_RIGHT)
    player.key(pygame.K_z, pygame.KMOD_CTRL)
    return screen


def unsaved(player: Player) -> Screen:
    screen = drawing(1)(player)
    player.key(pygame.K_DELETE)
    return screen


def wall_in_hand(player: Player) -> None:
    """Drag a wall to its second corner without release, on an unpainted board."""
    canvas = editor_of(player).canvas
    canvas.painted = False
    player.key(pygame.K_r)
    left, top = canvas.window.topleft
    x, y = canvas.camera.pixel(Point(20.0, 20.0))
    player.push(left + x, top + y)
    player.move(left + x + 90, top + y + 60)
    player.wait(3)


FAULTY_ROSTER = """\
title = "Harpooners of the outer banks"
armoury = "classic"

[weapon."harpoon gun, bolt"]
type = "heavy"
range = 30

[[unit]]
id = "Crew"
name = "Harpoon crew"
[[unit.model]]
profile = "harponer"
count = 99
weapons = ["harpoon gun", "blade", "nothing"]
"""


def design(kind: str) -> Callable[[Player], Screen]:
    """Return a function that opens the list of files of a kind, some of them the user's."""

    def open_(player: Player) -> Screen:
        own_folder(library_kinds.ROSTER).mkdir(parents=True, exist_ok=True)
        (own_folder(library_kinds.ROSTER) / "harpooners.toml").write_text(
            FAULTY_ROSTER, "utf-8"
        )
        screen = player.open(StartScreen())
        screen.turn_to(kind)
        return screen

    return open_


def form(kind: str, name: str, path: TomlPath = ()) -> Callable[[Player], Screen]:
    """Return a function that opens the form of a shipped file at a page."""

    def open_(player: Player) -> Screen:
        one = FORMS[kind]
        screen = player.open(opened_form(one, ROOT / one.kind.folder / f"{name}.toml"))
        screen.form.check.still = -1e9  # Maps take seconds to check.
        if path:
            screen.go_to(path)
        player.wait()
        return screen

    return open_


def faulty_form(player: Player) -> Screen:
    """Open a roster with faults, at the second of them."""
    design("roster")(player)
    screen = player.open(
        opened_form(FORMS["roster"], own_folder(library_kinds.ROSTER) / "harpooners.toml")
    )
    screen.go_to(("unit", 0, "model", 0, "count"))
    player.wait()
    return screen


def form_of(player: Player) -> FormScreen:
    screen = player.top
    assert isinstance(screen, FormScreen)
    return screen


def choosing(path: TomlPath) -> Callable[[Player], None]:
    """Return a function that opens the list of a field's values."""

    def choose(player: Player) -> None:
        screen = form_of(player)
        row = screen.page.row(path)
        assert row
        assert row.spec.field
        screen.page.choose(path, row.spec.field)
        player.wait()

    return choose
