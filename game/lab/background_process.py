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
"""Message by which a busy worker drops its job; real jobs are never empty."""
Work: TypeAlias = Callable[[Connection], None]
"""The function that the process runs until the connection closes; it must be picklable."""


class LostError(Exception):
    """The worker process has ended."""


class WorkerProcess:
    """A process started in the background; it can be restarted after it was closed or lost."""

    def __init__(self, work: Work, name: str, nice: int = 0) -> None:
        """Set up the process; *nice*: its niceness, 0 to 19."""
        self.work, self.name, self.nice = work, name, nice
        self.process: BaseProcess | None = None
        """The running process; None also while it is being started."""
        self._line: Connection | None = None
        self._hired: SimpleQueue[tuple[BaseProcess, Connection]] | None = None
        """Queue that receives the process that is being started."""
        self._lost = False
        """True if it has ended and this was not reported yet."""

    @property
    def there(self) -> bool:
        """Return whether it runs or is being started."""
        return bool(self.process or self._hired)

    def start(self) -> None:
        """Start the process in a thread, unless it runs or is being started."""
        if not self.there:
            self._hired = SimpleQueue()
            how = self.work, self.name, self.nice, self._hired
            Thread(target=_hire, args=how, name="hiring", daemon=True).start()

    def messages(self) -> list[Any]:
        """Return the messages since the last call; raise LostError if the process has ended."""
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
            # Messages received before it ended are still returned.
            self._lost = bool(said)
            if not said:
                raise LostError from error
        return said

    def send(self, job: bytes) -> None:
        """Send a job, or STOP; raise LostError if the process has ended."""
        if self._line is None:
            raise LostError
        try:
            self._line.send_bytes(job)
        except OSError as error:
            self.close()
            raise LostError from error

    def close(self) -> None:
        """End the process; it can be started again."""
        if self._line:
            self._line.close()
        if self.process and self.process.pid:
            self.process.terminate()
        # A process that is still starting ends by itself when the connection closes.
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
        # With its end closed, a failed start is noticed as a closed connection.
        theirs.close()
        hired.put((process, ours))


def _begin(work: Work, nice: int, line: Connection) -> None:
    # Only the parent process handles Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    with suppress(EOFError, OSError):
        work(line)


T = TypeVar("T")
Tells: TypeAlias = Callable[[GameView, Dice], Iterator[Any]]
"""Yields ever better forecasts of a position; it must be picklable."""


class _Word(NamedTuple):
    """A forecast of a position, or the fault that ended it."""

    forecast: Any = None
    fault: str = ""


class _Position(NamedTuple):
    """A job for the worker."""

    number: int
    board: Board | None
    """None means the board of the previous job.

    Sending a board takes longer than all the rest.
    """
    table: Table
    """The table without its board."""
    rules: Rules
    dice: Dice
    describes: Tells


class BackgroundForecast(Generic[T]):
    """Compute the forecast of a position in a worker process; ``poll`` never blocks.

    It keeps its process from one position to the next, until it is closed.
    """

    def __init__(self) -> None:
        self.forecast: T | None = None
        """The newest forecast; None before the first, and if there is none."""
        self.fault = ""
        """Reason why there will be no more forecasts of this position.

        Empty if nothing failed.
        """
        self.busy = False
        """True if more forecasts are to come."""
        self._worker = WorkerProcess(work, "teller")
        self._board: Board | None = None
        """The board that the worker has."""
        self._waits = False
        """True if the worker waits for a job."""
        self._number = 0
        """Number of the position; forecasts of earlier ones are ignored."""
        self._job = b""
        """The job that is still to be sent."""
        self._next: Board | None = None
        """The board of that job."""

    def compute(self, tells: Tells, view: GameView, dice: Dice) -> None:
        """Start the forecast of a position as it stands now; drop any earlier one.

        *dice*: the game's dice; the forecast must not use the ones that the game will roll.
        """
        self.cancel()
        self._number += 1
        table, board = view.table.fork(), view.table.board
        table.board = BARE
        new = None if board is self._board else board
        self._job = pickle.dumps(_Position(self._number, new, table, view.rules, dice, tells))
        self._next = board
        self.forecast, self.fault, self.busy = None, "", True
        self._worker.start()
        self.poll()

    def poll(self) -> T | None:
        """Read new messages, and return the newest forecast without blocking."""
        try:
            for number, word in self._worker.messages():
                self._receive(number, word)
            if self._job and self._waits:
                self._worker.send(self._job)
                self._job, self._board, self._waits = b"", self._next, False
        except LostError:
            self._lost()
        return self.forecast

    def cancel(self) -> None:
        """Stop the forecast; its last result stays, and the process waits for the next job."""
        if self.busy and not self._job:
            try:
                self._worker.send(STOP)
            except LostError:
                self.close()
        self._number += 1
        self._job, self.busy = b"", False

    def close(self) -> None:
        """End the process; it can be started again."""
        self._worker.close()
        self._board = None
        self._job, self.busy, self._waits = b"", False, False

    def _receive(self, number: int, word: _Word | None) -> None:
        if word is None:
            self._waits = True
        if number != self._number:
            return
        if word and not word.fault:
            self.forecast = word.forecast
        else:
            self.fault, self.busy = word.fault if word else "", False

    def _lost(self) -> None:
        """Handle the end of the process."""
        busy = self.busy
        self.close()
        if busy:
            self.fault = "the forecast's process ended before it was done"


def work(line: Connection) -> None:
    """Compute forecasts of positions until the connection closes."""
    line.send((0, None))
    board = BARE
    while True:
        if job := line.recv_bytes():
            board = _compute(line, job, board)


def _compute(line: Connection, job: bytes, board: Board) -> Board:
    """Compute the forecast of one position; return its board, which the next job may reuse."""
    asked: _Position = pickle.loads(job)  # noqa: S301  from our own window
    number, table, fault = asked.number, asked.table, None
    table.board = asked.board or board
    try:
        for raw in asked.describes(TableView(table, asked.rules), asked.dice):
            line.send((number, _Word(raw)))
            if line.poll():
                break
    except OSError:
        raise
    except Exception:  # noqa: BLE001  whatever it is, the window is to show it
        fault = format_exc()
        line.send((number, _Word(fault=fault)))
    line.send((number if fault is None else 0, None))
    return table.board
