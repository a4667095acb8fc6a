"""Summaries shown in a list of saved games."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game.content.faults import UnusableFile
from game.content.save_format import VERSION
from game.content.save_summaries import saved_games, summarise_save
from game.rules.battles import prepare
from game.rules.saving import saved_text
from tests.tools.texts import edited
from tests.tools.toy import play_on, toy
from tests.tools.toy_saves import text_of


def write_save(folder: Path, name: str, text: str, age: int) -> Path:
    path = folder / f"{name}.undertow"
    path.write_text(text, "utf-8")
    os.utime(path, (1e9 - age, 1e9 - age))
    return path


def test_a_save_shows_who_plays_what_and_how_far_they_are(tmp_path: Path) -> None:
    session = play_on(toy(3), 1, 7)
    seen = summarise_save(write_save(tmp_path, "a", text_of(session), 0))

    assert (seen.scenario, seen.map, seen.begun) == ("toy", "none", "2026-11-20T22:15:00Z")
    assert seen.players == {"reds": "human", "blues": "random"}
    clock = session.table.clock
    assert (seen.round, seen.phase, seen.side) == (clock.round, clock.phase, clock.side)
    assert (seen.over, seen.winner, seen.fault) == (False, None, "")


def test_titles_come_from_the_files_in_the_save(tmp_path: Path) -> None:
    prepared = prepare("cage", seed=1, map_="great-cage")
    text = saved_text(prepared.session(), prepared.header({}))
    seen = summarise_save(write_save(tmp_path, "a", text, 0))

    assert (seen.scenario, seen.map, seen.map_file) == (
        "Training cage",
        "Great Cage",
        "great-cage",
    )


def test_a_game_that_is_over_shows_who_won(tmp_path: Path) -> None:
    session = play_on(toy(3), 1)
    seen = summarise_save(write_save(tmp_path, "a", text_of(session), 0))

    assert session.table.result
    assert (seen.over, seen.winner, seen.round) == (True, session.table.result.winner, 3)


def test_a_torn_save_still_shows_where_it_stands(tmp_path: Path) -> None:
    session = play_on(toy(3), 1, 7)
    text = text_of(session)
    session.undo()

    seen = summarise_save(write_save(tmp_path, "a", text[:-30], 0))
    clock = session.table.clock
    assert (seen.round, seen.phase, seen.side) == (clock.round, clock.phase, clock.side)


def test_the_last_played_comes_first_and_what_cannot_be_loaded_says_why(
    tmp_path: Path,
) -> None:
    good = text_of(toy(3))
    write_save(tmp_path, "old", good, 50)
    write_save(tmp_path, "new", good, 10)
    write_save(tmp_path, "other", "hello", 30)
    write_save(
        tmp_path,
        "newer",
        edited(good, {'"version":1': f'"version":{VERSION + 1}'}, count=1),
        20,
    )
    write_save(tmp_path, "empty", "", 40)
    (tmp_path / "notes.txt").write_text("not a save")

    assert [(seen.path.stem, seen.fault) for seen in saved_games(tmp_path)] == [
        ("new", ""),
        ("newer", "line 1: is from another version of the game"),
        ("other", "line 1: is not an Undertow save"),
        ("empty", "line 1: is not an Undertow save"),
        ("old", ""),
    ]


def test_a_folder_that_is_not_there_holds_no_saves(tmp_path: Path) -> None:
    assert saved_games(tmp_path / "none") == []
    with pytest.raises(UnusableFile, match="cannot read it"):
        summarise_save(tmp_path / "none.undertow")


@pytest.mark.parametrize(
    ("stem", "name"),
    [
        ("toy-20261120T221500", ""),
        ("toy-20261120T221500-2", ""),
        ("Before the storm", "Before the storm"),
        ("toy-20261120T221500-2 copy", "toy-20261120T221500-2 copy"),
    ],
)
def test_only_what_a_player_called_it_is_a_name(tmp_path: Path, stem: str, name: str) -> None:
    session = play_on(toy(3), 1, 7)

    assert summarise_save(write_save(tmp_path, stem, text_of(session), 0)).name == name
