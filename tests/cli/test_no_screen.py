"""Error messages without a screen; each test runs a process without a chosen driver."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from game.content.shipped_folders import ROOT

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere there is always a screen"
)
SCREENS = {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"}


def run_without_screen(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name not in SCREENS} | more
    command = [sys.executable, "main.py", *words]
    return subprocess.run(  # noqa: S603
        command, cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
@pytest.mark.parametrize("words", [("play", "combat_patrol"), ("demo",)])
def test_a_window_that_was_asked_for_is_refused_in_one_line(words: tuple[str, ...]) -> None:
    done = run_without_screen(*words)

    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "demo --headless" in line


@pytest.mark.slow
def test_a_screen_that_is_gone_is_no_screen() -> None:
    """SDL would go on without a visible window."""
    done = run_without_screen("play", "combat_patrol", DISPLAY=":9876")

    assert done.returncode == 2
    assert "the display that DISPLAY names does not exist" in done.stderr


@pytest.mark.slow
def test_the_title_becomes_a_battle_told_as_text() -> None:
    done = run_without_screen()

    assert done.returncode == 0
    first, *lines = done.stdout.splitlines()
    assert "there is no display" in first
    assert len(lines) > 100
    assert " after " in lines[-1]
