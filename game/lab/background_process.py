"""A worker process for long computations."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from threading import Thread
from traceback import format_exc
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from game.play.dice import Dice
from game.play.game import GameView, Rules
from game.rules.kit.queries import TableView
from game.table.board import BARE, Board
from game.table.state import Table

STOP = b""
"""Sent to a worker that is busy: it lets go of what it does. No job is as short."""
Work: TypeAlias = Callable[[Connection], None]
"""What the process does until nobody is at the other end; it must be one that can be sent."""


class LostError(Exception):
    """The process is no more."""


class WorkerProcess:
    """Starts in the background; may be started anew when it was closed or lost."""

    def __init__(self, work: Work, name: str, nice: int = 0) -> None:
        """*nice*: by how much all others go before it, up to 19."""
        self.work, self.name, self.nice = work, name, nice
        self.process: BaseProcess | None = None
        """None as long as it is being started, too."""
        self._line: Connection | None = None
        self._hired: SimpleQueue[tuple[BaseProcess, Connection]] | None = None
        """Where a process comes from that is being started."""
        self._lost = False
        """Whether it is gone, and nobody was told so yet."""

    @property
    def there(self) -> bool:
        """Whether it runs or is being started."""
        return bool(self.process or self._hired)

    def start(self) -> None:
        if not self.there:
            self._hired = SimpleQueue()
            how = self.work, self.name, self.nice, self._hired
            Thread(target=_hire, args=how, name="hiring", daemon=True).start()

    def heard(self) -> list[Any]:
        """Return what it has said since it was asked last; raise LostError if it is gone."""
        if self._lost:
            self._lost = False
            raise LostError
        if self._hired and not self._hired.empty():
            self.process, self._line = self._hired.get()
            self._hired = None
        said = list[Any]()
        try:
            while self._line and self._line.poll():
                said.append(self._line.recv())
        except (EOFError, OSError) as error:
            self.close()
            # What it said with its last breath is not lost.
            self._lost = bool(said)
            if not said:
                raise LostError from error
        return said

    def send(self, job: bytes) -> None:
        """Send what it is to do, or STOP; raise LostError if it is gone."""
        if self._line is None:
            raise LostError
        try:
            self._line.send_bytes(job)
        except OSError as error:
            self.close()
            raise LostError from error

    def close(self) -> None:
        """End the process; it may be started anew."""
        if self._line:
            self._line.close()
        if self.process and self.process.pid:
            self.process.terminate()
        # One that is being started ends by itself, when nobody holds the line.
        self._hired = self.process = self._line = None
        self._lost = False


def _hire(
    work: Work, name: str, nice: int, hired: SimpleQueue[tuple[BaseProcess, Connection]]
) -> None:
    # Not forked: a fork of a process with threads, or a window, may hang.
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_begin, args=(work, nice, theirs), name=name, daemon=True)
    try:
        process.start()
    finally:
        # Nobody at the other end: so it is seen, too, that none could be started.
        theirs.close()
        hired.put((process, ours))


def _begin(work: Work, nice: int, line: Connection) -> None:
    # Ctrl-C is for the process that asked.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    with suppress(EOFError, OSError):
        work(line)


T = TypeVar("T")
Tells: TypeAlias = Callable[[GameView, Dice], Iterator[Any]]
"""What tells something of a position, ever better; it must be one that can be sent."""


class _Word(NamedTuple):
    """What is told of a position, or why there will be no more."""

    told: Any = None
    fault: str = ""


class _Position(NamedTuple):
    """What is sent to the worker."""

    number: int
    board: Board | None
    """None: the one of the position before. It takes longer to send than all the rest."""
    table: Table
    """Without its board."""
    rules: Rules
    dice: Dice
    tells: Tells


class BackgroundForecast(Generic[T]):
    """Tells what comes of a position; ask it by ``poll`` as often as you like.

    It keeps its process from one position to the next, until it is closed.
    """

    def __init__(self) -> None:
        self.forecast: T | None = None
        """The newest word; None before the first, and where there is nothing to tell."""
        self.fault = ""
        """Why there will be no more of this position; empty as long as nothing broke."""
        self.busy = False
        """Whether there is more to come."""
        self._worker = WorkerProcess(work, "teller")
        self._board: Board | None = None
        """The board that the worker knows."""
        self._waits = False
        """Whether the worker waits for something to do."""
        self._number = 0
        """Of the position; what is told of earlier ones is not heard any more."""
        self._job = b""
        """What is still to be sent."""
        self._next: Board | None = None
        """The board that it is about."""

    def tell(self, tells: Tells, look: GameView, dice: Dice) -> None:
        """Begin with a position as it stands now, instead of any other.

        *dice*: the row of the game; what is told must roll none of those that it will.
        """
        self.cancel()
        self._number += 1
        table, board = look.table.fork(), look.table.board
        table.board = BARE
        new = None if board is self._board else board
        self._job = pickle.dumps(_Position(self._number, new, table, look.rules, dice, tells))
        self._next = board
        self.forecast, self.fault, self.busy = None, "", True
        self._worker.start()
        self.poll()

    def poll(self) -> T | None:
        """Hear what is new, and return the newest; it never waits."""
        try:
            for number, word in self._worker.heard():
                self._hear(number, word)
            if self._job and self._waits:
                self._worker.send(self._job)
                self._job, self._board, self._waits = b"", self._next, False
        except LostError:
            self._lost()
        return self.forecast

    def cancel(self) -> None:
        """Let the position go; what was told of it stays. The process waits for the next."""
        if self.busy and not self._job:
            try:
                self._worker.send(STOP)
            except LostError:
                self.close()
        self._number += 1
        self._job, self.busy = b"", False

    def close(self) -> None:
        """End the process; it may be started anew."""
        self._worker.close()
        self._board = None
        self._job, self.busy, self._waits = b"", False, False

    def _hear(self, number: int, word: _Word | None) -> None:
        if word is None:
            self._waits = True
        if number != self._number:
            return
        if word and not word.fault:
            self.forecast = word.told
        else:
            self.fault, self.busy = word.fault if word else "", False

    def _lost(self) -> None:
        """Note that the process is no more."""
        busy = self.busy
        self.close()
        if busy:
            self.fault = "the forecast's process ended before it was done"


def work(line: Connection) -> None:
    """Tell of positions until nobody is at the other end of the line."""
    line.send((0, None))
    board = BARE
    while True:
        if job := line.recv_bytes():
            board = _tell(line, job, board)


def _tell(line: Connection, job: bytes, board: Board) -> Board:
    """Tell of one position; return its board, which the next may lie on, too."""
    asked: _Position = pickle.loads(job)  # noqa: S301  from our own window
    number, table, fault = asked.number, asked.table, None
    table.board = asked.board or board
    try:
        for told in asked.tells(TableView(table, asked.rules), asked.dice):
            line.send((number, _Word(told)))
            if line.poll():
                break
    except OSError:
        raise
    except Exception:  # noqa: BLE001  whatever it is, the window is to show it
        fault = format_exc()
        line.send((number, _Word(fault=fault)))
    line.send((number if fault is None else 0, None))
    return table.board
