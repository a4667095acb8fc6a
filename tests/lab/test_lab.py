"""Series of games: the same for any number of processes, and counted correctly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from game.bots.match import Match, SideStatistics
from game.content.scenarios import load_scenario
from game.lab.matches import Series
from game.lab.series_reports import as_json, as_text, report
from game.table.records import Side

ROOT = Path(__file__).parents[2]
A, B = Side("wardens"), Side("brood")
SERIES = Series("combat_patrol", ("random", "random"), 3, first_seed=7)


def played(seed: int, winner: Side | None, turns: int = 6, **did: int) -> Match:
    doings = {A: SideStatistics(**did), B: SideStatistics()}
    players = {A: "steady", B: "random"}
    return Match(
        seed,
        players=players,
        winner=winner,
        reason="points",
        turns=turns,
        decisions=100,
        seconds=0.5,
        scores={A: 0, B: 0},
        doings=doings,
    )


def test_a_report_counts_wins_draws_and_doings() -> None:
    games = [
        played(1, A, could_move=4, moved=3, shots=2, charges=1),
        played(2, None, turns=3, could_move=4, moved=1, shots=4),
        played(3, B),
    ]
    found = report(replace(SERIES, first_seed=1), games)

    assert (found.games, found.draws) == (3, 1)
    ours, theirs = found.sides
    assert (ours.wins, theirs.wins) == (1, 1)
    assert ours.moved == 0.5
    assert (ours.shots, ours.charges) == pytest.approx((2, 1 / 3))
    assert (found.shortest, found.longest, found.turns) == (3, 6, 5)
    assert found.per_second == 200
    assert as_json(found)["sides"][0]["wins"] == 1
    text = as_text(found, load_scenario("combat_patrol"))
    deeds = "units that moved: 50%; per game: 2.0 units shot, 0.3 charged"
    assert f"  Wardens    steady       1 win (6%–79%) · {deeds}" in text
    assert theirs.moved is None
    assert text.count("units that moved") == text.count("per game: ") == 1
    assert "Combat patrol: 3 games, seeds 1–3, 1 draw\n" in text
    assert "decisions: 100 per game, 200 per second on one core" in text


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send")
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_a_series_with_what_was_played_by_then(workers: int, sent: int) -> None:
    program = (
        "from functools import partial\n"
        "from game.lab.chances_fit import samples\n"
        "from game.lab.matches import Series, each\n"
        "if __name__ == '__main__':\n"
        "    series = Series('combat_patrol', ('random', 'random'), 100_000)\n"
        f"    for found in each(partial(samples, series), series.seeds, {workers}):\n"
        "        print(found[0].seed, flush=True)\n"
        "    print('over', flush=True)\n"
    )
    lab = subprocess.Popen(  # noqa: S603  our own words
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert lab.stdout
    assert lab.stdout.readline() == "1\n"
    lab.send_signal(sent)
    text, complaints = lab.communicate(timeout=60)

    assert lab.returncode == 0, complaints
    assert text.split()[-1] == "over"
    assert len(text.split()) < 1000


def test_an_interrupted_series_says_so() -> None:
    found = report(replace(SERIES, games=30), [played(7, A), played(8, B)])

    text = as_text(found, load_scenario("combat_patrol"))
    assert text.startswith("Combat patrol: 2 of 30 games before it was interrupted")
    assert "seeds 7–8" in text


def test_nothing_played_is_no_report() -> None:
    with pytest.raises(ValueError, match="no game"):
        report(SERIES, [])
