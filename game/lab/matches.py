"""Bot games or campaigns (MI-06), played in great number on all CPU cores."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Future,
    ProcessPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from threading import Event, current_thread, main_thread
from types import FrameType
from typing import Any, Protocol, TypeVar

from game.bots.match import Match, play, seated
from game.content.campaign_files import load_campaign
from game.content.campaign_saves import Fought
from game.content.state_hashes import story_hash
from game.play.session import Session
from game.rules.battles import Battle, report_broken
from game.rules.campaigns import Course
from game.workers import collect_rarely, obey_parent

Game = TypeVar("Game")
Job = TypeVar("Job")

ENDS = (signal.SIGINT, signal.SIGTERM)
AHEAD = 3
"""Number of games queued for each core at a time."""
CHECK_SECONDS = 1.0
"""Seconds after which a pool without new results is checked."""


class LostGameError(Exception):
    """A game that did not come to an end."""

    def __init__(self, seed: int, why: str, report: Path | None = None, save: str = "") -> None:
        """Set up the error.

        *report*: the report's path, with the game as a save beside it; *save*: the save's text.
        """
        super().__init__(seed, why, report, save)
        self.seed, self.why, self.report, self.save = seed, why, report, save

    def __str__(self) -> str:
        text = f"seed {self.seed} was not played to its end: {self.why}"
        return f"{text}; report: {self.report}" if self.report else text


class Pool(Protocol):
    """Processes that play games, on this computer or others."""

    @property
    def workers(self) -> int:
        """Return the number of processes."""

    @property
    def queue(self) -> int:
        """Return the number of games to submit at a time, so that all processes are busy."""

    def submit(self, play: Callable[..., Game], *args: object) -> Future[Game]: ...

    def renew(self) -> None:
        """Replace processes that were lost with the games that they played."""

    def check(self, error: Exception | None = None) -> None:
        """Raise an error if no more games can be played; *error*: that of the last one."""

    def close(self) -> None:
        """End the processes, or give them back; games that have not begun are cancelled."""


class LocalPool:
    """Processes on this computer."""

    def __init__(self, workers: int | None = None, nice: int = 0) -> None:
        """Set up the pool.

        *workers*: the number of processes; by default one for each core; *nice*: their
        niceness, 0 to 19.
        """
        self.workers, self._nice = workers or os.cpu_count() or 1, nice
        self.queue = AHEAD * self.workers
        self._is_killed = False
        self._pool = _processes(self.workers, nice)

    def submit(self, play: Callable[..., Game], *args: object) -> Future[Game]:
        self._refuse_if_killed()
        return self._pool.submit(play, *args)

    def renew(self) -> None:
        self._refuse_if_killed()
        self._pool.shutdown()
        self._pool = _processes(self.workers, self._nice)

    def _refuse_if_killed(self) -> None:
        if self._is_killed:
            raise BrokenProcessPool("the pool was ended")

    def kill(self) -> None:
        """End the processes at once, from any thread; the games in progress are lost."""
        self._is_killed = True
        # Python 3.14 has kill_workers for this; shutdown waits for games in progress.
        for process in [*(self._pool._processes or {}).values()]:  # noqa: SLF001
            process.terminate()

    def check(self, error: Exception | None = None) -> None:
        if error:
            raise error

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


class OwnProcess:
    """The running process, which plays each game when it is submitted."""

    workers = queue = 1

    def submit(self, play: Callable[..., Game], *args: object) -> Future[Game]:
        found = Future[Game]()
        found.set_result(play(*args))
        return found

    def renew(self) -> None:
        raise AssertionError

    def check(self, error: Exception | None = None) -> None:
        pass

    def close(self) -> None:
        pass


def local_pool(workers: int | None = None, games: int | None = None) -> Pool:
    """Return a pool on this computer, on all cores by default, with no idle process."""
    workers = workers or os.cpu_count() or 1
    workers = workers if games is None else min(workers, games)
    return LocalPool(workers) if workers > 1 else OwnProcess()


def each(
    one: Callable[[int], Game], seeds: range, workers: int | None = None
) -> Iterator[Game | LostGameError]:
    """Yield the result of each seed, in order; on all cores if *workers* is None.

    A game that raises, or loses its process twice, is yielded as LostGameError; the others are
    played. After Ctrl-C or SIGTERM it ends when the games in progress are over.
    """
    early, due, more = dict[int, Game | LostGameError](), seeds.start, iter(seeds)
    pool = local_pool(workers, len(seeds))
    try:
        for seed, game in spread(one, lambda: next(more, None), pool):
            early[seed] = game
            while due in early:
                yield early.pop(due)
                due += 1
    finally:
        pool.close()


def spread(
    one: Callable[[Job], Game], take: Callable[[], Job | None], pool: Pool
) -> Generator[tuple[Job, Game | LostGameError], None, None]:
    """Yield each job with its result as it comes; as many are queued as keep a pool busy.

    *take* returns the next job; None if there is none, or none before another result. A job
    whose process was killed is done again. Jobs are seeds, or have one. After Ctrl-C or SIGTERM
    it ends with the next result. Raise UnusableFile if the pool is lost.
    """
    going, again = dict[Future[Game | LostGameError], Job](), deque[Job]()
    with interrupts() as interrupted:
        while not interrupted.is_set():
            pool.check()
            for _ in range(pool.queue - len(going)):
                job = again.popleft() if again else take()
                if job is None:
                    break
                going[pool.submit(_attempt, one, job)] = job
            if not going:
                return
            done, _ = wait(going, timeout=CHECK_SECONDS, return_when=FIRST_COMPLETED)
            for future in [future for future in going if future in done]:
                job = going.pop(future)
                try:
                    game = future.result()
                except BrokenProcessPool:
                    # A process was killed, which breaks the pool: replay the running games.
                    again.extend(going.values())
                    going.clear()
                    pool.renew()
                    yield job, _alone(one, job)
                    break
                except CancelledError:
                    again.append(job)
                except Exception as error:  # noqa: BLE001  the pool knows what it means
                    pool.check(error)
                    yield job, LostGameError(_seed(job), str(error))
                else:
                    yield job, game


def _seed(job: object) -> int:
    return job if isinstance(job, int) else int(getattr(job, "seed", 0))


def _attempt(one: Callable[[Job], Game], job: Job) -> Game | LostGameError:
    try:
        return one(job)
    except LostGameError as lost:
        return lost
    except Exception as error:  # noqa: BLE001  the other games are played whatever it is
        return LostGameError(_seed(job), repr(error))


def _alone(one: Callable[[Job], Game], job: Job) -> Game | LostGameError:
    """Play a game again in a process of its own."""
    with _processes(1) as pool:
        try:
            return pool.submit(_attempt, one, job).result()
        except BrokenProcessPool:
            return LostGameError(_seed(job), "its process was killed, twice")


def _processes(workers: int, nice: int = 0) -> ProcessPoolExecutor:
    # Not forked: a fork of a process with threads may hang.
    begin = partial(_begin, nice)
    return ProcessPoolExecutor(workers, get_context("spawn"), initializer=begin)


def _begin(nice: int) -> None:
    obey_parent()
    collect_rarely()
    if nice and hasattr(os, "nice"):
        os.nice(nice)


@contextmanager
def interrupts() -> Iterator[Event]:
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
