"""Tuning: the most even of some values, found with as few games as possible."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import pytest

from game.content.faults import UnusableFile
from game.lab.store import Store, create, wide_store
from game.lab.tuning import (
    Due,
    Tried,
    Tuning,
    games_of_rounds,
    load_tuning,
    tuned,
    tuned_json,
    tuned_lines,
)
from tests.lab.made_stores import BOUTS, keep
from tests.tools.texts import edited

TUNE = """
[tune]
option = "turns"
values = [4, 6, 8, 10]
games = 16
"""


def tuning_of(tmp_path: Path, text: str) -> Tuning:
    path = tmp_path / "tune.toml"
    path.write_text(text)
    return load_tuning(str(path))


def playing(store: Store, winners: dict[str, str], played: list[int]) -> Callable[[Due], None]:
    """Return a function that plays games whose winners are known by value and seed."""

    def play(due: Due) -> None:
        played.append(sum(map(len, due.values())))
        for cell, seeds in due.items():
            cycle = winners[store.cells[cell].variant]
            for seed in seeds:
                keep(store, cell, cycle[(seed - 1) % len(cycle)], seed)

    return play


SHARES = {"4": "rrrr", "6": "rb-r", "8": "rb", "10": "bbbr"}
"""All, 62.5%, half and a quarter of the points."""


def test_the_less_even_half_is_dropped_and_the_others_play_on(
    tmp_path: Path,
) -> None:
    """Four values play 16 / (4 + 2) = 2 games each, then two play 2 more each: 12 in all.

    After 2 games 4 has 2 of 2, 10 has 0 of 2; 6 and 8 have 1 of 2. After 4 games 6 has 2.5, 8
    has 2: it is the most even.
    """
    tuning = tuning_of(tmp_path, BOUTS + TUNE)
    assert (tuning.games, tuning.experiment.games) == (2, 2)
    with closing(create(tmp_path / "s", tuning.experiment)) as store:
        played = list[int]()
        found = tuned(tuning, store, playing(store, SHARES, played))
    assert played == [8, 4]
    assert found == [
        Tried(2, Fraction(2), "4", dropped=1),
        Tried(4, Fraction(5, 2), "6", dropped=2),
        Tried(4, Fraction(2), "8", dropped=None),
        Tried(2, Fraction(0), "10", dropped=1),
    ]
    # 2.5 of four: (0.625 + 0.4802 ± 1.96 x root(0.0586 + 0.0600)) / 1.9604
    lines = [*tuned_lines(tuning, found)]
    assert lines[0].split() == ["turns", "games", "first", "side", "wins", "dropped"]
    assert lines[2].split() == ["6", "4", "62%", "(22%–91%)", "round", "2"]
    # Two of four: (0.5 + 0.4802 ± 1.96 x root(0.0625 + 0.0600)) / 1.9604
    assert lines[-1] == (
        "turns = 8 is the most even: the first side wins 50% (15%–85%), a draw counted half. "
        "It took 12 games."
    )
    assert tuned_json(tuning, found)["best"] == "8"


def test_tuning_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    tuning = tuning_of(tmp_path, BOUTS + TUNE)

    class PausedError(Exception):
        pass

    paused = pytest.raises(PausedError)
    with closing(create(tmp_path / "s", tuning.experiment)) as half, paused:

        def stops(due: Due) -> None:
            keep(half, 1, "r", due[1][0])
            raise PausedError

        tuned(tuning, half, stops)
    played = list[int]()
    with closing(wide_store(tmp_path / "s", tuning.experiment)) as store:
        first = tuned(tuning, store, playing(store, SHARES, played))
        again = tuned(tuning, store, playing(store, SHARES, played))
    assert played == [7, 4, 0, 0]
    assert first == again


def test_a_larger_budget_repeats_no_game_and_a_smaller_one_ignores_the_others(
    tmp_path: Path,
) -> None:
    small = tuning_of(tmp_path, BOUTS + TUNE)
    large = tuning_of(tmp_path, BOUTS + edited(TUNE, {"= 16": "= 24"}))
    played = list[int]()
    with closing(create(tmp_path / "s", small.experiment)) as store:
        first = tuned(small, store, playing(store, SHARES, played))
        tuned(large, store, playing(store, SHARES, played))
        assert tuned(small, store, playing(store, SHARES, played)) == first
    # Four games each: 2 are there of two values, 4 of the others; then 8 each of two.
    assert played == [8, 4, 4, 8, 0, 0]


def test_of_equally_even_values_the_first_stays(tmp_path: Path) -> None:
    tuning = tuning_of(tmp_path, BOUTS + TUNE)
    draws = dict.fromkeys(SHARES, "-")
    with closing(create(tmp_path / "s", tuning.experiment)) as store:
        found = tuned(tuning, store, playing(store, draws, []))
    assert [one.dropped for one in found] == [None, 2, 1, 1]


def test_values_without_games_are_dropped_first(tmp_path: Path) -> None:
    tuning = tuning_of(tmp_path, BOUTS + TUNE)
    broken = {**SHARES, "6": ".", "8": "."}
    with closing(create(tmp_path / "s", tuning.experiment)) as store:
        found = tuned(tuning, store, playing(store, broken, []))
    assert [one.dropped for one in found] == [2, 1, 1, None]
    assert (found[1].share, found[1].interval) == (0.0, (0.0, 1.0))


@pytest.mark.parametrize(
    ("values", "games"),
    [(2, 2), (3, 3 + 2), (4, 4 + 2), (5, 5 + 3 + 2 * 2), (8, 8 + 4 + 2 * 2)],
)
def test_rounds_take_as_many_games_as_their_values(values: int, games: int) -> None:
    assert games_of_rounds(values) == games


PATROL = 'title = "Toughness"\nscenarios = ["combat_patrol"]\nplayers = ["random,random"]\n'
ARMOURY = "assets/armouries/classic.toml"


def of_file(key: str, values: str, file: str = ARMOURY, games: int = 20) -> str:
    return (
        f'{PATROL}[tune]\nfile = "{file}"\nkey = "{key}"\nvalues = {values}\ngames = {games}\n'
    )


def test_a_value_of_a_file_is_changed_and_nothing_else(tmp_path: Path) -> None:
    tuning = tuning_of(tmp_path, of_file("profile.warden.T", "[3, 5]"))
    three, five = (one.cells[0].files[ARMOURY].splitlines() for one in tuning.candidates)
    assert [(a, b) for a, b in zip(three, five, strict=True) if a != b] == [("T = 3", "T = 5")]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (PATROL, r"\[tune\]: is missing: it says which value to change"),
        (
            BOUTS + edited(TUNE, {"= 16": "= 5"}),
            "tune.games: 4 values take at least 6 games, not 5",
        ),
        (BOUTS + edited(TUNE, {"option": "key"}), "needs either file and key, or option"),
        (BOUTS + edited(TUNE, {"6, 8": "4, 8"}), "tune.values: has 4 twice"),
        (
            BOUTS + edited(TUNE, {"6, 8": "6.5, 8"}),
            r"tune.values\[1\]: an option has no decimals",
        ),
        (BOUTS + edited(TUNE, {"[4, 6, 8, 10]": "[4]"}), "tune.values: must have at least 2"),
        (BOUTS + edited(TUNE, {"turns": "turn"}), "variant '4', .*turn"),
        (f"{BOUTS}{TUNE}[[variant]]\nname = 'x'\n", "exclude each other"),
        (of_file("profile.wardn.T", "[3, 4]"), "profile.wardn.T: there is no such value"),
        (of_file("profile.warden", "[3, 4]"), "profile.warden: is a table, not a single value"),
        (
            of_file("title", "['a', 'b']", "assets/rosters/riders.toml"),
            "tune.file: the games do not read 'assets/rosters/riders.toml'",
        ),
    ],
)
def test_what_cannot_be_tuned_is_said(text: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(UnusableFile, match=reason):
        tuning_of(tmp_path, text)


def test_all_values_that_break_the_file_are_told(tmp_path: Path) -> None:
    with pytest.raises(UnusableFile) as found:
        tuning_of(tmp_path, of_file("profile.warden.T", "[3, 'x', 99]"))
    places = [fault.place for fault in found.value.faults]
    assert places == [
        f"combat_patrol, variant '{value}', {ARMOURY}, profile.warden.T"
        for value in ('"x"', "99")
    ]
