"""Resources that a window holds after long use: memory, threads, processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.content.shipped_folders import ROOT
from tests.app.soak import ACTIONS, Held
from tests.screens.everywhere import MAIN

MOST, MORE = 350, 24
"""Maximum megabytes at any time; and growth at the end over the value after each screen."""
SLICES = 4
"""Number of processes that share the screens."""
LARGE_ACTIONS = 60
"""Number of actions on each screen in a large window."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="counts by what Linux tells"),
]


def soaked(tmp_path: Path, shelf: Path, *words: str) -> Held:
    """Use a window for a long time in a separate process; return the resources it held."""
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-m", "tests.app.soak", "--cache", str(shelf), *words]
    done = subprocess.run(  # noqa: S603
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    held: Held = json.loads(done.stdout.splitlines()[-1])
    return held


@pytest.mark.parametrize("slice_", range(1, SLICES + 1))
def test_anything_at_all_may_happen_on_every_screen(
    tmp_path: Path, shelf: Path, slice_: int
) -> None:
    words = "monkey", "--slice", f"{slice_}/{SLICES}", "--seed", str(1 + 10 * slice_)
    held = soaked(tmp_path, shelf, *words)
    names = [*MAIN][slice_ - 1 :: SLICES]
    assert held["given"] == dict.fromkeys(names, ACTIONS)
    assert held["events"] >= 2 * ACTIONS * len(names)
    assert held["peak"] <= MOST
    assert held["threads"] == []
    assert held["processes"] == 0


@pytest.mark.parametrize("slice_", [1, 2])
def test_anything_at_all_may_happen_in_large_windows(
    tmp_path: Path, shelf: Path, slice_: int
) -> None:
    words = "--slice", f"{slice_}/2", "--seed", str(50 + 10 * slice_), "--large"
    held = soaked(tmp_path, shelf, "monkey", "--actions", str(LARGE_ACTIONS), *words)
    assert held["given"] == dict.fromkeys([*MAIN][slice_ - 1 :: 2], LARGE_ACTIONS)
    assert held["threads"] == []
    assert held["processes"] == 0


def test_what_is_opened_and_left_is_let_go(tmp_path: Path, shelf: Path) -> None:
    held = soaked(tmp_path, shelf, "rounds", "--times", "24")
    assert held["screens"] == 0
    assert held["ended"] - held["began"] <= MORE
    assert held["threads"] == []
    assert held["processes"] == 0
