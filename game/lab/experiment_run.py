"""Experiments played on a pool of processes, with their progress."""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import NamedTuple

from game.bots.match import Match, seated
from game.content.faults import UnusableFile
from game.content.file_lookup import free_path
from game.content.own_folders import crashes
from game.content.safe_writing import write_whole
from game.lab.confidence import widest
from game.lab.experiments import BATCH, CellSetup, program_version, unpacked
from game.lab.game_records import GameRecord, packed, play_record, recorded
from game.lab.heat_maps import Heat, heat_of
from game.lab.matches import LocalPool, LostGameError, Pool, spread
from game.lab.results import Share
from game.lab.store import Failure, Store, head_of, open_store
from game.lab.store_connection import opened, reported
from game.rules.battles import Battle
from game.rules.saving import saved_text
from game.table.records import many

NICE = 19
"""Niceness of the processes beside a window, so that it has priority."""
END_SECONDS = 3.0
"""Maximum seconds that the end of the program waits for a running experiment."""
PAUSE_SECONDS = 0.1
"""Seconds between two looks of a paused experiment."""


class GameJob(NamedTuple):
    """One game of an experiment, which any computer can play."""

    cell: int
    seed: int
    packed: bytes
    """Description of the game: see ``CellSetup.packed``."""
    program: str
    """Version of the program that must play it."""


class Progress(NamedTuple):
    """The state of a running experiment."""

    done: int
    wanted: int
    """Number of games of the experiment; fewer are played if intervals are narrow earlier."""
    failed: int
    """Games of this run that were not played to the end."""
    broken: int
    """The same of all runs, without those that were played since."""
    played: int
    """Games played in this run."""
    seconds: float
    """Seconds since the run began."""
    widest: float
    """Half the widest interval of all sides' shares, from 0 to 0.5."""

    @property
    def per_hour(self) -> float:
        """Return the games per hour of this run."""
        return 3600 * self.played / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Return the seconds that the other games take; None if it is not known yet."""
        left = self.wanted - self.done - self.failed
        return left * self.seconds / self.played if self.played else None


def play_game(job: GameJob) -> GameRecord:
    """Play a game; the record follows from the job alone.

    Raise LostGameError with a save if a bot or a rule raises, or if this program is another.
    """
    if job.program != program_version():
        raise LostGameError(job.seed, OTHER_PROGRAM)
    setup, battle = _prepared(job.packed)
    battle = replace(battle, seed=job.seed)
    session, seats = battle.session(), setup.seats(battle.opening.sides)
    try:
        return play_record(battle, session, seats)
    except Exception as error:
        header = battle.header({str(side): name for side, name in seats.names.items()})
        text = saved_text(session, header)
        raise LostGameError(job.seed, str(error) or repr(error), save=text) from error


@dataclass(frozen=True, slots=True, eq=False)
class TrialGame:
    """The result of a trial: the match, its heat map, and its record as compressed JSON."""

    match: Match
    heat: Heat
    packed: bytes = b""


def trial(battle: Battle, players: Sequence[str]) -> Generator[None, None, TrialGame]:
    """Play a battle to its end, pausing after every answer.

    The result follows from the battle and the players alone; only its seconds differ. Raise any
    exception that a rule or a bot raises.
    """
    session = battle.session()
    record = yield from recorded(battle, session, seated(battle.opening.sides, players))
    heat = heat_of(battle.opening, session.game.rules, session.game.story)
    return TrialGame(record.match, heat, packed(record))


OTHER_PROGRAM = "a worker runs another version of Undertow or of its libraries"


@lru_cache(maxsize=4)
def _prepared(packed: bytes) -> tuple[CellSetup, Battle]:
    setup = unpacked(packed)
    return setup, setup.battle(seed=0)


class Run:
    """The games of a store that are still to be played."""

    def __init__(self, store: Store, due: Mapping[int, Sequence[int]] | None = None) -> None:
        """Set up the run.

        *due*: seeds to be played, by cell, if they are not all that are missing.
        """
        self._store, self._until = store, store.experiment.until
        self._began, self._played, self._failed = monotonic(), 0, 0
        if due is None:
            due = {cell: store.missing(cell) for cell in store.cells}
        self._due = {cell: deque(seeds) for cell, seeds in due.items()}
        self._wins = {cell: Counter[str]() for cell in due}
        self._packed = {cell: store.cells[cell].packed for cell in due}
        self._headings = {cell: store.heading(cell) for cell in due}
        self._going = Counter[int]()
        self._broken = {(one.cell, one.seed) for one in store.failures()}
        for cell, counter in self._wins.items():
            counter.update(store.winners(cell))
        self._wanted = self._done + sum(map(len, self._due.values()))
        self._jobs = self._in_turn()
        self.is_resting = False
        """True if no more games are to begin: ``play`` ends with those that are queued."""

    @property
    def _done(self) -> int:
        return sum(counter.total() for counter in self._wins.values())

    @property
    def progress(self) -> Progress:
        """Return the state of the run."""
        return Progress(
            done=self._done,
            wanted=self._wanted,
            failed=self._failed,
            broken=len(self._broken),
            played=self._played,
            seconds=monotonic() - self._began,
            widest=max((self._width(cell) for cell in self._wins), default=0.5),
        )

    @property
    def is_over(self) -> bool:
        """Return whether no game is left, as some are after an interruption."""
        due = self._due.items()
        left = any(seeds and self._may_begin(cell, seeds[0]) for cell, seeds in due)
        return not left and not self._going.total()

    def shares(self) -> Iterator[str]:
        """Yield the shares of wins so far with their intervals, a line for each cell."""
        for cell, wins in self._wins.items():
            sides = self._store.scenario(cell).sides[:2]
            told = [f"{side.name} {Share(wins[side.id], wins.total())}" for side in sides]
            yield f"{self._headings[cell]}: {', '.join(told)}"

    def play(self, pool: Pool) -> Iterator[Progress | LostGameError]:
        """Play on a pool; yield the progress after each game, and each failure.

        A caller that stops iterating pauses the run. Raise UnusableFile if the pool is lost or
        the store cannot be written; what was played until then is kept.
        """
        for job, game in spread(play_game, self._take, pool):
            self._going[job.cell] -= 1
            if isinstance(game, LostGameError):
                if game.why == OTHER_PROGRAM:
                    raise UnusableFile("--on", [("", f"{OTHER_PROGRAM}; update it")])
                self._failed += 1
                failure = Failure(job.cell, job.seed, game.why, game.save)
                self._store.add_failure(failure)
                self._broken.add((job.cell, job.seed))
                yield game
            elif self._store.add(job.cell, game):
                self._played += 1
                self._broken.discard((job.cell, job.seed))
                self._wins[job.cell][str(game.match.winner or "")] += 1
            yield self.progress

    def _take(self) -> GameJob | None:
        return None if self.is_resting else next(self._jobs)

    def _in_turn(self) -> Iterator[GameJob | None]:
        """Yield a game of each cell in turn; None while all wait for results."""
        program = program_version()
        for _ in count():
            none = True
            for cell, seeds in self._due.items():
                if seeds and self._may_begin(cell, seeds[0]):
                    none = False
                    self._going[cell] += 1
                    yield GameJob(cell, seeds.popleft(), self._packed[cell], program)
            if none:
                yield None

    def _may_begin(self, cell: int, seed: int) -> bool:
        """Return whether the next game of a cell may begin.

        With a limit to the width, a batch of seeds is begun when those before it are over, so
        that the same games are played wherever and whenever it runs.
        """
        if self._until is None:
            return True
        number = seed - self._store.experiment.first_seed
        if number % BATCH or not number:
            return True
        return not self._going[cell] and self._width(cell) > self._until / 100

    def _width(self, cell: int) -> float:
        wins = self._wins[cell]
        return widest((wins[side] for side in self._store.sides(cell)), wins.total())


def keep_save(store: Store, lost: LostGameError) -> Path | None:
    """Write the save of a game that broke beside the crash reports, if it has one.

    Return its path; raise UnusableFile if it cannot be written.
    """
    if not lost.save:
        return None
    # Several cells may lose the same seed, and the store may be a temporary one.
    name = crashes() / f"{store.name}-{lost.seed}.undertow"
    path = free_path(name, lost.save.encode())
    write_whole(path, lost.save)
    return path


class RunningExperiment:
    """An experiment that is played in a thread of its own; it goes on while screens change."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.progress: Progress | None = None
        self.shares: tuple[str, ...] = ()
        """Shares of wins so far, a line for each cell."""
        self.is_paused = self.is_stopped = self.is_over = False
        self.fault = ""
        """Reason why it ended early; empty if nothing failed."""
        # A core is left to the window.
        self._pool = LocalPool(max(1, (os.cpu_count() or 1) - 1), NICE)
        self._thread = Thread(target=self._run, name="experiment", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End it at once; the games in progress are lost, all others are kept."""
        self.is_stopped = True
        self._pool.kill()

    def end(self) -> None:
        """Stop it, and give its thread the time to clear up."""
        self.stop()
        self._thread.join(END_SECONDS)

    def _run(self) -> None:
        try:
            with closing(open_store(self.path, writes=True)) as store:
                store.refuse_other_program()
                self._play(store)
        except UnusableFile as error:
            self.fault = str(error.faults[0])
        except Exception as error:  # noqa: BLE001  whatever it is, the window is to show it
            # A pool that was killed raises, too.
            self.fault = "" if self.is_stopped else repr(error)
        finally:
            self._pool.close()
            self.is_over = True

    def _play(self, store: Store) -> None:
        """Play what is missing; after each pause with a clock of its own."""
        while not self.is_stopped:
            run = Run(store)
            self._show(run)
            for news in run.play(self._pool):
                if isinstance(news, LostGameError):
                    keep_save(store, news)
                self._show(run)
                run.is_resting = self.is_paused
            if not run.is_resting:
                break
            while self.is_paused and not self.is_stopped:
                time.sleep(PAUSE_SECONDS)

    def _show(self, run: Run) -> None:
        self.progress, self.shares = run.progress, tuple(run.shares())


RUNNING = dict[Path, RunningExperiment]()
"""The experiments that run in this program, or ran, by their stores."""


def number_running() -> int:
    """Return the number of experiments that run in this program."""
    return sum(not one.is_over for one in RUNNING.values())


def running_in_words() -> str:
    """Return a line about the experiments that run; empty if none does."""
    going = [one for one in RUNNING.values() if not one.is_over]
    if not going:
        return ""
    found = [one.progress for one in going if one.progress]
    done, wanted = sum(one.done for one in found), sum(one.wanted for one in found)
    state = "paused" if all(one.is_paused for one in going) else "running"
    return f"{many(len(going), 'experiment')} {state}: {done} of {many(wanted, 'game')}"


class StoredGames(NamedTuple):
    """The number of games in a store, as it was read last."""

    title: str
    done: int = 0
    wanted: int = 0
    """Number of its games, without those that its intervals do not need."""
    failed: int = 0
    changed: float = 0.0
    fault: str = ""
    """Reason why it cannot be used; empty if it can."""

    @property
    def is_complete(self) -> bool:
        """Return whether nothing is left to play."""
        return self.done >= self.wanted


def stored_games(path: Path) -> StoredGames:
    """Count the games of a store; the result tells if it cannot be used.

    Its cells are not read, which takes longer than all else.
    """
    try:
        with closing(opened(path)) as base, reported(path):
            head = head_of(base, path)
            cells = base.rows("SELECT id FROM cells", (int,))
            wins = {cell: Counter[str]() for (cell,) in cells}
            (failed,) = base.execute("SELECT count(*) FROM failures").fetchone()
            query = "SELECT cell, winner, count(*) FROM games GROUP BY 1, 2"
            for cell, winner, games in base.rows(query, (int, str | None, int)):
                wins.setdefault(cell, Counter())[winner or ""] += games
            changed = path.stat().st_mtime
    except UnusableFile as error:
        return StoredGames(path.name, fault=str(error.faults[0]))
    wanted = sum(
        one.total() if is_narrow(one, head.until) else max(one.total(), head.games)
        for one in wins.values()
    )
    done = sum(one.total() for one in wins.values())
    return StoredGames(head.title, done, wanted, failed, changed)


def is_narrow(wins: Mapping[str, int], until: float | None) -> bool:
    """Return whether the games of a cell make its intervals narrow enough.

    *wins*: number of games by the winner, those of draws by an empty id.
    """
    games = sum(wins.values())
    if until is None or games < BATCH:
        return False
    # A side that won none has a narrow interval, unless there are draws only.
    found = [won for winner, won in wins.items() if winner]
    return widest(found or [0], games) <= until / 100
