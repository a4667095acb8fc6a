"""Use of one window for a long time, and the resources that it holds afterwards."""

from __future__ import annotations

import gc
import resource
import sys
import threading
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import cycle
from multiprocessing import active_children
from pathlib import Path
from typing import TypedDict
from weakref import WeakSet

from game.app import MIN_WINDOW
from game.content import library_kinds
from game.content.own_folders import own_folder
from game.content.scenarios import load_scenario, scenario_names
from game.content.shipped_folders import MAPS
from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import record_of_live_game, start_game
from game.screens.replay import ReplayScreen
from game.screens.screen import Begin, Screen
from game.screens.title import TitleScreen
from game.screens.ui_scale import DESIGNED
from game.view.memory import give_back
from tests.screens.everywhere import MAIN
from tests.screens.fixtures_small import lay_out
from tests.screens.monkey import BIG, LARGE, SIZES, Monkey
from tests.screens.sdl_driver import AtWindow, Deeds
from tests.tools.editors import open_map

ACTIONS = 240
"""Number of actions of the monkey on one screen before the next screen is opened."""
FRAMES, BRIEF = 30, 5
"""Number of frames for which a screen is shown, the first time and again."""
PATIENCE = 20.0
"""Seconds within which all threads and processes must have ended."""


class Held(TypedDict):
    frames: int
    events: int
    """Number of events that were posted."""
    given: dict[str, int]
    """Number of actions that were given on each screen that was opened."""
    seen: dict[str, int]
    """Number of actions while each class of screen was on top."""
    began: float
    """Megabytes after each kind of screen with each rule system was shown."""
    ended: float
    peak: float
    threads: list[str]
    processes: int
    screens: int
    """Number of screens that were opened and left, and are still in memory."""


def megabytes() -> float:
    """Return the resident megabytes of this process, after freeing unused memory."""
    gc.unfreeze()  # as closing the next screen would
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


def held(
    began: float,
    frames: int,
    walk: Walk | None = None,
    screens: Collection[Screen] = (),
) -> Held:
    """Wait for threads and processes to end; return the resources still held."""
    until = time.monotonic() + PATIENCE
    while (threading.active_count() > 1 or processes()) and time.monotonic() < until:
        time.sleep(0.1)
    return Held(
        frames=frames,
        events=walk.events if walk else 0,
        given=walk.given if walk else {},
        seen={**walk.seen} if walk else {},
        began=began,
        ended=megabytes(),
        peak=most_megabytes(),
        threads=[t.name for t in threading.enumerate() if t is not threading.main_thread()],
        processes=processes(),
        screens=len(screens),
    )


class Walk:
    """Random input on screen after screen, in a new window whenever one was closed."""

    def __init__(
        self, names: Sequence[str], actions: int, seed: int, *, large: bool = False
    ) -> None:
        self.actions = actions
        self.given = dict.fromkeys(names, 0)
        """Number of actions that were given on each screen."""
        self.seed, self.sizes = seed, LARGE if large else SIZES
        self.starts = cycle(BIG if large else [DESIGNED])
        """Sizes of the window when a screen is opened."""
        self.frames = self.events = 0
        self.seen = Counter[str]()

    def run(self) -> Held:
        began = 0.0
        while min(self.given.values()) < self.actions:
            at = AtWindow()
            lay_out()
            at.live(MAIN["credits"](), self.everything(at), may_close=True)
            self.frames, self.events = self.frames + at.frames, self.events + at.events
            self.seed += 1
            began = began or megabytes()
        return held(began, self.frames, self)

    def everything(self, at: AtWindow) -> Deeds:
        """Act at random on each screen that lacks actions, until the window is closed."""
        files = (
            MAPS / "back-alley.tmj",
            *sorted(own_folder(library_kinds.MAP).iterdir()),
            Path("README.md"),
        )
        monkey, stack = Monkey(at, self.seed, files, self.sizes), at.window.stack
        try:
            for name in [name for name, done in self.given.items() if done < self.actions]:
                lay_out()  # its map may have been overwritten
                at.resize(next(self.starts))
                stack.visits.clear()
                stack.follow(Begin(MAIN[name]()))
                while self.given[name] < self.actions:
                    self.given[name] += 1
                    self.seen[type(stack.top).__name__] += 1
                    yield from monkey.play(1)
        except BaseException:
            sys.stderr.write(f"seed {self.seed}: {monkey.did}\n")
            raise


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
        yield ReplayScreen(record_of_live_game(live_game))
        del live_game
        yield open_map(maps[n % len(maps)])


def rounds(times: int) -> Held:
    """Open and leave screens, each scenario first for `FRAMES`, then briefly.

    The window is small, since most of the time goes to painting boards.
    """
    at, began, opened = AtWindow(MIN_WINDOW), list[float](), WeakSet[Screen]()

    def seen(found: Iterator[Screen], long: int = sys.maxsize) -> Deeds:
        for n, screen in enumerate(found):
            opened.add(screen)
            at.window.stack.follow(Begin(screen))
            del screen
            for _ in range(FRAMES if n < long else BRIEF):
                yield

    def deeds() -> Deeds:
        systems, names = one_of_each_system(), scenario_names()
        yield from seen(screens(systems, len(systems)))
        at.window.stack.follow(Begin(MAIN["credits"]()))
        began.append(megabytes())
        gc.freeze()  # what each system has imported
        opened.clear()
        yield from seen(screens(names, times), long=3 * len(names))

    at.live(TitleScreen(seed=1), deeds())
    return held(began[0], at.frames, screens=opened)
