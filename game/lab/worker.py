"""A process of its own, and the line to it: whoever has work for it never waits.

The worker says when it waits for work, and only then is something sent to it: so nothing that
is sent ever has to wait, and a worker that is busy or gone holds nobody up.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeAlias

STOP = b""
"""Sent to a worker that is busy: it lets go of what it does. No job is as short."""
Work: TypeAlias = Callable[[Connection], None]
"""What the process does until nobody is at the other end; it must be one that can be sent."""


class LostError(Exception):
    """The process is no more."""


class Worker:
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
