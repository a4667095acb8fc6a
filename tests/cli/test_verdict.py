"""``lab verdict``: what is refused, and what is turned on, before a game is played."""

from __future__ import annotations

import json
from itertools import count

import pytest

from game.cli import main
from game.cli.experiment_play import time_in_words


def test_a_save_is_of_one_scenario(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--scenario", "first_patrol", "--scenario", "cage", "--save", "x.undertow"]
    assert main(["lab", "verdict", "weir-yard", *words]) == 2
    assert capsys.readouterr().err.startswith("--save: is for one scenario")


@pytest.mark.parametrize(
    ("given", "options"), [((), {"flood": True}), (("--option", "flood=off"), {"flood": False})]
)
def test_a_map_turns_on_the_flood_unless_it_is_turned_off(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    given: tuple[str, ...],
    options: dict[str, bool],
) -> None:
    # The time is over before the first game.
    monkeypatch.setattr("game.cli.verdict.monotonic", count(step=1000).__next__)
    words = ["sewer-cross", "--scenario", "combat_patrol", "--json", "--workers", "1"]
    assert main(["lab", "verdict", *words, *given]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert (told["options"], told["games"]) == (options, 0)


def test_times_name_their_units_once() -> None:
    assert time_in_words(125) == "2:05 minutes"
    assert time_in_words(12000) == "3 h 20 min"
