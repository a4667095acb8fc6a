"""Notes of a map: drawn and edited in the editor, read on the table."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.content.maps.classes import Note
from game.content.maps.map_library import map_of
from game.content.maps.writer import canonical
from game.geometry.points import Point
from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import start_game
from game.widgets.text_field import TextArea
from tests.screens.editor.test_inspector import labelled_field, select
from tests.screens.editor.test_screen import pixel_in_editor
from tests.screens.input_driver import Player
from tests.tools.editors import new_map

NOTES = (
    {"class": "DeploymentZone", "rectangle": [0, 0, 36, 8]},
    {"class": "DeploymentZone", "rectangle": [0, 28, 36, 8]},
    {"class": "Ruin", "rectangle": [16, 16, 6, 6]},
    {"class": "Note", "name": "cellar", "point": [18, 18], "text": "It sticks.\nForce it."},
    {"class": "Note", "point": [10, 18], "text": "Three wait here.", "hidden": True},
)


def open_noted_battle(player: Player, folder: Path) -> BattleScreen:
    path = folder / "noted.tmj"
    path.write_text(canonical(map_of(36, 36, NOTES)), encoding="utf-8")
    plan = prepare("combat_patrol", seed=3, map_=str(path))
    return player.open(BattleScreen(start_game(plan, ("human", "human")), speed=50.0))


def card(player: Player, screen: BattleScreen, at: Point) -> list[str]:
    """Return the lines of the card of a place on the table."""
    player.move(*screen.parts.board.scene.camera.pixel(at))
    player.wait(40)
    hover = screen.extras.hover
    entries = hover.entries if hover.there else ()
    return ["".join(span.text for span in entry.spans) for entry in entries]


def test_the_card_of_a_pin_shows_its_text_and_players_see_no_hidden_one(
    player: Player, home: Path
) -> None:
    screen = open_noted_battle(player, home)

    assert card(player, screen, Point(18, 18)) == ["Cellar", "It sticks.\nForce it."]
    assert card(player, screen, Point(10, 18)) == []
    screen.parts.board.scene.revealed = ["note-5"]
    assert card(player, screen, Point(10, 18)) == ["Note 5", "Three wait here."]


def test_a_note_is_drawn_by_keyboard_and_mouse_and_its_text_is_edited(player: Player) -> None:
    editor = player.open(new_map(map_of(36, 36)))
    player.key(pygame.K_0)
    player.click(*pixel_in_editor(editor, 12, 14))
    (note,) = editor.workspace.selected()
    assert note.what == Note()

    area = labelled_field(editor, "Text", TextArea)
    player.click(*area.rect.move(editor.dock.panel.rect.topleft).center)
    player.type("Locked.")
    player.key(pygame.K_RETURN)
    player.type("Force it.")
    player.key(pygame.K_ESCAPE)
    (note,) = editor.workspace.selected()
    assert note.what == Note(text="Locked.\nForce it.")

    player.key(pygame.K_z, pygame.KMOD_CTRL)
    assert editor.workspace.map.by_id()[note.id].what == Note()


def test_a_field_of_differing_texts_changes_nothing_when_it_is_only_visited(
    player: Player,
) -> None:
    editor = player.open(new_map(map_of(36, 36, NOTES)))
    before = editor.workspace.map
    select(player, editor, 4, 5)
    area = labelled_field(editor, "Text", TextArea)
    player.click(*area.rect.move(editor.dock.panel.rect.topleft).center)
    player.key(pygame.K_TAB)
    player.key(pygame.K_TAB)

    assert editor.workspace.map is before
