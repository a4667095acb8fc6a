"""CPU and memory of the whole program in a real window, on a virtual display of 1920 x 1080.

Each share is printed beside that of a bare loop of 60 frames a second, which looks for events.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

import pytest

from game.content.shipped_folders import ROOT
from tests.bench.time_budget import allowed

pytestmark = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="needs Xvfb and xdotool"
)
SIZE = "1920x1080"
SETTLED, SECONDS, TIMES, MOST = 10.0, 5.0, 3, 20
"""Seconds until a screen is shown, those of each measurement, and the number of measurements.

They are repeated, at most so often, until as many in a row agree: pictures come by and by.
"""
EQUAL = 1.0
"""Percent of a core by which measurements that agree may differ."""
FLOOR = """
import os
os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
import pygame
pygame.display.init()
pygame.display.set_mode((1920, 1080), pygame.RESIZABLE)
clock = pygame.time.Clock()
while True:
    pygame.event.get()
    pygame.display.update([])
    clock.tick(60)
"""
SCREEN = """
from game.app import run
from game.screens.screen import Destination
run(Destination({name!r}))
"""
TITLE = """
from game.app import run
from game.screens.title import TitleScreen
run(TitleScreen(seed=3))
"""
BATTLE = """
from game.app import run
from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import start_game
run(BattleScreen(start_game(prepare("combat_patrol", seed=1), ("human", "human"))))
"""
LOOP = """
import os, time
from game.app import Window
from game.background import loading
from game.screens.screen import Close, Destination, Open
from game.screens.title import TitleScreen
window = Window()
title = TitleScreen(seed=3)
window.stack.follow(Open(title))

def frame():
    window.run_frame(min(0.1, window.clock.tick(window._liveliness.frames) / 1000))

def settle():
    for _ in range(6):
        frame()
    while loading():
        frame()
"""
RUNNING = f"""{LOOP}
while not (title.demo and title.demo.opened and title.demo.light):
    frame()
print(time.process_time())
os._exit(0)
"""
SETUP = f"""{LOOP}
settle()
window.run_frame(0.0)
from game.screens.title_actions import prepared
make = prepared(Destination("play"), window.stack.frame)
before = time.process_time()
window.stack.follow(Open(make()))
window.run_frame(0.0)
print(time.process_time() - before)
os._exit(0)
"""
MENUS = (
    *("play", "sandbox", "campaigns", "lessons", "saves", "design", "new map", "packs"),
    *("experiments", "settings", "help"),
)
MEMORY = f"""{LOOP}
settle()
for name in {MENUS!r}:
    window.stack.follow(Open(Destination(name)))
    settle()
    window.stack.follow(Close())
    settle()
status = open("/proc/self/status").read().splitlines()
print(next(int(line.split()[1]) for line in status if "VmRSS" in line) / 1024)
os._exit(0)
"""


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Run a virtual display; return the environment of programs on it."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{SIZE}x24", "-nolisten"]
    server = subprocess.Popen(  # noqa: S603  our own words
        [*command, "tcp"], pass_fds=(write,), stderr=subprocess.DEVNULL
    )
    os.close(write)
    with os.fdopen(read) as found:
        name = f":{found.readline().strip()}"
    env = os.environ | {
        "DISPLAY": name,
        "SDL_VIDEODRIVER": "x11",
        "SDL_AUDIODRIVER": "dummy",
        "UNDERTOW_WINDOW": SIZE,
        "UNDERTOW_HOME": str(tmp_path_factory.mktemp("home")),
    }
    yield env
    server.terminate()
    server.wait()


@pytest.fixture(scope="module")
def floor(env: dict[str, str]) -> float:
    """Return the share of a core that a bare loop of 60 frames a second takes, in percent."""
    return share(FLOOR, env)


def cpu(process: int) -> float:
    """Return the CPU seconds that a process has used, in all its threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def share(code: str, env: dict[str, str], moves: Sequence[str] = ()) -> float:
    """Return the share of a core that a program takes at rest, in percent.

    *moves*: places to which the mouse is moved before.
    """
    command = [sys.executable, "-c", code]
    program = subprocess.Popen(command, cwd=ROOT, env=env, stderr=subprocess.DEVNULL)  # noqa: S603
    try:
        time.sleep(SETTLED)
        for place in moves:
            subprocess.run(["xdotool", "mousemove", *place.split()], env=env, check=True)  # noqa: S603, S607
            time.sleep(0.5)
        time.sleep(SECONDS)
        found = list[float]()
        while len(found) < MOST and not _agree(found[-TIMES:]):
            before, began = cpu(program.pid), time.monotonic()
            time.sleep(SECONDS)
            found.append(100 * (cpu(program.pid) - before) / (time.monotonic() - began))
            assert program.poll() is None, "the program has ended"
    finally:
        program.kill()
        program.wait()
    return median(found[-TIMES:])


def _agree(found: Sequence[float]) -> bool:
    return len(found) == TIMES and max(found) - min(found) <= EQUAL


def printed(code: str, env: dict[str, str]) -> float:
    """Return the number that a program prints last."""
    command = [sys.executable, "-c", code]
    done = subprocess.run(  # noqa: S603  our own words
        command, cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    return float(done.stdout.splitlines()[-1])


@pytest.mark.parametrize(
    ("name", "code", "moves", "percent"),
    [
        ("settings", SCREEN.format(name="settings"), (), 1.0),
        ("set-up", SCREEN.format(name="play"), (), 1.0),
        ("maps", SCREEN.format(name="design"), (), 1.0),
        ("battle", BATTLE, ("960 500",), 2.0),
        ("battle with a tooltip", BATTLE, ("300 40", "302 40"), 3.0),
        ("title", TITLE, (), 4.0),
    ],
)
def test_a_window_at_rest(
    env: dict[str, str],
    floor: float,
    name: str,
    code: str,
    moves: Sequence[str],
    percent: float,
) -> None:
    found = share(code, env, moves)

    print(f"{name}: {found:.1f}% of a core; a bare loop: {floor:.1f}%")
    assert found <= allowed(percent)


def test_the_battle_of_the_title_runs(env: dict[str, str], tmp_path: Path) -> None:
    """Once with nothing kept on disk, then with its board and answers kept there."""
    home = env | {"UNDERTOW_HOME": str(tmp_path)}
    cold = printed(RUNNING, home)
    warm = median(printed(RUNNING, home) for _ in range(TIMES))

    print(f"the battle of the title runs: cold {cold:.1f} s of CPU, warm {warm:.1f} s")
    assert cold <= allowed(5.0)
    assert warm <= allowed(2.0)


def test_opening_the_setup(env: dict[str, str]) -> None:
    """From the title, once that has read the files behind it."""
    took = median(printed(SETUP, env) for _ in range(TIMES))

    print(f"opening set-up: {took:.2f} s of CPU")
    assert took <= allowed(0.3)


def test_memory_after_every_menu(env: dict[str, str], tmp_path: Path) -> None:
    megabytes = printed(MEMORY, env | {"UNDERTOW_HOME": str(tmp_path)})

    print(f"after a cold start and every menu: {megabytes:.0f} MB")
    assert megabytes <= 250
