"""Series of games: the same for any number of processes, and counted correctly."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from game.bots.match import Match, SideStatistics
from game.cli import main
from game.lab.experiment_run import Run
from game.lab.experiments import parse_experiment
from game.lab.results import CellResults, cells_of
from game.lab.series_reports import as_json, as_text
from game.lab.store import ENDING, create
from game.table.records import Side
from tests.lab.made_stores import record_of

ROOT = Path(__file__).parents[2]
A, B = Side("wardens"), Side("brood")
EXPERIMENT = parse_experiment(
    'title = "x"\nscenarios = ["combat_patrol"]\nplayers = ["steady,random"]', "x"
)


def match_won_by(seed: int, winner: Side | None, turns: int = 6, **did: int) -> Match:
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


def results(folder: Path, *games: Match) -> CellResults:
    """Return the results of some games."""
    with closing(create(folder / f"some{ENDING}", EXPERIMENT)) as store:
        for match in games:
            store.add(1, record_of(match))
        return next(cells_of(store))


def test_a_report_counts_wins_draws_and_doings(tmp_path: Path) -> None:
    games = [
        match_won_by(1, A, could_move=4, moved=3, shots=2, charges=1),
        match_won_by(2, None, turns=3, could_move=4, moved=1, shots=4),
        match_won_by(3, B),
    ]
    found = results(tmp_path, *games)

    raw = as_json(found, EXPERIMENT.cells[0], 1)
    assert (raw["games"], raw["draws"]) == (3, 1)
    ours, theirs = raw["sides"]
    assert (ours["wins"], theirs["wins"]) == (1, 1)
    assert ours["moved"] == 0.5
    assert json.dumps([ours["shots"], ours["charges"]]) == "[2, 0.333]"
    assert raw["turns"] == {"mean": 5, "least": 3, "most": 6}
    assert raw["decisions_per_second"] == 200
    text = as_text(found, range(1, 4))
    deeds = "units that moved: 50%; per game: 2.0 units shot, 0.3 charged"
    assert f"  Wardens    steady       1 win (6%–79%) · {deeds}" in text
    assert theirs["moved"] is None
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
        "from game.lab.matches import each\n"
        "from game.rules.battles import GameSetup\n"
        "if __name__ == '__main__':\n"
        "    one = partial(samples, GameSetup('cage'), ('random', 'random'))\n"
        f"    for found in each(one, range(1, 100_000), {workers}):\n"
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


def test_an_interrupted_series_says_so(tmp_path: Path) -> None:
    text = as_text(results(tmp_path, match_won_by(7, A), match_won_by(8, B)), range(7, 37))

    assert text.startswith("Combat patrol: 2 of 30 games before it was interrupted")
    assert "seeds 7–8" in text


def test_a_series_without_a_finished_game_has_no_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("game.cli.lab.play_missing", lambda store, _: Run(store))
    assert main(["lab", "combat_patrol", "--games", "2", "--workers", "1"]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "no games were played to the end\n")
