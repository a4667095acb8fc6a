from __future__ import annotations

import os
from pathlib import Path
from time import monotonic

import pygame
import pytest

from game.content.save_format import load_save
from game.screens.battle.screen import BattleScreen
from game.screens.load_game import LoadScreen
from game.screens.replay import ReplayScreen
from game.screens.shelf import LIST
from game.widgets.list_box import ListBox
from game.widgets.text_field import TextField
from game.widgets.text_view import Label
from tests.screens.input_driver import Player, ready
from tests.tools.texts import edited


def play_and_leave(player: Player, answers: int = 3) -> BattleScreen:
    """Play a few answers and leave, so that the game is among the saves."""
    screen = player.play()
    for _ in range(answers):
        ready(player, screen)
        player.key(pygame.K_RETURN)
    ready(player, screen)
    player.leave()
    return screen


def list_box_of(screen: LoadScreen) -> ListBox:
    found = screen.panel.known(LIST)
    assert isinstance(found, ListBox)
    return found


def count_of(screen: LoadScreen) -> str:
    """Return the words above the list."""
    labels = [w.text for w in screen.panel.widgets if isinstance(w, Label)]
    return next(words for words in labels if "saved game" in words)


def test_a_game_goes_on_where_it_was_left(player: Player) -> None:
    before = play_and_leave(player)
    player.open(LoadScreen())
    player.key(pygame.K_RETURN)
    after = player.top

    assert isinstance(after, BattleScreen)
    assert after.session.table.models == before.session.table.models
    assert after.session.pending == before.session.pending
    ready(player, after)
    assert len(after.event_log.lines) == len(before.event_log.lines)


@pytest.mark.parametrize("name", ["", "before the charge"])
def test_a_game_that_goes_on_replaces_its_file_unless_a_player_named_it(
    player: Player, home: Path, name: str
) -> None:
    """Looking at it leaves no file behind; the one answer more does."""
    play_and_leave(player)
    (left,) = (home / "saves").iterdir()
    if name:
        left = left.rename(left.with_stem(name))
    before = left.read_bytes()
    player.open(LoadScreen())
    player.key(pygame.K_RETURN)
    screen = player.top
    assert isinstance(screen, BattleScreen)
    assert [*(home / "saves").iterdir()] == [left]

    ready(player, screen)
    given = screen.session.answers_given
    player.key(pygame.K_RETURN)
    new = screen.live_game.path
    assert new
    assert set((home / "saves").iterdir()) == ({left, new} if name else {new})
    assert not name or left.read_bytes() == before
    assert len(load_save(new).answers) > given


def test_a_torn_save_cannot_be_chosen_and_says_why(player: Player, home: Path) -> None:
    (home / "saves").mkdir()
    (home / "saves" / "torn.undertow").write_text("{", "utf-8")
    screen = player.open(LoadScreen())
    (row,) = list_box_of(screen).rows

    assert row.reason
    assert player.button("Load").reason


def test_an_edited_save_is_told_in_words_and_the_list_stays(player: Player, home: Path) -> None:
    play_and_leave(player)
    (file,) = (home / "saves").glob("*.undertow")
    lines = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join([lines[0], lines[2], *lines[3:]]), "utf-8")
    screen = player.open(LoadScreen())
    if list_box_of(screen).rows[0].reason:
        return
    player.key(pygame.K_RETURN)

    assert screen.stack.dialog
    assert player.top is screen


def test_a_save_is_deleted_only_when_that_is_confirmed(player: Player, home: Path) -> None:
    play_and_leave(player)
    screen = player.open(LoadScreen())
    player.key(pygame.K_DELETE)
    player.key(pygame.K_ESCAPE)
    assert len(list_box_of(screen).rows) == 1

    player.key(pygame.K_DELETE)
    player.press("Delete")
    assert list_box_of(screen).rows == ()
    assert not [*(home / "saves").iterdir()]


def test_an_empty_list_says_so(player: Player) -> None:
    screen = player.open(LoadScreen())

    assert count_of(screen).startswith("No saved games yet")
    player.key(pygame.K_ESCAPE)
    assert player.at_home


def test_a_game_that_is_not_over_is_watched_and_leads_back_to_the_list(player: Player) -> None:
    before = play_and_leave(player)
    screen = player.open(LoadScreen())
    player.key(pygame.K_w)
    replay = player.top

    assert isinstance(replay, ReplayScreen)
    assert list(replay.story.events) == before.session.game.story
    player.key(pygame.K_ESCAPE)
    assert player.top is screen
    player.press("Replay")
    assert isinstance(player.top, ReplayScreen)


def test_pictures_are_drawn_after_the_list_is_shown_and_only_once(player: Player) -> None:
    play_and_leave(player)
    screen = player.open(LoadScreen())
    assert list_box_of(screen).rows[0].picture is None
    until = monotonic() + 60
    while list_box_of(screen).rows[0].picture is None and monotonic() < until:
        player.wait()
    picture = list_box_of(screen).rows[0].picture
    assert picture
    assert picture.get_size() == (76, 76)  # the table is square
    player.leave()

    assert list_box_of(player.open(LoadScreen())).rows[0].picture is picture


def test_a_save_is_renamed_and_keeps_what_it_tells(player: Player, home: Path) -> None:
    play_and_leave(player)
    screen = player.open(LoadScreen())
    before = load_save(Path(list_box_of(screen).chosen))
    player.key(pygame.K_F2)
    field = screen.stack.focus.on
    assert isinstance(field, TextField)
    assert field.text == "Combat patrol on Ruined Crossing"
    player.type("Rainy evening")
    player.key(pygame.K_RETURN)

    assert [p.stem for p in (home / "saves").iterdir()] == ["Rainy evening"]
    assert Path(list_box_of(screen).chosen).stem == "Rainy evening"
    assert load_save(Path(list_box_of(screen).chosen)).answers == before.answers


def test_a_name_that_another_save_has_is_refused(player: Player, home: Path) -> None:
    play_and_leave(player)
    (file,) = (home / "saves").iterdir()
    (home / "saves" / "taken.undertow").write_bytes(file.read_bytes())
    screen = player.open(LoadScreen())
    list_box_of(screen).choose(str(file))
    player.press("Rename…")
    dialog = screen.stack.dialog
    player.key(pygame.K_a, pygame.KMOD_CTRL)
    player.type("taken")
    player.key(pygame.K_RETURN)

    assert screen.stack.dialog is not dialog
    assert screen.stack.dialog
    assert file.exists()


def test_a_row_tells_who_plays_and_why_a_save_cannot_be_loaded(
    player: Player, home: Path
) -> None:
    play_and_leave(player)
    screen = player.open(LoadScreen())
    assert count_of(screen) == "1 saved game"
    (home / "saves" / "notes.undertow").write_text("{", "utf-8")
    screen.fill(screen.frame)

    good, bad = list_box_of(screen).rows
    assert good.detail == "Wardens (a person) against Brood (a person)"
    assert bad.detail.startswith("Cannot be loaded: line 1")
    assert count_of(screen) == "2 saved games, unfinished ones first"


def test_a_game_names_its_scenario_and_its_map_by_their_titles(
    player: Player, home: Path
) -> None:
    play_and_leave(player)
    (file,) = (home / "saves").iterdir()
    screen = player.open(LoadScreen())
    assert list_box_of(screen).rows[0].label.startswith("Combat patrol on Ruined Crossing · ")

    # The same game on the user's own map of the same title.
    other = edited(file.read_text("utf-8"), {"maps/ruined-crossing.tmj": "maps/mine.tmj"})
    (home / "saves" / "other.undertow").write_text(other, "utf-8")
    screen.fill(screen.frame)
    words = sorted(
        f"{row.label} {row.detail}".partition(" · ")[0] for row in list_box_of(screen).rows
    )
    assert [w.removeprefix("“other” ") for w in words] == [
        "Combat patrol on Ruined Crossing (ruined-crossing)",
        "Combat patrol on Ruined Crossing (mine)",
    ]


def test_unfinished_games_come_first(player: Player, home: Path) -> None:
    folder = home / "saves"
    play_and_leave(player)
    (file,) = folder.iterdir()
    over = folder / "over.undertow"
    over.write_bytes(file.read_bytes() + b'{"line":"end","winner":"brood"}\n')
    os.utime(over, (file.stat().st_mtime + 100,) * 2)  # played last, and finished

    rows = list_box_of(player.open(LoadScreen())).rows
    assert [Path(r.id).stem for r in rows] == [file.stem, "over"]
