"""Tables of match-ups, against counts by hand."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from game.bots.match import Match, SideStatistics
from game.cli import main
from game.content.scenarios import load_scenario
from game.lab.experiment_run import Run
from game.lab.experiments import parse_experiment
from game.lab.matches import Pool
from game.lab.matchups import HEAD, as_table, matchups
from game.lab.results import cells_of
from game.lab.store import ENDING, Store, create
from game.rules import PLAYED
from game.table.records import Side
from tests.lab.made_stores import record_of

TWO = """
title = "Two"
scenarios = ["cage"]
options = { turns = [20, 30] }
"""
RED, BLUE = Side("red"), Side("blue")


def match_won_by(seed: int, winner: Side | None, turns: int) -> Match:
    players = {RED: "steady", BLUE: "steady"}
    scores, doings = {RED: 0, BLUE: 0}, {RED: SideStatistics(), BLUE: SideStatistics()}
    return Match(
        seed,
        players=players,
        winner=winner,
        reason="",
        turns=turns,
        decisions=1,
        seconds=0.1,
        scores=scores,
        doings=doings,
    )


def test_six_champions_are_fifteen_pairs() -> None:
    pairs = matchups(load_scenario("cage", PLAYED))

    assert len(pairs) == 15
    assert pairs[0] == ("captain", "veteran")
    assert all("champions" not in pair for pair in pairs)


def test_a_scenario_of_unlike_sides_has_no_pairs() -> None:
    with pytest.raises(ValueError, match="does not have two rosters that both sides can use"):
        matchups(load_scenario("combat_patrol", PLAYED))


def test_a_line_counts_wins_of_both_and_of_neither(tmp_path: Path) -> None:
    """Wilson's interval of 2 in 4 is 15% to 85%, of 1 in 4 is 5% to 70%."""
    names = ("captain", "veteran"), ("captain", "novice")
    with closing(create(tmp_path / f"two{ENDING}", parse_experiment(TWO, "x"))) as store:
        for seed, winner, turns in ((1, RED, 2), (2, RED, 4), (3, BLUE, 1), (4, None, 20)):
            store.add(1, record_of(match_won_by(seed, winner, turns)))
        table = [*as_table(zip(names, cells_of(store), strict=True))]

    line = "| captain | veteran | 50% (15%–85%) | 25% (5%–70%) | 25% | 6.8 |"
    assert table == [HEAD, line], "a pair without games has no line"


def test_all_scenarios_are_a_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sandbox is not among them: nobody wins there."""
    monkeypatch.setattr("game.cli.bot_games.scenario_names", lambda: ["cage", "sandbox"])
    words = ["lab", "all", "--players", "random,random", "--games", "1", "--workers", "1"]
    assert main(words) == 0

    head, line = capsys.readouterr().out.rsplit("\n", 2)[:2]
    assert head == HEAD
    assert line.startswith("| Training cage | Red, Blue | ")


def test_an_interrupted_table_shows_what_was_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def one_game(store: Store, pool: Pool) -> Run:
        run = Run(store)
        next(run.play(pool))
        return run

    monkeypatch.setattr("game.cli.lab.play_missing", one_game)
    words = ["lab", "cage", "--pairs", "--games", "2", "--players", "random,random"]
    assert main([*words, "--workers", "1"]) == 130
    said = capsys.readouterr()
    assert said.out.startswith(f"{HEAD}\n| captain | veteran | ")
    assert said.err == "interrupted: without --out no game is kept\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--map", "x"], "--map: is for a single scenario, not for all"),
        (["--json"], "--json: is for a single scenario, not for all"),
        (["twice"], "twice: is one word too many"),
    ],
)
def test_all_scenarios_are_played_as_they_are(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", "all", *words]) == 2
    assert capsys.readouterr().err.startswith(said)
