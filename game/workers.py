"""Long computations in worker processes."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import zlib
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic, sleep
from traceback import format_exc
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

B = TypeVar("B")
T = TypeVar("T")
Work: TypeAlias = Callable[[B], Iterator[T | None]]
"""A job: from its base, ever newer results. It must be picklable.

After each result it may be cancelled; a None is no result and only allows that.
"""
Change: TypeAlias = Callable[[B | None, B], Callable[[B | None], B]]
"""Makes a picklable function that turns the base of the last job into that of the next."""
LIVES = 2
"""Default number of processes that may be lost over a job before it is given up."""
OBJECTS_PER_COLLECTION = 100_000
"""New objects between two garbage collections where games are played without a window."""
COLLECTIONS = 5, 2
"""Those after which one goes deeper: what is cached for a map that is gone takes megabytes."""
OUTDATED_JOB_SECONDS = 2
"""Seconds that a cancelled job may go on before its process is ended."""


def exchange(old: B | None, new: B) -> Callable[[B | None], B]:
    """Send the base whole, or not at all if it is that of the last job."""
    return _same if old is new else partial(_other, new)


def _same(base: Any) -> Any:
    return base


def _other(new: Any, _old: Any) -> Any:
    return new


class BackgroundTask(Generic[B, T]):
    """A job in a worker process, which the next job replaces; only ``wait`` blocks.

    A job works on a base, such as a board: the process keeps that of its last job, so that only
    the difference is sent. The process is started for the first job, and restarted if it was
    lost; ``close`` ends it. It ends with its parent, too.
    """

    def __init__(
        self,
        name: str,
        nice: int = 0,
        lives: int = LIVES,
        lost: str = "the process ended before it was done",
        change: Change[B] = exchange,
    ) -> None:
        """Set up the task.

        *nice*: the niceness of its process, 0 to 19; *lives*: the number of processes after
        whose loss a job is given up, with the fault *lost*.
        """
        self.result: T | None = None
        """The newest result; None before the first."""
        self.fault = ""
        """Reason why there will be no more results, with traceback; empty if nothing failed."""
        self.busy = False
        """True if more results are to come."""
        self.broken = False
        """True if its last process ended before it could begin."""
        self._name, self._nice, self._change = name, nice, change
        self._lives, self._lost = lives, lost
        self._worker: _Worker[B, T] | None = None
        self._number = 0
        """Number of the job; results of earlier ones are ignored."""
        self._losses = 0
        self._job: tuple[bytes, B] | None = None

    @property
    def process(self) -> BaseProcess | None:
        """The running process; None also while it is being started."""
        return self._worker.process if self._worker else None

    @property
    def is_sent(self) -> bool:
        """Return whether a process has got the job."""
        return bool(self._worker and self._worker.sent == self._number)

    def begin(self, work: Work[B, T], base: B) -> None:
        """Start a job instead of any earlier one; the base must not change any more."""
        self.cancel()
        self.result, self._losses = None, 0
        self._job = pickle.dumps(work), base
        self._hand_over(*self._job)

    def _hand_over(self, work: bytes, base: B) -> None:
        self.busy = True
        if self._worker is None:
            self._worker = _Worker(self._name, self._nice, self._change)
        self._worker.want(self._number)
        self._worker.jobs.put(_Job(self._number, work, base))

    def poll(self) -> T | None:
        """Collect results, and return the newest."""
        while self._worker and not self._worker.messages.empty():
            self._take(self._worker.messages.get())
        return self.result

    def wait(self, seconds: float) -> T | None:
        """Wait up to *seconds* for the job's first result, or its end; then poll."""
        until = monotonic() + seconds
        while self._worker and self.busy and self.result is None:
            try:
                self._take(self._worker.messages.get(timeout=max(0.0, until - monotonic())))
            except Empty:
                break
        return self.poll()

    def _take(self, message: _Message | None) -> None:
        if message is None:
            self._lose()
        elif message.number == self._number and message.result is None:
            self.busy, self.fault = False, message.fault
        elif message.number == self._number:
            self.result = message.result

    def _lose(self) -> None:
        """Repeat the job in another process, or give up if it cost too many."""
        assert self._worker
        self.broken = not self._worker.ready
        # A process that was idle, or busy with an earlier job, does not count.
        self._losses += self.broken or self.is_sent
        self._worker = None
        if self.busy and self._job and self._losses < self._lives:
            self._hand_over(*self._job)
        elif self.busy:
            self.busy, self.fault = False, self._lost

    def cancel(self) -> None:
        """Stop the job; its last result stays, and the process waits for the next one."""
        self._number += 1
        self.busy, self.fault, self._job = False, "", None
        if self._worker:
            self._worker.want(self._number)

    def close(self) -> None:
        """Stop the job and end the process; the next job starts another one."""
        self.cancel()
        self.broken = False
        if self._worker:
            self._worker.close()
            self._worker = None


class _Job(NamedTuple):
    number: int
    work: bytes
    base: Any


class _Message(NamedTuple):
    """A result of a job; None at its end, with the fault that ended it."""

    number: int
    result: Any = None
    fault: str = ""


class _Worker(Generic[B, T]):
    """A process, and the thread that starts it, sends jobs to it and receives its messages."""

    def __init__(self, name: str, nice: int, change: Change[B]) -> None:
        self.jobs = SimpleQueue[_Job | None]()
        self.messages = SimpleQueue[_Message | None]()
        """Messages of the process; None if it has ended."""
        self.process: BaseProcess | None = None
        self.ready = False
        """True once the process has begun to work."""
        self.sent = 0
        """Number of the last job that the process got."""
        self._wanted, self._closed = 0, False
        self._token: Any = None
        """The number of the wanted job in shared memory: other jobs are cancelled."""
        Thread(target=self._run, args=(name, nice, change), name=name, daemon=True).start()

    def want(self, number: int) -> None:
        """Cancel all jobs but one."""
        self._wanted = number
        if self._token:
            self._token.value = number

    def close(self) -> None:
        """End the process and the thread."""
        self._closed = True
        self.jobs.put(None)
        if self.process:
            self.process.terminate()

    def _run(self, name: str, nice: int, change: Change[B]) -> None:
        # Not forked: a fork of a process with threads, or a window, may hang.
        context = get_context("spawn")
        line, theirs = context.Pipe()
        self._token = context.RawValue("Q", 0)
        args = theirs, self._token, nice
        process = context.Process(target=_serve, args=args, name=name, daemon=True)
        try:
            process.start()
            # With its end closed, the end of the process is noticed.
            theirs.close()
            self.process = process
            if not self._closed:
                line.recv()
                self.ready = True
                self._send_jobs(line, change)
        except (EOFError, OSError):
            pass
        finally:
            theirs.close()
            line.close()
            if process.pid:
                process.terminate()
                process.join()
            self.messages.put(None)

    def _send_jobs(self, line: Connection, change: Change[B]) -> None:
        known: B | None = None
        while job := self.jobs.get():
            if job.number != self._wanted:
                continue
            packed = pickle.dumps((job.number, job.work, change(known, job.base)))
            self._token.value = job.number
            if job.number != self._wanted:
                self._token.value = 0
            line.send_bytes(zlib.compress(packed, 1))
            self.sent = job.number
            while (message := self._receive(line)).result is not None:
                self.messages.put(message)
            self.messages.put(message)
            known = None if message.fault else job.base

    def _receive(self, line: Connection) -> _Message:
        """Wait for a message; raise EOFError if a cancelled job does not end."""
        late = 0
        while not line.poll(1.0):
            late = late + 1 if self.sent != self._wanted else 0
            if late > OUTDATED_JOB_SECONDS:
                raise EOFError
        message: _Message = line.recv()
        return message


def _serve(line: Connection, token: Any, nice: int) -> None:
    """Perform jobs until the connection closes."""
    obey_parent(tidy=True)
    collect_rarely()
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    base = None
    with suppress(EOFError, OSError):
        line.send(None)
        while True:
            packed = zlib.decompress(line.recv_bytes())
            number, work, change = pickle.loads(packed)  # noqa: S301  from our own window
            fault = ""
            try:
                base = change(base)
                for result in pickle.loads(work)(base):  # noqa: S301  likewise
                    if result is not None:
                        line.send(_Message(number, result))
                    if token.value != number:
                        break
            except Exception:  # noqa: BLE001  whatever it is, the window is to show it
                fault = format_exc()
            line.send(_Message(number, fault=fault))


def collect_rarely() -> None:
    """Collect garbage less often than Python does by itself.

    Games make many objects and little garbage; looking for it took a seventh of their time.
    """
    if gc.get_threshold()[0] < OBJECTS_PER_COLLECTION:
        gc.set_threshold(OBJECTS_PER_COLLECTION, *COLLECTIONS)


def obey_parent(*, tidy: bool = False) -> None:
    """Let a worker process ignore Ctrl-C, and end when its parent process does.

    *tidy*: it then gives up its job first, so that no half-written file is left.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _give_up if tidy else signal.SIG_DFL)
    Thread(
        target=_outlive_nobody, args=(tidy,), name="waiting for the end", daemon=True
    ).start()


def _give_up(_signal: int, _frame: object) -> None:
    """End the process by an exception, or without one if that takes long."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Thread(target=_end_soon, name="ending", daemon=True).start()
    raise SystemExit(1)


def _end_soon() -> None:
    sleep(OUTDATED_JOB_SECONDS)
    os._exit(1)


def _outlive_nobody(tidy: bool) -> None:  # noqa: FBT001  a thread passes it by position
    if parent := parent_process():
        parent.join()
        if tidy:
            interrupt_main(signal.SIGTERM)
            _end_soon()
        os._exit(1)
