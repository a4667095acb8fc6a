"""Runs: the same games wherever they are played, batches, failures, lost processes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path

import pytest

from game.bots.registry import POLICIES
from game.bots.simple_bots import RandomBot
from game.content.faults import UnusableFile
from game.content.own_folders import crashes
from game.content.save_format import parse_save
from game.lab import experiment_run, game_jobs, running_experiments
from game.lab.experiment_run import Progress, Run
from game.lab.experiments import BATCH, parse_experiment
from game.lab.game_jobs import GameJob, play_game
from game.lab.game_records import GameRecord
from game.lab.matches import LocalPool, LostGameError
from game.lab.program_version import program_version
from game.lab.running_experiments import END_SECONDS, RunningExperiment
from game.lab.store import ENDING, Store, create
from game.lab.stored_games import is_narrow
from game.play.session import Session
from game.table.records import Side
from tests.lab.inline_pool import InlinePool

TEXT = """
title = "Bouts"
games = {games}
scenarios = ["cage"]
players = ["random,random"]
"""


def new_store(folder: Path, games: int = 4, more: str = "") -> Store:
    experiment = parse_experiment(TEXT.format(games=games) + more, "x")
    return create(folder / f"{games}{len(more)}{ENDING}", experiment)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[GameJob]:
    """Play one game only, and take it for all others: red wins two of three."""
    with closing(new_store(tmp_path, 1)) as one:
        record = play_game(GameJob(1, 1, one.cells[1].packed, program_version()))
    jobs = list[GameJob]()

    def play(job: GameJob) -> GameRecord:
        jobs.append(job)
        winner = Side("red" if job.seed % 3 else "blue")
        return replace(record, match=replace(record.match, seed=job.seed, winner=winner))

    monkeypatch.setattr(experiment_run, "play_game", play)
    return jobs


def test_the_cells_take_turns(quick: list[GameJob], tmp_path: Path) -> None:
    more = '[[variant]]\nname = "a"\n[[variant]]\nname = "b"\noptions = { turns = 10 }\n'
    with closing(new_store(tmp_path, 3, more)) as store:
        [*Run(store).play(InlinePool(1))]
    assert [(job.seed, job.cell) for job in quick] == [
        (1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2),
    ]  # fmt: skip


def test_a_run_stops_after_the_batch_in_which_all_intervals_are_narrow(
    quick: list[GameJob], tmp_path: Path
) -> None:
    """67% of 50 games are sure to 13%, of 100 to 9%, of 150 to 7.5%, of 200 to 6.5%."""
    with closing(new_store(tmp_path, 1000)) as store:
        store.widen(store.experiment.up_to(8.0))
        *_, last = Run(store).play(InlinePool(3))
        assert isinstance(last, Progress)
        assert last.done == 3 * BATCH
        assert last.widest == pytest.approx(0.0746, abs=0.0005)
        assert store.missing(1) == [*range(151, 1001)]
        [*Run(store).play(InlinePool())]
        assert len(quick) == 150
        store.widen(store.experiment.up_to(7.0))
        *_, last = Run(store).play(InlinePool())
        assert isinstance(last, Progress)
        assert last.done == 200


@pytest.mark.parametrize(
    ("until", "games"),
    [(None, 900), (50.0, 50), (45.0, 50), (10.0, 100), (8.0, 150), (3.0, 900), (1e-300, 900)],
)
def test_no_more_games_are_wanted_than_the_intervals_take(
    until: float | None, games: int
) -> None:
    """Half of 93 games is sure to 10%, of 147 to 8%, of 1,064 to 3%; whole batches of 50."""
    text = 'title = "x"\ngames = 900\nscenarios = ["cage"]\n'
    assert parse_experiment(text, "x").up_to(until).games == games


@pytest.mark.parametrize(
    ("wins", "narrow"),
    [
        ({"red": 25, "blue": 25}, True),
        ({"red": 25, "blue": 24}, False),
        ({}, False),
        ({"": 50}, True),
        ({"": 30, "red": 20}, True),
    ],
)
def test_a_cell_is_narrow_after_a_batch(wins: dict[str, int], *, narrow: bool) -> None:
    """Half of 50 games is sure to 13.4%."""
    assert is_narrow(wins, 14.0) is narrow
    assert not is_narrow(wins, None)
    assert not is_narrow({"red": 25, "blue": 25}, 13.0)


def test_the_limit_of_the_file_is_used_unless_another_is_given(
    quick: list[GameJob], tmp_path: Path
) -> None:
    with closing(new_store(tmp_path, 500, "until = 10.0")) as store:
        [*Run(store).play(InlinePool())]
    assert len(quick) == 100


def test_a_run_that_is_left_alone_keeps_what_it_played(
    quick: list[GameJob], tmp_path: Path
) -> None:
    with closing(new_store(tmp_path, 9)) as store:
        run = Run(store)
        going = run.play(InlinePool(1))
        next(going)
        next(going)
        assert store.count(1) == 2
        assert not run.is_over
        del going
        run = Run(store)
        [*run.play(InlinePool(1))]
        assert store.count(1) == 9
        assert run.is_over


class Breaking(RandomBot):
    """A random bot that raises in games with odd seeds."""

    def answer(self, session: Session) -> object:
        if session.game.dice.seed % 2 and session.table.clock.round:
            raise LookupError("nothing is where it was")
        return super().answer(session)


def test_a_game_that_breaks_is_kept_with_its_save_and_never_counted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with closing(new_store(tmp_path, 4)) as store:
        monkeypatch.setattr("game.bots.registry.POLICIES", {**POLICIES, "random": Breaking})
        news = [*Run(store).play(InlinePool())]
        lost = [one for one in news if isinstance(one, LostGameError)]
        assert [(one.seed, one.why) for one in lost] == [
            (1, "nothing is where it was"),
            (3, "nothing is where it was"),
        ]
        assert store.count(1) == 2
        assert [failure.seed for failure in store.failures()] == [1, 3]
        save = parse_save(store.failures()[0].save, "broken")
        assert save.header.seed == 1
        last = news[-1]
        assert isinstance(last, Progress)
        assert (last.done, last.failed, last.broken, last.wanted) == (2, 2, 2, 4)

        again = Run(store)
        [*again.play(InlinePool())]  # both break again, and count once
        assert (again.progress.failed, again.progress.broken) == (2, 2)

        monkeypatch.undo()
        mended = Run(store)
        assert (mended.progress.failed, mended.progress.broken) == (0, 2)
        [*mended.play(InlinePool())]
        assert (mended.progress.failed, mended.progress.broken) == (0, 0)
        assert store.count(1) == 4
        assert store.failures() == []


def test_another_program_ends_the_run_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with closing(new_store(tmp_path, 2)) as store:
        going = Run(store).play(InlinePool())
        monkeypatch.setattr(game_jobs, "program_version", lambda: "older")
        job = GameJob(1, 1, store.cells[1].packed, "newer")
        with pytest.raises(LostGameError, match="another version"):
            play_game(job)
        monkeypatch.setattr(experiment_run, "play_game", _of_another_program)
        with pytest.raises(UnusableFile, match="another version of Undertow"):
            list(going)
        assert store.missing(1) == [1, 2]


def _of_another_program(job: GameJob) -> GameRecord:
    raise LostGameError(job.seed, game_jobs.OTHER_PROGRAM)


class _PausingAtTwo(RunningExperiment):
    """Pauses itself after two games, until it is let go on."""

    may_go_on = False

    def _show(self, run: Run) -> None:
        super()._show(run)
        self.is_paused = run.progress.done >= 2 and not self.may_go_on


def test_a_pause_keeps_the_games_that_are_queued(
    quick: list[GameJob], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running_experiments, "LocalPool", lambda *_: InlinePool(3))
    with closing(new_store(tmp_path, 6)) as store:
        going = _PausingAtTwo(store.path)
        _wait_until(lambda: going.is_paused and store.count(1) == 3)
        assert len(quick) == 3
        assert not going.is_over
        going.may_go_on, going.is_paused = True, False
        _wait_until(lambda: going.is_over)
        assert store.count(1) == 6
    assert going.fault == ""
    assert going.shares == (
        "Training cage · random, random: Red 67% (30%–90%), Blue 33% (10%–70%)",
    )


def test_a_game_that_breaks_beside_the_window_leaves_its_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(running_experiments, "LocalPool", lambda *_: InlinePool(1))
    monkeypatch.setattr("game.bots.registry.POLICIES", {**POLICIES, "random": Breaking})
    with closing(new_store(tmp_path, 3)) as store:
        going = RunningExperiment(store.path)
        _wait_until(lambda: going.is_over)
        saves = sorted(crashes().iterdir())
    assert [path.name for path in saves] == [f"{store.name}-{n}.undertow" for n in (1, 3)]
    assert parse_save(saves[0].read_text(), "x").header.seed == 1


def test_an_error_ends_a_running_experiment_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> object:
        raise OSError("no process")

    pool = InlinePool()
    monkeypatch.setattr(pool, "submit", broken)
    monkeypatch.setattr(running_experiments, "LocalPool", lambda *_: pool)
    with closing(new_store(tmp_path, 6)) as store:
        going = RunningExperiment(store.path)
        _wait_until(lambda: going.is_over)
    assert "no process" in going.fault


def test_a_stopped_experiment_ends_while_a_game_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(experiment_run, "play_game", _never_ending)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    with closing(new_store(tmp_path, 6)) as store:
        going = RunningExperiment(store.path)
        _wait_until(active_children)
        began = time.monotonic()
        going.end()
        assert time.monotonic() - began < END_SECONDS
        assert going.is_over
        assert going.fault == ""
        assert store.missing(1) == [1, 2, 3, 4, 5, 6]


def _never_ending(job: GameJob) -> GameRecord:
    time.sleep(60)
    raise AssertionError(job)


def _wait_until(is_so: Callable[[], object]) -> None:
    until = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.slow
def test_any_number_of_processes_plays_the_same_games(tmp_path: Path) -> None:
    found = []
    for workers in (1, 3):
        folder = tmp_path / str(workers)
        pool = LocalPool(workers)
        with closing(new_store(folder, 8)) as store:
            [*Run(store).play(pool)]
            found.append([_without_seconds(record) for record in store.records(1)])
        pool.close()
    assert found[0] == found[1]
    assert len(found[0]) == 8


def _without_seconds(record: GameRecord) -> GameRecord:
    return replace(record, match=replace(record.match, seconds=0.0))
