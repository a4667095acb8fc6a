"""The processes that play trial games."""

from __future__ import annotations

import os
import pickle
import zlib
from collections.abc import Callable, Generator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from traceback import format_exc
from typing import NamedTuple

from game.content.faults import UnusableFile
from game.lab.background_process import STOP, LostError, Work, WorkerProcess
from game.lab.trial_game import Setup, TrialGame, trial


class TrialJob(NamedTuple):
    number: int
    """Number of the setup."""
    packed: bytes
    """The setup as packed by ``packed``; empty to reuse that of the job before."""
    seed: int


class TrialResult(NamedTuple):
    """The result of a job."""

    number: int
    seed: int
    trial: TrialGame | None = None
    """None if the game could not be played to its end."""
    fault: str = ""
    """Traceback of the error that a rule or a bot raised."""
    refused: str = ""
    """Reason why no game can be played on the map at all."""


def packed(setup: Setup) -> bytes:
    """Return a setup compressed, so that sending it never blocks, even with a large map."""
    return zlib.compress(pickle.dumps(setup), 1)


def work(line: Connection) -> None:
    """Play the requested games until the connection is closed."""
    line.send(None)
    setup: Setup | None = None
    while True:
        if not (data := line.recv_bytes()):
            continue
        job: TrialJob = pickle.loads(data)  # noqa: S301  from our own window
        if job.packed:
            setup = pickle.loads(zlib.decompress(job.packed))  # noqa: S301  likewise
        assert setup
        line.send(_outcome(line, job, setup))


def _outcome(line: Connection, job: TrialJob, setup: Setup) -> TrialResult | None:
    """Return the result of a job; None if it was cancelled."""
    try:
        game = trial(setup.battle(job.seed), setup.players)
        played = _until_something_comes(line, game)
    except UnusableFile as error:
        return TrialResult(job.number, job.seed, refused=str(error))
    except Exception:  # noqa: BLE001  whatever broke, it is shown, and the next game played
        return TrialResult(job.number, job.seed, fault=format_exc())
    return TrialResult(job.number, job.seed, played) if played else None


def _until_something_comes(
    line: Connection, game: Generator[None, None, TrialGame]
) -> TrialGame | None:
    while not line.poll():
        try:
            next(game)
        except StopIteration as end:
            played: TrialGame = end.value
            return played
    return None


NICE = 19
"""Niceness of the processes, so that the editor has priority."""
LIVES = 3
"""Number of processes that may be lost over a game before it counts as failed."""


def usual_crew() -> int:
    """Return the default number of processes: all cores but one, at least one."""
    return max(1, (os.cpu_count() or 1) - 1)


@dataclass(slots=True)
class _Player:
    worker: WorkerProcess
    waits: bool = False
    knows: int = 0
    """Number of the setup that the process has."""
    plays: tuple[int, int] | None = None
    """Setup number and seed of the game that is being played."""


class TrialWorkers:
    """Hands games out to worker processes and collects results, without blocking."""

    def __init__(self, many: int | None = None, work: Work = work) -> None:
        """*work*: the function that the processes run."""
        self.many, self.work = many or usual_crew(), work
        self.broken = False
        """True if processes end before they have begun; no more are started then."""
        self._players = list[_Player]()
        self._losses: dict[tuple[int, int], int] = {}
        self._idle = 0
        """Number of idle processes lost in a row."""

    @property
    def playing(self) -> tuple[tuple[int, int], ...]:
        """Return setup number and seed of the games that are being played."""
        return tuple(p.plays for p in self._players if p.plays)

    def results(self) -> list[TrialResult]:
        """Return the results since the last call."""
        found = list[TrialResult]()
        for player in self._players:
            try:
                said = player.worker.messages()
            except LostError:
                found += self._lost(player)
                continue
            if said:
                player.waits, player.plays, self._idle = True, None, 0
                found += [one for one in said if one is not None]
        return found

    def hand_out(self, number: int, packed: bytes, next_seed: Callable[[], int | None]) -> None:
        """Hand out seeds of a setup while there are any, and cancel games of other setups.

        *number* identifies the setup.
        """
        while len(self._players) < self.many:
            self._players.append(_Player(WorkerProcess(self.work, "trial", NICE)))
        for player in self._players:
            if player.plays and player.plays[0] != number:
                self._let_go(player)
            if self.broken:
                continue
            player.worker.start()
            if player.waits and (seed := next_seed()) is not None:
                job = TrialJob(number, b"" if player.knows == number else packed, seed)
                player.plays, player.waits, player.knows = (number, seed), False, number
                try:
                    player.worker.send(pickle.dumps(job))
                except LostError:
                    self._lost(player)

    def rest(self) -> None:
        """Cancel all games; the processes stay."""
        for player in self._players:
            self._let_go(player)

    def close(self) -> None:
        """End all processes; they can be started again."""
        for player in self._players:
            player.worker.close()
        self._players.clear()
        self.broken, self._idle = False, 0

    def _let_go(self, player: _Player) -> None:
        if player.plays:
            player.plays = None
            try:
                player.worker.send(STOP)
            except LostError:
                self._lost(player)

    def _lost(self, player: _Player) -> list[TrialResult]:
        """Reset a lost process; return a fault for its game if that cost too many."""
        game, player.plays = player.plays, None
        player.waits, player.knows = False, 0
        if game is None:
            self._idle += 1
            self.broken = self._idle >= LIVES * self.many
            return []
        self._losses[game] = self._losses.get(game, 0) + 1
        if self._losses[game] < LIVES:
            return []
        return [TrialResult(*game, fault=f"the game crashed its process {LIVES} times")]
