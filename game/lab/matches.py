"""Many bot matches and campaigns (MI-06) on all CPU cores."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from threading import Event, current_thread, main_thread
from types import FrameType
from typing import Any, TypeVar

from game.bots.match import Match, play, seated
from game.content.campaign_files import Fought, load_campaign
from game.content.event_json import story_hash
from game.lab import obey_parent
from game.play.session import Session
from game.rules.battles import Battle, prepare, report_broken
from game.rules.campaigns import Course

Game = TypeVar("Game")

ENDS = (signal.SIGINT, signal.SIGTERM)
AHEAD = 3
"""Number of games queued for each core at a time."""


@dataclass(frozen=True, slots=True)
class Series:
    """A series of games between two bots, one for each seed from the first on."""

    scenario: str
    players: tuple[str, str]
    """Names of the policies, the scenario's first side first."""
    games: int
    _: KW_ONLY
    first_seed: int = 1
    map: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    rosters: Mapping[str, str] = field(default_factory=dict)
    """Rosters of sides that do not bring their default one."""

    @property
    def seeds(self) -> range:
        """Return the seeds of the games."""
        return range(self.first_seed, self.first_seed + self.games)


class LostGameError(Exception):
    """A game that did not come to an end."""

    def __init__(self, seed: int, why: str, report: Path | None = None) -> None:
        """Set up the error; *report*: the report's path, with the game as a save beside it."""
        super().__init__(seed, why, report)
        self.seed, self.why, self.report = seed, why, report

    def __str__(self) -> str:
        text = f"seed {self.seed} was not played to its end: {self.why}"
        return f"{text}; report: {self.report}" if self.report else text


def matches(series: Series, workers: int | None = None) -> Iterator[Match | LostGameError]:
    """Yield the result of each game in the order of the seeds, on all cores by default."""
    return each(partial(match, series), series.seeds, workers)


def each(
    one: Callable[[int], Game], seeds: range, workers: int | None = None
) -> Iterator[Game | LostGameError]:
    """Yield the result of each seed, in order; on all cores if *workers* is None.

    A game that raises, or loses its process twice, is yielded as LostGameError; the others are
    played. After Ctrl-C or SIGTERM it ends when the games in progress are over.
    """
    workers = min(workers or os.cpu_count() or 1, len(seeds))
    with _interrupts() as interrupted:
        alone = (_attempt(one, seed) for seed in seeds)
        for game in alone if workers == 1 else _spread(one, seeds, workers):
            yield game
            if interrupted.is_set():
                break


def _attempt(one: Callable[[int], Game], seed: int) -> Game | LostGameError:
    try:
        return one(seed)
    except LostGameError as lost:
        return LostGameError(seed, lost.why, lost.report)
    except Exception as error:  # noqa: BLE001  the other games are played whatever it is
        return LostGameError(seed, repr(error))


def _spread(
    one: Callable[[int], Game], seeds: Iterable[int], workers: int
) -> Generator[Game | LostGameError, None, None]:
    """Play on several cores, with enough queued games to keep all of them busy."""
    left, going = deque(seeds), deque[tuple[int, Future[Game | LostGameError]]]()
    pool = _pool(workers)
    try:
        while left or going:
            try:
                while left and len(going) < AHEAD * workers:
                    going.append((left[0], pool.submit(_attempt, one, left[0])))
                    left.popleft()
                game = going[0][1].result()
            except BrokenProcessPool:
                # A process was killed, which breaks the pool: replay the running games.
                pool.shutdown()
                left.extendleft(seed for seed, _ in reversed(going))
                going.clear()
                yield _alone(one, left.popleft())
                pool = _pool(workers)
            else:
                going.popleft()
                yield game
    finally:
        pool.shutdown(cancel_futures=True)


def _alone(one: Callable[[int], Game], seed: int) -> Game | LostGameError:
    """Play a game again in a process of its own."""
    with _pool(1) as pool:
        try:
            return pool.submit(_attempt, one, seed).result()
        except BrokenProcessPool:
            return LostGameError(seed, "its process was killed, twice")


def _pool(workers: int) -> ProcessPoolExecutor:
    # Not forked: a fork of a process with threads may hang.
    return ProcessPoolExecutor(workers, get_context("spawn"), initializer=obey_parent)


@contextmanager
def _interrupts() -> Iterator[Event]:
    """Yield an event that the first Ctrl-C or SIGTERM sets; a second one has its usual effect.

    Outside the main thread the event is never set.
    """
    noted = Event()
    if current_thread() is not main_thread():
        yield noted
        return

    def note(number: int, frame: FrameType | None) -> None:
        noted.set()
        signal.signal(number, before[number])

    before: dict[int, Any] = {number: signal.signal(number, note) for number in ENDS}
    try:
        yield noted
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def fought(battle: Battle, players: Sequence[str]) -> tuple[Match, Session]:
    """Play a battle to its end, the first side's bot first.

    Raise LostGameError if a bot or a rule raises; the game is saved beside the report.
    """
    session, seats = battle.session(), seated(battle.opening.sides, players)
    try:
        return play(session, seats), session
    except Exception as error:
        header = battle.header({str(side): name for side, name in seats.names.items()})
        where = report_broken(error, session, header)
        raise LostGameError(battle.seed, str(error) or repr(error), where) from error


def match(series: Series, seed: int) -> Match:
    """Play one game of a series; raise LostGameError."""
    battle = prepare(
        series.scenario,
        seed=seed,
        map_=series.map,
        options=series.options,
        rosters=series.rosters,
    )
    return fought(battle, series.players)[0]


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle that two bots fought in a campaign."""

    course: Course
    """The campaign after the battle."""
    battle: Battle
    story: str
    """Hash of the battle's events."""

    @property
    def fought(self) -> Fought:
        """Return the campaign's record of the battle."""
        return self.course.fought[-1]


@dataclass(frozen=True, slots=True)
class Played:
    """A campaign that two bots played to its end."""

    seed: int
    winner: str | None
    points: dict[str, int]
    fights: tuple[tuple[str, str, str], ...]
    """Stage, winner and hash of the events of each battle."""


def fights(course: Course, players: Sequence[str]) -> Iterator[Fight]:
    """Play a campaign to its end, and yield each battle.

    *players*: the bots of the campaign's sides, the first side's first. Raise LostGameError if
    a battle cannot be played to its end.
    """
    while stage := course.stage:
        battle = course.battle()
        _, session = fought(battle, players[::-1] if stage.swapped else players)
        assert session.table.result
        course = course.after(course.outcome(session.table, session.table.result))
        yield Fight(course, battle, story_hash(session.game.story))


def play_campaign(file: str, players: Sequence[str], seed: int) -> Played:
    """Play a campaign to its end; the result follows from file, players and seed alone."""
    found = [*fights(Course(load_campaign(file), seed), players)]
    end = found[-1].course
    ways = tuple((one.fought.stage, one.fought.winner, one.story) for one in found)
    return Played(seed, end.winner, end.points, ways)


def campaigns(
    file: str, players: Sequence[str], seeds: range, workers: int | None = None
) -> Iterator[Played | LostGameError]:
    """Yield the result of each campaign in the order of seeds, on all cores by default."""
    return each(partial(play_campaign, file, tuple(players)), seeds, workers)
