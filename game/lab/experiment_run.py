"""Run of an experiment on a pool of processes."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from game.content.faults import UnusableFile
from game.content.file_lookup import free_path
from game.content.own_folders import crashes
from game.content.safe_writing import write_whole
from game.lab.confidence import widest
from game.lab.experiments import BATCH
from game.lab.game_jobs import OTHER_PROGRAM, GameJob, play_game
from game.lab.matches import LostGameError, Pool, spread
from game.lab.program_version import program_version
from game.lab.results import Share
from game.lab.store import Failure, Store


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
