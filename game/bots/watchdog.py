"""The watchdog: names a rule that runs too long without asking anybody, and stops it.

One thread looks on while others play; it counts no answers, it only sees whether they go on.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Condition, Thread, get_ident
from time import process_time, sleep
from types import FrameType

from game.play.session import BrokenRuleError

PATIENCE = 10.0
"""So many seconds a rule may run without asking, of the processor: others may keep it busy."""
LOOKS = 20
"""How often the dog looks up within its patience."""
IDLE = 1.0
"""Seconds without anybody to watch after which the thread ends."""
RULES = "game.rules."


class StalledError(RuntimeError):
    """A rule ran too long without asking. The game stands where it stood before."""

    def __init__(self, where: Sequence[str], seconds: float) -> None:
        running = " > ".join(where) or "something outside the rules"
        super().__init__(f"{running} ran for {seconds:g} s without asking anybody")
        self.where = tuple(where)
        """The functions of the rules that were running, the innermost last."""
        self.seconds = seconds

    def __reduce__(self) -> tuple[type[StalledError], tuple[tuple[str, ...], float]]:
        """Let a worker process tell of it."""
        return type(self), (self.where, self.seconds)


class _Stop(Exception):  # noqa: N818  a signal from thread to thread, never seen outside
    """Raised by the dog in the thread that it watches."""


class Watchdog:
    """Watches one thread at a time; may be kept for the whole life of a program."""

    def __init__(self, patience: float = PATIENCE, rules: str = RULES) -> None:
        """*patience*: seconds of the processor; *rules*: how modules begin that are told."""
        self.patience = patience
        self.rules = rules
        self.beats = 0
        """How often whoever plays has gone on."""
        self._driver: int | None = None
        self._where: list[str] | None = None
        self._turn = Condition()
        self._thread: Thread | None = None

    def beat(self) -> None:
        """Say that play goes on: an answer was given and another question stands."""
        self.beats += 1

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch the thread that runs this block; raise StalledError in it if it stalls."""
        self._begin()
        try:
            try:
                yield
            except BaseException as error:
                if not _is_stop(error):
                    self._end()
                raise
            self._end()
        except (_Stop, BrokenRuleError) as error:
            if not _is_stop(error):
                raise
            raise StalledError(self._where or (), self.patience) from error

    def _begin(self) -> None:
        with self._turn:
            self._driver, self._where = get_ident(), None
            self.beats += 1
            if self._thread is None:
                self._thread = Thread(target=self._look_on, name="watchdog", daemon=True)
                self._thread.start()
            self._turn.notify()

    def _end(self) -> None:
        with self._turn:
            self._driver = None
            stopping = self._where is not None
        while stopping:
            # The stop is on its way to this thread: it must not arrive outside the block.
            sleep(0.001)

    def _look_on(self) -> None:
        seen, since = -1, process_time()
        while True:
            with self._turn:
                while self._driver is None:
                    if not self._turn.wait(IDLE) and self._driver is None:
                        self._thread = None
                        return
                if self.beats != seen:
                    seen, since = self.beats, process_time()
                elif process_time() - since >= self.patience:
                    self._stop(self._driver)
            sleep(self.patience / LOOKS)

    def _stop(self, driver: int) -> None:
        self._where = _running(sys._current_frames().get(driver), self.rules)  # noqa: SLF001  no other way
        self._driver = None
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(driver), ctypes.py_object(_Stop)
        )


def _is_stop(error: BaseException) -> bool:
    """Return whether the dog is behind an exception: a session wraps what rules raise."""
    return isinstance(error, _Stop) or isinstance(error.__cause__, _Stop)


def _running(frame: FrameType | None, rules: str) -> list[str]:
    """Name the functions of the rules that a thread is in, outermost first."""
    names = list[str]()
    while frame:
        module = frame.f_globals.get("__name__", "")
        if module.startswith(rules):
            names.append(f"{module.removeprefix(rules)}.{frame.f_code.co_qualname}")
        frame = frame.f_back
    return names[::-1]
