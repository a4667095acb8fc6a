"""Trial games in worker processes: same results as in this process, for the current map."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

import pytest

from game import workers
from game.content.maps.map_file import MapFile
from game.editor.documents import History
from game.editor.trial_tallies import FinishedTrial, TrialTally
from game.editor.trial_workers import LIVES, TrialWorkers
from game.editor.trials import FIRST, SETTLE_SECONDS, Trials
from game.lab.game_jobs import TrialGame, trial
from game.lab.heat_maps import Heat
from game.lab.trial_game import setup_on
from tests.editor.trials.fast_trials import (
    PATIENCE,
    PLAYERS,
    SCENARIO,
    all_have_games,
    cage,
    cage_turned,
    dying,
    processes_of,
    stillborn,
    trials,
    until,
)

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
GAMES = 4


@pytest.fixture(scope="module")
def crew() -> Iterator[TrialWorkers]:
    """Yield one worker process that is shared by all tests that do not kill it."""
    one = TrialWorkers(1)
    yield one
    one.close()


@pytest.fixture
def alone(crew: TrialWorkers) -> Iterator[Trials]:
    one = Trials(History(cage()), crew, PLAYERS)
    yield one
    one.stop()


def here(mapfile: MapFile, seed: int) -> TrialGame:
    """Play a trial game in this process and return it."""
    game = trial(setup_on(mapfile, SCENARIO).battle(seed), PLAYERS)
    while True:
        try:
            next(game)
        except StopIteration as end:
            played: TrialGame = end.value
            return played


def all_played(tally: TrialTally) -> bool:
    return len(tally.games) + len(tally.faults) >= GAMES


class Told(NamedTuple):
    games: list[tuple[int, FinishedTrial]]
    faults: dict[int, str]
    passed: list[list[int]]
    fallen: list[list[int]]
    seen: list[list[int]]
    looks: int


def summary_of(tally: TrialTally) -> Told:
    heat = tally.heat
    assert heat
    return Told(
        sorted(tally.games.items()),
        tally.faults,
        heat.passed.tolist(),
        heat.fallen.tolist(),
        heat.seen.tolist(),
        heat.looks,
    )


def test_games_are_those_that_would_be_played_here_however_many_play(alone: Trials) -> None:
    alone.start(SCENARIO, GAMES)
    until(alone, lambda: all_played(alone.tally))
    assert not alone.busy
    two = trials(2)

    def played() -> bool:
        assert len({*two.crew.playing}) == len(two.crew.playing), "each its own game"
        return all_played(two.tally)

    try:
        two.start(SCENARIO, GAMES)
        until(two, played)
    finally:
        two.close()
    assert summary_of(alone.tally) == summary_of(two.tally)

    expected = [here(cage(), seed) for seed in range(FIRST, FIRST + GAMES)]
    found = summary_of(alone.tally)
    assert [(seed, g.winner, g.turns) for seed, g in found.games] == [
        (e.match.seed, e.match.winner, e.match.turns) for e in expected
    ]
    assert found.faults == {}
    whole_heat = reduce(Heat.with_, [e.heat for e in expected])
    assert found.passed == whole_heat.passed.tolist()


def test_an_edit_plays_the_same_seeds_and_undo_shows_the_old_results_at_once(
    alone: Trials,
) -> None:
    history = alone.history
    alone.start(SCENARIO, GAMES)
    until(alone, lambda: all_played(alone.tally))
    old = alone.tally
    assert alone.before is None

    history.do("Turn a ring", cage_turned(cage(), 35))
    assert alone.tally == TrialTally()
    until(alone, lambda: all_played(alone.tally))
    assert alone.tally.games.keys() == old.games.keys()
    before = alone.before
    assert before is not None
    assert (before.label, before.edits, before.tally) == ("Turn a ring", 1, old)

    history.undo()
    assert alone.tally is old
    assert not alone.busy
    history.redo()
    assert all_played(alone.tally)
    assert alone.tally is not old


def test_a_map_that_nobody_tried_is_passed_over_as_the_one_before(alone: Trials) -> None:
    alone.start(SCENARIO, 1)
    until(alone, lambda: bool(alone.tally.games))
    first = alone.tally
    alone.stop()
    alone.history.do("Once", cage_turned(cage(), 5))
    alone.history.do("Twice", cage_turned(cage(), 10))

    before = alone.before
    assert before is not None
    assert (before.label, before.edits) == ("Once", 2)
    assert before.tally is first


def test_a_layer_by_another_name_is_the_same_map(alone: Trials) -> None:
    alone.start(SCENARIO, 1)
    until(alone, lambda: bool(alone.tally.games))
    layers = [
        layer.model_copy(update={"name": "other", "locked": True, "visible": False})
        for layer in alone.history.state.layers
    ]
    alone.history.do("Hide", alone.history.state.model_copy(update={"layers": tuple(layers)}))

    assert alone.tally.games
    assert alone.before is None


def test_no_game_of_a_map_is_begun_until_it_stays_as_it_is(alone: Trials) -> None:
    alone.start(SCENARIO, GAMES)
    until(alone, lambda: all_have_games(alone))
    playing = alone.crew.playing[0][0]
    end = monotonic() + 0.5
    for n in range(1000):
        alone.history.do("Turn", cage_turned(cage(), 5 * (1 + n % 70)))
        alone.poll(SETTLE_SECONDS / 3)
        assert {number for number, _ in alone.crew.playing} <= {playing}
        if monotonic() > end:
            break
    until(alone, lambda: bool(alone.tally.games))


def test_a_map_that_does_not_do_for_the_scenario_says_why(alone: Trials) -> None:
    rings = [o.id for _, o in cage().objects() if type(o.what).__name__ == "Ring"]
    alone.history.do("Remove", cage().removed(rings))
    alone.start(SCENARIO, GAMES)
    until(alone, lambda: bool(alone.tally.refused))

    assert "ring" in alone.tally.refused
    assert not alone.tally.games
    assert not alone.busy
    alone.history.undo()
    until(alone, lambda: bool(alone.tally.games))


def test_a_game_that_breaks_is_a_fault_and_the_next_is_played() -> None:
    one = Trials(History(cage()), TrialWorkers(1), ("random", "nobody"))
    try:
        one.start(SCENARIO, 2)
        until(one, lambda: len(one.tally.faults) == 2)
        assert "KeyError: 'nobody'" in one.tally.faults[FIRST]
        assert not one.tally.games
    finally:
        one.close()


def pid(one: Trials) -> int:
    (process,) = processes_of(one)
    assert process.pid is not None
    return process.pid


def test_the_game_of_a_process_that_was_killed_is_played_again(alone: Trials) -> None:
    alone.start(SCENARIO, GAMES)
    until(alone, lambda: all_have_games(alone))
    lost = pid(alone)
    os.kill(lost, signal.SIGKILL)
    until(alone, lambda: all_played(alone.tally))

    assert pid(alone) != lost
    assert alone.tally.faults == {}
    assert sorted(alone.tally.games) == [1, 2, 3, 4]
    assert alone.tally.games[1].winner == here(cage(), 1).match.winner


def test_a_game_that_costs_one_process_after_another_is_a_fault() -> None:
    one = trials(play=dying)
    try:
        one.start(SCENARIO, 3)
        until(one, lambda: len(one.tally.games) == 2 and bool(one.tally.faults))
        assert one.tally.faults == {2: f"the game crashed its process {LIVES} times"}
        assert sorted(one.tally.games) == [1, 3]
    finally:
        one.close()


def test_processes_that_end_at_once_are_not_started_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "_serve", stillborn)  # the process itself
    one = trials()
    try:
        one.start(SCENARIO, 3)
        until(one, lambda: one.crew.broken)
        for _ in range(20):
            one.poll(0.05)
        assert processes_of(one) == []
    finally:
        one.close()


def test_who_is_stopped_keeps_what_it_knows_and_goes_on_later(alone: Trials) -> None:
    alone.start(SCENARIO, GAMES)
    until(alone, lambda: bool(alone.tally.games))
    alone.stop()
    known = len(alone.tally.games)
    assert not alone.crew.playing
    assert not alone.busy
    for _ in range(50):
        alone.poll(0.05)
        sleep(0.01)
    assert len(alone.tally.games) <= known + 1  # one game may just have finished
    alone.start(SCENARIO, GAMES)
    until(alone, lambda: all_played(alone.tally))


def gone(one: int) -> bool:
    try:
        state = Path(f"/proc/{one}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"


def test_a_closed_one_leaves_no_process_behind(alone: Trials) -> None:
    alone.start(SCENARIO, GAMES)
    until(alone, lambda: all_have_games(alone))
    (process,) = processes_of(alone)
    alone.close()  # the crew restarts for the next test
    # Its own thread waits for it, too, and may be told first.
    end = monotonic() + PATIENCE
    while process.is_alive():
        assert monotonic() < end, "it plays on"
        sleep(0.02)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks processes up in /proc")
def test_whoever_draws_may_be_killed_and_leaves_no_process_behind() -> None:
    program = (
        "import sys\n"
        "from tests.editor.trials.fast_trials import SCENARIO, all_have_games\n"
        "from tests.editor.trials.fast_trials import processes_of, trials, until\n"
        "if __name__ == '__main__':\n"
        "    one = trials()\n"
        "    one.start(SCENARIO, 10_000)\n"
        "    until(one, lambda: all_have_games(one))\n"
        "    print(processes_of(one)[0].pid, flush=True)\n"
        "    sys.stdin.read()\n"
    )
    with subprocess.Popen(  # noqa: S603  our own words
        [sys.executable, "-c", program],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as drawing:
        assert drawing.stdout is not None
        player = int(drawing.stdout.readline())
        assert not gone(player)
        drawing.kill()
        drawing.wait()
    end = monotonic() + PATIENCE
    while not gone(player):
        assert monotonic() < end, "it plays on"
        sleep(0.02)
