"""Files dropped on the window, and screenshots that carry the game."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest

from game import app
from game.content.png_payload import extract_save
from game.content.rosters import all_roster_units, load_roster
from game.content.shipped_folders import ROOT
from game.content.user_files import DISK
from game.screens.battle.screen import BattleScreen
from game.screens.dropped_files import open_dropped
from game.screens.editor.screen import EditorScreen
from game.screens.notice_screen import NoticeScreen
from game.screens.screen import Close
from game.screens.screenshots import as_png, keep
from game.widgets.text_view import Paragraph
from tests.content.army_lists import HERO, SQUAD, WATCH, army, profile, raw_unit
from tests.screens.input_driver import Player, finished_load
from tests.screens.window_steps import give
from tests.tools.changes import screen_after
from tests.tools.editors import new_map


@pytest.fixture
def screen(player: Player) -> BattleScreen:
    return player.play()


def take_screenshot(player: Player, what: str, home: Path) -> Path:
    player.key(pygame.K_ESCAPE)
    player.press("Save a picture…")
    player.press(what)
    (path,) = (home / "Undertow").iterdir()
    return path


@pytest.mark.parametrize("what", ["The table", "The window"])
def test_a_picture_from_the_menu_opens_the_game_where_it_stood(
    player: Player, screen: BattleScreen, home: Path, what: str
) -> None:
    path = take_screenshot(player, what, home)
    change = finished_load(open_dropped(path))

    assert pygame.image.load(path).get_size() == (1280, 720)
    shown = screen_after(change)
    assert isinstance(shown, BattleScreen)
    found = shown.session
    assert found.game.story == screen.session.game.story
    assert found.pending == screen.session.pending


def test_the_players_are_told_where_the_picture_is(
    player: Player, screen: BattleScreen, home: Path
) -> None:
    path = take_screenshot(player, "The table", home)

    assert screen.stack.dialog
    found = [w for w in screen.stack.dialog.widgets if isinstance(w, Paragraph)]
    words = " ".join(span.text for w in found for span in w.spans)
    assert words == f"Saved to {path}"


def test_a_picture_of_the_window_shows_no_question_about_it(
    player: Player, screen: BattleScreen, home: Path
) -> None:
    screen.parts.board.scene.prepare()
    screen.parts.board.spoil()
    player.wait(5)
    before = pygame.image.tobytes(player.canvas.subsurface((500, 300, 200, 100)), "RGB")

    picture = pygame.image.load(take_screenshot(player, "The window", home))

    assert pygame.image.tobytes(picture.subsurface((500, 300, 200, 100)), "RGB") == before


def test_pictures_of_one_name_are_numbered(tmp_path: Path) -> None:
    picture = pygame.Surface((4, 4))

    kept = [keep(picture, tmp_path, "one", "told").name for _ in range(3)]

    assert kept == ["one.png", "one 2.png", "one 3.png"]
    assert extract_save(tmp_path / "one 2.png") == "told"


@pytest.mark.parametrize(
    "name", ["README.md", "maps/undertow.tiled-project", "assets", "no such file", "no.tmj"]
)
def test_what_is_no_save_is_refused_in_a_notice(name: str) -> None:
    change = open_dropped(ROOT / name)

    shown = screen_after(change)
    assert isinstance(shown, NoticeScreen)
    assert Path(name).name in shown.words
    assert ".undertow" in shown.words


def test_a_map_opens_in_the_editor_and_what_was_open_stays(player: Player) -> None:
    below = player.open(new_map())
    player.stack.follow(open_dropped(ROOT / "maps" / "old-quarter.tmj"))

    assert isinstance(player.top, EditorScreen)
    assert player.top.workspace.map.board.title == "Old Quarter"
    assert player.top.workspace.path is None
    player.stack.follow(Close())
    assert player.top is below


def test_an_army_list_becomes_a_roster_of_the_users(home: Path) -> None:
    change = open_dropped(WATCH)

    shown = screen_after(change)
    assert isinstance(shown, NoticeScreen)
    assert shown.words == (
        "Border watch was added to your rosters (3 units, 7 models, 216 points). Use it in "
        "matched play. Assumed: Line squad: 5 x Shard bombs, where the list has 1: all models "
        'of a unit have its grenades; bases are 1" across, 1.26" of a CHARACTER, 2.4" of a '
        "VEHICLE or MONSTER. Skipped: Battle size: no model; abilities of the weapon Hammer; "
        "ability Loud voice of Marshal; weapon Smoke: its type 'Cloud' is not known (MC-14)."
    )
    assert load_roster("border-watch").title == "Border watch"
    assert (home / "rosters" / "border-watch.toml").is_file()


def test_much_that_was_left_out_is_told_in_part(home: Path, tmp_path: Path) -> None:
    extras = [raw_unit(f"Plane {n}", "Flyer") for n in range(10)]
    path = tmp_path / "many.json"
    path.write_text(json.dumps(army(HERO, SQUAD, *extras)), "utf-8")
    change = open_dropped(path)

    shown = screen_after(change)
    assert isinstance(shown, NoticeScreen)
    # Ten entries without models, and the note that a WARLORD had to be chosen.
    assert shown.words.endswith("; Plane 7: no model; and 3 more.")


def test_an_army_list_that_no_detachment_allows_is_for_the_sandbox(
    home: Path, tmp_path: Path
) -> None:
    path = tmp_path / "few.json"
    path.write_text(json.dumps(army(HERO, name="Few")), "utf-8")
    change = open_dropped(path)

    shown = screen_after(change)
    assert isinstance(shown, NoticeScreen)
    reason = "for free play only: the patrol 'patrol-1' has 0 troops units; it needs 1 to 3"
    assert reason in shown.words
    assert "Use it in the sandbox." in shown.words
    assert load_roster("few").free
    box = all_roster_units(DISK, ("modern",))
    assert [one for one in box if one.startswith("few-")] == ["few-u1-hero"]


def test_an_army_list_of_another_game_is_refused_in_a_notice(
    home: Path, tmp_path: Path
) -> None:
    path = tmp_path / "other.json"
    raw = {
        "name": "Ghost",
        "type": "unit",
        "profiles": [profile("Ghost", Wounds=3, Move=6, Save=4)],
    }
    path.write_text(json.dumps(army(raw)), "utf-8")
    change = open_dropped(path)

    shown = screen_after(change)
    assert isinstance(shown, NoticeScreen)
    assert "has models with Wounds, Move, Save; needed are M, WS" in shown.words
    assert not (home / "rosters").exists()


def test_a_picture_without_a_save_is_refused_in_a_notice(tmp_path: Path) -> None:
    path = tmp_path / "plain.png"
    path.write_bytes(as_png(pygame.Surface((4, 4))))

    change = open_dropped(path)

    shown = screen_after(change)
    assert isinstance(shown, NoticeScreen)
    assert "is a picture without a map or a save in it" in shown.words


def test_the_window_takes_what_is_dropped_on_it(player: Player, screen: BattleScreen) -> None:
    window = app.Window()
    window.stack.screens.append(screen)

    give(window, pygame.Event(pygame.DROPFILE, {"file": str(ROOT / "README.md")}))

    assert isinstance(window.stack.top, NoticeScreen)
    window.stack.screens.clear()
