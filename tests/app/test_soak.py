"""Resources that a window holds after long use: memory, threads, processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.content.storage import ROOT
from tests.app.soak import Held

MOST, MORE = 350, 50
"""Maximum megabytes at any time; and growth at the end over the value after each screen."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="counts by what Linux tells"),
]


def soaked(tmp_path: Path, *words: str) -> Held:
    """Use a window for a long time in a separate process; return the resources it held."""
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-m", "tests.app.soak", *words]
    done = subprocess.run(  # noqa: S603
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    held: Held = json.loads(done.stdout.splitlines()[-1])
    return held


@pytest.mark.parametrize("slice_", range(4))
def test_twenty_minutes_of_anything_at_all(tmp_path: Path, slice_: int) -> None:
    held = soaked(tmp_path, "monkey", "--minutes", "5", "--seed", str(1 + 10 * slice_))
    assert held["frames"] >= 3_000
    assert held["peak"] <= MOST
    assert held["threads"] == []
    assert held["processes"] == 0


def test_two_minutes_of_anything_in_large_windows(tmp_path: Path) -> None:
    held = soaked(tmp_path, "monkey", "--minutes", "2", "--seed", "50", "--large")
    assert held["frames"] >= 1_200
    assert held["threads"] == []
    assert held["processes"] == 0


def test_what_is_opened_and_left_is_let_go(tmp_path: Path) -> None:
    held = soaked(tmp_path, "rounds", "--times", "40")
    assert held["ended"] - held["began"] <= MORE
    assert held["threads"] == []
    assert held["processes"] == 0
