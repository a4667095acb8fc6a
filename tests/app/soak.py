"""Use one window for a long time in a separate process, and measure the resources it holds.

``python -m tests.app.soak monkey --minutes 20 --seed 1``: random input on every screen; the
minutes are those of the window's clock, not of real time. ``--large`` opens large windows, too.

``python -m tests.app.soak rounds --times 40``: battles, replays and editors are opened and
left again. One of each rule system comes before, since a system is imported when it is first
played, and stays.

Prints a line of JSON: megabytes, threads and processes. Needs no screen.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import os
import resource
import sys
import threading
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from multiprocessing import active_children
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypedDict

from game.content.scenarios import load_scenario, scenario_names
from game.content.storage import MAPS, own_maps
from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.editor.screen import open_map
from game.screens.live_game import record_of_live_game, start_game
from game.screens.replay import ReplayScreen
from game.screens.screen import Begin, Home, Screen
from game.screens.title import TitleScreen
from game.view import give_back
from tests.screens.everywhere import MAIN
from tests.screens.fixtures_small import lay_out
from tests.screens.monkey import LARGE, SIZES, Monkey
from tests.screens.sdl_driver import STEP, AtWindow, Deeds

TIMES = 240
"""Number of actions of the monkey on one screen before the next screen is opened."""
FRAMES = 30
"""Number of frames for which each round's screen is shown."""
PATIENCE = 20.0
"""Seconds within which all threads and processes must have ended."""


class Held(TypedDict):
    frames: int
    began: float
    """Megabytes after the title and each kind of screen with each rule system were shown."""
    ended: float
    peak: float
    threads: list[str]
    processes: int


def megabytes() -> float:
    """Return the resident megabytes of this process, after freeing unused memory."""
    gc.collect()
    give_back()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / (1 << 20)


def most_megabytes() -> float:
    """Return the peak of this process's resident megabytes."""
    status = Path("/proc/self/status").read_text()
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if "VmHWM" in line)


def processes() -> int:
    """Return the number of running child processes.

    Python's resource tracker for multiprocessing does not count.
    """
    active_children()  # joins the children that have ended
    tasks = Path("/proc/self/task").glob("*/children")
    children = [child for task in tasks for child in task.read_text().split()]
    found = [Path(f"/proc/{child}/cmdline").read_bytes() for child in children]
    return sum(b"resource_tracker" not in words for words in found)


def held(frames: int, began: float) -> Held:
    """Wait for threads and processes to end; return the resources still held."""
    until = time.monotonic() + PATIENCE
    while (threading.active_count() > 1 or processes()) and time.monotonic() < until:
        time.sleep(0.1)
    return Held(
        frames=frames,
        began=began,
        ended=megabytes(),
        peak=most_megabytes(),
        threads=[t.name for t in threading.enumerate() if t is not threading.main_thread()],
        processes=processes(),
    )


def everything(
    at: AtWindow, seed: int, files: tuple[Path, ...], sizes: Sequence[tuple[int, int]]
) -> Deeds:
    """Act at random on one screen after another, until the window is closed."""
    monkey = Monkey(at, seed, files, sizes)
    try:
        for make in MAIN.values():
            if at.window.stack.screens:
                lay_out()  # its map may have been overwritten
                at.window.stack.visits.clear()
                at.window.stack.follow(Begin(make()))
                yield from monkey.play(TIMES)
    except BaseException:
        sys.stderr.write(f"seed {seed}: {monkey.did}\n")
        raise


def monkey(minutes: float, seed: int, sizes: Sequence[tuple[int, int]] = SIZES) -> Held:
    began, frames = 0.0, 0
    while frames * STEP < minutes * 60_000:
        at = AtWindow()
        lay_out()
        files = (MAPS / "back-alley.tmj", *sorted(own_maps().iterdir()), Path("README.md"))
        at.live(TitleScreen(seed=1), everything(at, seed, files, sizes), may_close=True)
        frames, seed, began = frames + at.frames, seed + 1, began or megabytes()
    return held(frames, began)


def one_of_each_system() -> list[str]:
    """Return the first scenario of each rule system."""
    found = dict[str, str]()
    for name in scenario_names():
        found.setdefault(load_scenario(name).system, name)
    return [*found.values()]


def screens(names: Sequence[str], times: int) -> Iterator[Screen]:
    """Yield battles, replays and editors in turn, *times* of each."""
    maps = sorted(MAPS.glob("*.tmj"))
    for n in range(times):
        live_game = start_game(prepare(names[n % len(names)], seed=n), ("random", "steady"))
        yield BattleScreen(live_game)
        yield ReplayScreen(record_of_live_game(live_game), BattleScreen)
        yield open_map(maps[n % len(maps)])


def rounds(times: int) -> Held:
    at, began = AtWindow(), list[float]()

    def seen(found: Iterator[Screen]) -> Deeds:
        for screen in found:
            at.window.stack.follow(Begin(screen))
            for _ in range(FRAMES):
                yield

    def deeds() -> Deeds:
        systems = one_of_each_system()
        yield from seen(screens(systems, len(systems)))
        at.window.stack.follow(Home())
        began.append(megabytes())
        yield from seen(screens(scenario_names(), times))

    at.live(TitleScreen(seed=1), deeds())
    return held(at.frames, began[0])


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    wild = kinds.add_parser("monkey")
    wild.add_argument("--minutes", type=float, default=20)
    wild.add_argument("--seed", type=int, default=1)
    wild.add_argument("--large", dest="sizes", action="store_const", const=LARGE, default=SIZES)
    tidy = kinds.add_parser("rounds")
    tidy.add_argument("--times", type=int, default=40)
    args = parser.parse_args()
    faulthandler.enable()
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    with TemporaryDirectory() as home:
        os.environ["UNDERTOW_HOME"] = home
        is_wild = args.kind == "monkey"
        found = monkey(args.minutes, args.seed, args.sizes) if is_wild else rounds(args.times)
    sys.stdout.write(f"{json.dumps(found)}\n")


if __name__ == "__main__":
    main()
