"""Speed and memory of experiments on a cluster of this computer."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest

from game.lab import experiment_run
from game.lab.experiment_run import Progress, Run
from game.lab.experiments import parse_experiment
from game.lab.game_jobs import GameJob, play_game
from game.lab.game_records import GameRecord
from game.lab.matches import LocalPool, Pool
from game.lab.store import ENDING, create
from tests.lab.test_cluster import Cluster

pytest.importorskip("distributed")
from game.lab.cluster import ClusterPool

WARM = 6
"""Games that each run plays before the clock starts."""
TEXT = """
title = "Bouts"
games = {games}
scenarios = ["cage"]
players = ["steady,steady"]
"""


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(stack)


def wait_for_workers(pool: ClusterPool, many: int) -> None:
    while pool.workers < many:
        time.sleep(0.1)


def per_second(pool: Pool, folder: Path, games: int) -> float:
    """Return the games per second on a pool, all but the first few."""
    text = TEXT.format(games=games + WARM)
    folder.mkdir()
    times = list[float]()
    with closing(create(folder / f"x{ENDING}", parse_experiment(text, "x"))) as store:
        for news in Run(store).play(pool):
            assert isinstance(news, Progress)
            times.append(time.perf_counter())
    return games / (times[-1] - times[WARM - 1])


def test_two_workers_play_nearly_twice_as_much(cluster: Cluster, tmp_path: Path) -> None:
    """At least 1.8 times the games of one; the scheduler costs at most 5%."""
    local = LocalPool(1)
    alone = per_second(local, tmp_path / "alone", 60)
    local.close()
    rates = list[float]()
    for many in (1, 2):
        cluster.worker()
        pool = ClusterPool(cluster.url)
        wait_for_workers(pool, many)
        rates.append(per_second(pool, tmp_path / str(many), 60 * many))
        pool.close()
    overhead = alone / rates[0] - 1
    print(f"one process {alone:.2f} games a second, workers {rates[0]:.2f}, {rates[1]:.2f}")
    print(
        f"{1 / alone:.2f} s a game, overhead {overhead:.1%}, factor {rates[1] / rates[0]:.2f}"
    )
    assert overhead < 0.05
    assert rates[1] > 1.8 * rates[0]


@lru_cache(maxsize=1)
def _played(packed: bytes, program: str) -> GameRecord:
    return play_game(GameJob(1, 1, packed, program))


def again(job: GameJob) -> GameRecord:
    """Return the record of one game for every seed."""
    record = _played(job.packed, job.program)
    return replace(record, match=replace(record.match, seed=job.seed))


def test_the_memory_of_the_client_stays_flat(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At most 10% more from 1,000 to 20,000 results."""
    cluster.worker()
    monkeypatch.setattr(experiment_run, "play_game", again)
    text = TEXT.format(games=20_000)
    sizes, pool = dict[int, float](), ClusterPool(cluster.url)
    with closing(create(tmp_path / f"x{ENDING}", parse_experiment(text, "x"))) as store:
        for news in Run(store).play(pool):
            assert isinstance(news, Progress)
            if news.done in {1000, 20_000}:
                sizes[news.done] = resident_megabytes()
    pool.close()
    print(", ".join(f"{size:.0f} MB after {done} results" for done, size in sizes.items()))
    assert sizes[20_000] < 1.1 * sizes[1000]


def resident_megabytes() -> float:
    """Return the memory of this process; its maximum where the system tells no more."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * resource.getpagesize() / 1e6
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1e6 if sys.platform == "darwin" else 1e3)
