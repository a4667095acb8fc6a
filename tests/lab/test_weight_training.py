"""Training: weights found by games against the bot itself, and tested on new seeds."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import pytest

from game.bots.steady.personalities import load_personality, parse_personality
from game.content.faults import UnusableFile
from game.content.strict_toml import parse_toml
from game.lab import weight_training
from game.lab.store import Store, wide_store
from game.lab.tuning import Due
from game.lab.weight_training import (
    Trained,
    Training,
    load_training,
    trained,
    trained_json,
    trained_lines,
)
from tests.lab.made_stores import keep
from tests.tools.texts import edited

TRAIN = """title = "Bolder bouts"
scenarios = ["cage"]

[train]
weights = ["cage.ransom", "cage.ground"]
games = 48
"""
RANSOM, GROUND = 0.8, 0.03
"""The weights of `steady`."""


def training_of(tmp_path: Path, text: str = TRAIN) -> Training:
    path = tmp_path / "bolder.toml"
    path.write_text(text)
    return load_training(str(path))


def ransom(store: Store, cell: int, player: int) -> float:
    """Return the ransom by which a player of a cell plays."""
    setup = store.cells[cell]
    text = setup.files.get(f"assets/bots/{setup.players[player]}.toml", "")
    return float(parse_toml(text, "x").get("cage", {}).get("ransom", RANSOM))


def playing(store: Store, played: list[int], most: int = 1000) -> Callable[[Due], None]:
    """Return a function that plays up to *most* games, all won by the higher ransom."""

    def play(due: Due) -> None:
        played.append(0)
        for cell, seeds in due.items():
            one, other = (ransom(store, cell, player) for player in (0, 1))
            for seed in seeds:
                if sum(played) == most:
                    raise KeyboardInterrupt
                played[-1] += 1
                keep(store, cell, "r" if one > other else "b", seed)

    return play


def test_training_goes_where_games_are_won_and_goes_on_after_an_interruption(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three steps of 4 games, then the test; the second run plays only what is missing."""
    monkeypatch.setattr(weight_training, "SEEDS", 2)
    monkeypatch.setattr(weight_training, "TEST_GAMES", 8)
    training, path = training_of(tmp_path, edited(TRAIN, {"= 48": "= 12"})), tmp_path / "s"
    assert (training.steps, training.games_of_step) == (3, 4)
    first = training.experiment(training.step_cells(0, training.start))
    with closing(wide_store(path, first)) as store, pytest.raises(KeyboardInterrupt):
        trained(training, store, playing(store, [], 5))
    played = list[int]()
    with closing(wide_store(path, first)) as store:
        found = trained(training, store, playing(store, played))
        assert trained(training, store, playing(store, played, 0)) == found
        seeds = [{*store.outcomes(cell)} for cell in store.cells]
    assert played == [0, 3, 4, 8, 0, 0, 0, 0]
    assert found.weights["cage.ransom"] > RANSOM
    assert (found.games, found.share, found.is_accepted) == (8, 1.0, True)
    for step in range(training.steps):
        assert seeds[2 * step] == seeds[2 * step + 1] == {*training.seeds(step)}
    assert len(set.union(*seeds)) == training.steps * 2 + 4  # no seed is used twice

    bot = tmp_path / "bolder.toml"
    *rows, last = trained_lines(training, found, bot)
    assert rows[0].split() == ["weight", "steady", "trained"]
    assert rows[1].split()[:2] == ["cage.ransom", "0.8"]
    assert "On 8 games of new seeds the trained weights win 100%" in rows[-1]
    assert last == f"Accepted: the bot bolder is in {bot}."
    raw = parse_toml(training.file(found.weights, training.title), "bolder.toml")
    assert raw["cage"].keys() == {"ransom", "ground"}
    own = parse_personality(training.file(found.weights, "Bold"), "assets/bots/bolder.toml")
    told = trained_json(training, found, bot)["weights"]
    assert told["cage.ransom"] == [RANSOM, own.weights.tables["cage"].model_dump()["ransom"]]


@pytest.mark.parametrize(("wins", "accepted"), [(219, False), (221, True)])
def test_weights_are_accepted_only_if_chance_does_not_explain_their_wins(
    wins: int, *, accepted: bool, tmp_path: Path
) -> None:
    """Of 400 games 219.6 are needed: a half, and 1.96 standard errors of 2.5%."""
    training = training_of(tmp_path)
    found = Trained(400, Fraction(wins), training.start)
    assert found.is_accepted is accepted
    assert not Trained(399, Fraction(399), training.start).is_accepted
    assert [*trained_lines(training, found, None)][-1].startswith("Not accepted")


def test_the_test_of_other_weights_has_other_seeds(tmp_path: Path) -> None:
    training = training_of(tmp_path)
    one, other = (training.test_seeds(text) for text in ("a", "b"))
    assert len(one) == len(other) == 200
    assert not {*one} & {*other}
    assert min(*one, *other) > max(training.seeds(training.steps - 1))


def test_weights_stay_within_their_limits_and_keep_the_rest_of_the_bot(tmp_path: Path) -> None:
    text = edited(TRAIN, {"[train]": '[train]\nbot = "wary"', "cage.ransom": "classic.charged"})
    training = training_of(tmp_path, text)
    high = dict.fromkeys(training.start, 0.99)
    for step in range(8):
        high = dict(training.after(step, high, 1.0))
    assert max(high.values()) <= 20.0
    assert high["classic.charged"] <= 1.0
    trained_ = parse_personality(training.file(high, "Warier"), "assets/bots/warier.toml")
    same = {"classic.charged", "cage.ground"}
    for system, table in load_personality("wary").weights.tables.items():
        now = trained_.weights.tables[system].model_dump()
        for name, value in table.model_dump().items():
            assert now[name] == value or f"{system}.{name}" in same


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[train]", "[trian]", "trian"),
        ("cage.ground", "cage.grund", r"train.weights\[1\]: there is no weight 'cage.grund'"),
        ("cage.ground", "cage.ransom", "cage.ransom is named twice"),
        ("games = 48", "games = 15", "train.games: must be from 16 to 7984: a step takes 16"),
        ("games = 48", "games = 8000", "train.games: must be from 16 to 7984"),
        ("[train]", 'players = ["steady,bold"]\n[train]', "leave out players"),
        ("[train]", "[[variant]]\nname = 'x'\n[train]", "exclude each other"),
        ("[train]", '[train]\nbot = "stedy"', "no bot called 'stedy'"),
        ("cage.ransom", "classic.danger", ""),
    ],
)
def test_what_cannot_be_trained_is_said(
    old: str, new: str, reason: str, tmp_path: Path
) -> None:
    text = edited(TRAIN, {old: new})
    if reason:
        with pytest.raises(UnusableFile, match=reason):
            training_of(tmp_path, text)
    else:
        training_of(tmp_path, text)
