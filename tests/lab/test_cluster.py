"""Games on a cluster: complete and the same, whatever happens to its workers."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from game.cli import main
from game.content.faults import UnusableFile
from game.content.shipped_folders import ROOT
from game.lab.store import ENDING, open_store

pytestmark = pytest.mark.slow
distributed = pytest.importorskip("distributed")
PATIENCE = 240.0
OLD = """
import distributed.versions
from dask.__main__ import main
distributed.versions.version = lambda package: "2024.8.0"
main()
"""
"""A program that plays Dask of another version."""
TEXT = """
title = "Bouts"
games = {games}
scenarios = ["cage"]
players = ["random,random"]
"""
Said = pytest.CaptureFixture[str]


class Cluster:
    """A scheduler and workers, each started by a command of the guide."""

    def __init__(self, stack: ExitStack, dask: tuple[str, ...] = ("-m", "dask")) -> None:
        self._stack, self.dask = stack, dask
        with closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"tcp://127.0.0.1:{port}"
        self.scheduler = self._started("scheduler", "--port", str(port))
        until = time.monotonic() + PATIENCE
        while True:
            with suppress(OSError), closing(socket.create_connection(("127.0.0.1", port))):
                return
            assert time.monotonic() < until
            time.sleep(0.1)

    def worker(self) -> subprocess.Popen[bytes]:
        return self._started("worker", self.url, "--nthreads", "1", "--no-nanny")

    def _started(self, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, *self.dask, *words, "--no-dashboard"]
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(  # noqa: S603  our own program
            command, cwd=ROOT, stdout=quiet, stderr=quiet
        )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path / "home"))
    with ExitStack() as stack:
        yield Cluster(stack)


def written(folder: Path, games: int) -> Path:
    path = folder / "bouts.toml"
    path.write_text(TEXT.format(games=games))
    return path


def stories(path: Path) -> list[tuple[int, str]]:
    with closing(open_store(path)) as store:
        assert not store.failures()
        return [(game.match.seed, game.story) for game in store.records(1)]


def running(words: list[str]) -> subprocess.Popen[str]:
    command = [sys.executable, "main.py", "lab", *words]
    return subprocess.Popen(  # noqa: S603  our own program
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def wait_for(path: Path, games: int) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        with suppress(UnusableFile), closing(open_store(path)) as store:
            if store.count(1) >= games:
                return
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_killed_worker_and_a_new_one_change_no_game(cluster: Cluster, tmp_path: Path) -> None:
    file, there, here = written(tmp_path, 80), tmp_path / f"a{ENDING}", tmp_path / f"b{ENDING}"
    first, _ = cluster.worker(), cluster.worker()
    with running(["run", str(file), "--out", str(there), "--on", cluster.url]) as lab:
        wait_for(there, 10)
        first.kill()
        cluster.worker()
        said, fault = lab.communicate(timeout=PATIENCE)
    assert (lab.returncode, fault) == (0, "")
    assert "80 of 80 games" in said
    assert main(["lab", "run", str(file), "--out", str(here), "--workers", "1"]) == 0
    assert stories(there) == stories(here)
    assert [seed for seed, _ in stories(there)] == [*range(1, 81)]


def test_a_scheduler_lost_in_mid_run_loses_nothing(
    cluster: Cluster, tmp_path: Path, capsys: Said
) -> None:
    file, there = written(tmp_path, 2000), tmp_path / f"a{ENDING}"
    cluster.worker()
    with running(["run", str(file), "--out", str(there), "--on", cluster.url]) as lab:
        wait_for(there, 5)
        cluster.scheduler.kill()
        _, fault = lab.communicate(timeout=PATIENCE)
    assert lab.returncode == 2
    assert f"the scheduler at {cluster.url} was lost" in fault
    assert "Traceback" not in fault
    kept = len(stories(there))
    assert kept >= 5

    assert main(["lab", "resume", str(there), "--on", cluster.url]) == 2
    assert f"no scheduler answers at {cluster.url}" in capsys.readouterr().err
    assert len(stories(there)) == kept


def test_a_scheduler_of_another_version_is_told(tmp_path: Path, capsys: Said) -> None:
    file, there = written(tmp_path, 4), tmp_path / f"a{ENDING}"
    with ExitStack() as stack:
        old = Cluster(stack, ("-c", OLD))
        assert main(["lab", "run", str(file), "--out", str(there), "--on", old.url]) == 2
    said = capsys.readouterr().err
    assert f"the scheduler at {old.url} runs Dask 2024.8.0; all computers need" in said
    assert not there.exists()


def test_a_worker_with_another_version_of_dask_is_told(
    cluster: Cluster, tmp_path: Path, capsys: Said
) -> None:
    file, there = written(tmp_path, 4), tmp_path / f"a{ENDING}"
    cluster.dask = ("-c", OLD)
    cluster.worker()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of both versions
        with distributed.Client(cluster.url, set_as_default=False) as client:
            client.wait_for_workers(1)
    assert main(["lab", "run", str(file), "--out", str(there), "--on", cluster.url]) == 2
    assert f"a worker of the scheduler at {cluster.url} runs another" in capsys.readouterr().err
    assert not there.exists()


def test_a_cluster_without_workers_is_told(cluster: Cluster, tmp_path: Path) -> None:
    there = tmp_path / f"a{ENDING}"
    words = ["run", str(written(tmp_path, 4)), "--out", str(there), "--on", cluster.url]
    with running(words) as lab:
        assert lab.stderr
        assert f"No worker has joined {cluster.url} yet" in lab.stderr.readline()
        cluster.worker()
        assert lab.wait(PATIENCE) == 0
    assert len(stories(there)) == 4


def test_a_network_lost_in_mid_run_is_told(
    cluster: Cluster, tmp_path: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, there = written(tmp_path, 40), tmp_path / f"a{ENDING}"
    cluster.worker()
    answers = iter([{"tcp://one": 1}, {"tcp://one": 1}])

    def nthreads(_: object) -> dict[str, int]:
        for answer in answers:
            return answer
        raise TimeoutError(110, "Connection timed out")

    monkeypatch.setattr(distributed.Client, "nthreads", nthreads)
    monkeypatch.setattr("game.lab.cluster.ASK_SECONDS", 0.0)
    assert main(["lab", "run", str(file), "--out", str(there), "--on", cluster.url]) == 2
    assert f"the scheduler at {cluster.url} was lost" in capsys.readouterr().err


def test_workers_of_another_program_are_told(
    cluster: Cluster, tmp_path: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster.worker()
    monkeypatch.setattr("game.lab.experiment_run.program_version", lambda: "newer")
    file, there = written(tmp_path, 4), tmp_path / f"a{ENDING}"
    assert main(["lab", "run", str(file), "--out", str(there), "--on", cluster.url]) == 2
    assert "a worker runs another version of Undertow" in capsys.readouterr().err
    assert stories(there) == []
