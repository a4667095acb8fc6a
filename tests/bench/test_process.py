"""Cost of whole processes: start and memory."""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from game.content.shipped_folders import ROOT
from tests.bench.time_budget import allowed, hold

RUNS = 7

FIRST_FRAME = """
import os
from game.app import Window
from game.screens.title import TitleScreen
window = Window()
title = TitleScreen()
window.stack.screens.append(title)
title.fill(window.stack.frame)
window.run_frame(0.0)
"""
GAME = """
from game.cli import main
main(["demo", "combat_patrol", "--headless", "--json", "--players", "random,random",
      "--seed", "1", "--map", "long-orchard"])
"""
WATCHED = """
from game.app import Window
from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.result import ResultScreen
from game.screens.screen import Begin
from game.screens.live_game import start_game
window = Window()
maps = ("long-orchard", "old-quarter", "ruined-crossing")
for seed in range(10):
    battle = prepare("combat_patrol", seed=seed, map_=maps[seed % 3], options={"turns": 3})
    screen = BattleScreen(start_game(battle, ("random", "random")), speed=20)
    window.stack.follow(Begin(screen))
    while not isinstance(window.stack.top, ResultScreen):
        window.run_frame(0.05)
"""
PEAK = """
from pathlib import Path
status = Path("/proc/self/status").read_text()
print(next(int(line.split()[1]) for line in status.splitlines() if "VmHWM" in line) / 1024)
"""


DRIVERS = {
    "SDL_VIDEODRIVER": "dummy",
    "SDL_AUDIODRIVER": "dummy",
    "UNDERTOW_WINDOW": "1920x1080",
}


def last_line_of(code: str) -> str:
    """Run Python code in a process of its own; return the last line that it printed."""
    env = os.environ | DRIVERS
    command = [sys.executable, "-c", code]
    done = subprocess.run(  # noqa: S603
        command, cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()[-1] if done.stdout else ""


def test_start_of_python(benchmark: BenchmarkFixture) -> None:
    """The lower bound of all start times."""
    benchmark.pedantic(last_line_of, args=("pass",), rounds=7, warmup_rounds=1)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize(
    ("command", "most"),
    [
        (["main.py", "--version"], 0.12),
        (["main.py", "list"], 0.30),
        (["-c", f"{FIRST_FRAME}\nos._exit(0)"], 0.45),
        (["-c", "import game.rules.catalog"], 0.30),
        (["main.py", "demo", "cage", "--headless", "--seed", "SEED"], 0.60),
    ],
    ids=["--version", "list", "first frame", "import of the catalog", "demo cage --headless"],
)
def test_processor_time_of_a_command(command: list[str], most: float) -> None:
    """The median of several runs, of several seeds, from the start of Python to its end."""
    spent = list[float]()
    for seed in range(RUNS + 1):
        before = _spent()
        words = [word.replace("SEED", str(seed)) for word in command]
        subprocess.run(  # noqa: S603  our own words
            [sys.executable, *words],
            cwd=ROOT,
            env=os.environ | DRIVERS,
            capture_output=True,
            check=True,
        )
        spent.append(_spent() - before)
    median_ = median(spent[1:])  # the first may have to compile modules

    print(f"{' '.join(command)}: {median_:.2f} s, at the most {max(spent[1:]):.2f} s")
    assert median_ <= allowed(most)


def _spent() -> float:
    """Return the processor seconds of all child processes waited for."""
    used = os.times()
    return used.children_user + used.children_system


def test_first_frame_of_the_title(benchmark: BenchmarkFixture) -> None:
    """At most 1.0 s after Python was started."""
    benchmark.pedantic(last_line_of, args=(FIRST_FRAME,), rounds=5, warmup_rounds=1)  # type: ignore[no-untyped-call]
    hold(benchmark, 1.0)


@pytest.mark.parametrize(("what", "most"), [("one headless", 150), ("ten in a window", 350)])
def test_memory(what: str, most: int) -> None:
    """Peak memory of a process, in megabytes, in whole games."""
    megabytes = float(last_line_of((GAME if most == 150 else WATCHED) + PEAK))

    print(f"{what}: {megabytes:.0f} MB")
    assert megabytes <= most
