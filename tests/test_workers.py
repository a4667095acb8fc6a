"""Worker processes that end in the middle of a job."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import run

import pytest

from game.content.safe_writing import whole_file
from game.content.shipped_folders import ROOT
from game.workers import BackgroundTask

WINDOW = """
import os, signal, sys
from pathlib import Path
from tests.test_workers import begun
task = begun(Path(sys.argv[2]))
if sys.argv[1] == "closed":
    task.close()
if sys.argv[1] == "killed":
    os.kill(os.getpid(), signal.SIGKILL)
"""


def endless(folder: Path) -> Iterator[int]:
    """Write a file that is never whole."""
    with whole_file(folder / "film.gif") as path, path.open("wb") as file:
        n = 0
        while True:
            file.write(b"frame")
            file.flush()
            yield (n := n + 1)
            time.sleep(0.01)


def begun(folder: Path) -> BackgroundTask[Path, int]:
    """Return a task whose process has begun to write."""
    task = BackgroundTask[Path, int]("film")
    task.begin(endless, folder)
    task.wait(20)
    assert [*folder.iterdir()]
    return task


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="elsewhere a process is ended at once")
@pytest.mark.parametrize("way", ["closed", "left", "killed"])
def test_a_window_that_ends_leaves_no_half_written_file(tmp_path: Path, way: str) -> None:
    ended = run([sys.executable, "-c", WINDOW, way, str(tmp_path)], cwd=ROOT)  # noqa: S603, PLW1510  it may be killed
    assert ended.returncode == (-9 if way == "killed" else 0)

    until = time.monotonic() + 10
    while [*tmp_path.iterdir()] and time.monotonic() < until:
        time.sleep(0.02)
    assert not [*tmp_path.iterdir()]
