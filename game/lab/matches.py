"""Playing many matches on all cores; how many there are changes nothing in what comes of it."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from multiprocessing import get_context
from threading import Event, current_thread, main_thread
from types import FrameType
from typing import Any, TypeVar

from game.bots.match import Match, play
from game.bots.players import seated
from game.rules.battles import prepare

Game = TypeVar("Game")

AHEAD = 3
"""For each core so many games are handed out at a time."""


@dataclass(frozen=True, slots=True)
class Series:
    """Which games are played: one for each seed from the first on."""

    scenario: str
    players: tuple[str, str]
    """The names of the policies, the scenario's first side first."""
    games: int
    first_seed: int = 1
    map: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    rosters: Mapping[str, str] = field(default_factory=dict)
    """What sides bring that is not their usual roster."""

    @property
    def seeds(self) -> range:
        return range(self.first_seed, self.first_seed + self.games)


def matches(series: Series, workers: int | None = None) -> Iterator[Match]:
    """Yield how each game went, in the order of the seeds; *workers*: all cores if None."""
    return each(partial(match, series), series.seeds, workers)


def each(
    one: Callable[[int], Game], seeds: range, workers: int | None = None
) -> Iterator[Game]:
    """Yield what comes of each seed, in their order, on all cores if *workers* is None.

    Ctrl-C ends it when the games that are being played are over.
    """
    workers = min(workers or os.cpu_count() or 1, len(seeds))
    with _interrupts() as interrupted:
        played = map(one, seeds) if workers == 1 else _spread(one, seeds, workers)
        for game in played:
            yield game
            if interrupted.is_set():
                break


def _spread(
    one: Callable[[int], Game], all_seeds: range, workers: int
) -> Generator[Game, None, None]:
    """Play on several cores: as many games at once as keep all of them busy."""
    seeds, going = iter(all_seeds), deque[Future[Game]]()
    # Not forked: a fork of a process with threads may hang.
    with ProcessPoolExecutor(
        workers, get_context("spawn"), initializer=_leave_interrupts
    ) as pool:
        going.extend(pool.submit(one, seed) for seed in islice(seeds, AHEAD * workers))
        try:
            while going:
                yield going.popleft().result()
                going.extend(pool.submit(one, seed) for seed in islice(seeds, 1))
        finally:
            for game in going:
                game.cancel()


@contextmanager
def _interrupts() -> Iterator[Event]:
    """Take note of the first Ctrl-C instead of being torn out of a game; obey the second."""
    noted = Event()
    if current_thread() is not main_thread():
        yield noted
        return

    def note(number: int, frame: FrameType | None) -> None:
        noted.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)


def _leave_interrupts() -> None:
    """Leave Ctrl-C to the process that hands the games out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def match(series: Series, seed: int) -> Match:
    """Play one game of a series."""
    battle = prepare(
        series.scenario,
        seed=seed,
        map_=series.map,
        options=series.options,
        rosters=series.rosters,
    )
    return play(battle.session(), seated(battle.opening.sides, series.players))
