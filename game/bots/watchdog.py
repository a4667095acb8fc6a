"""Guards against rules or bots that would stall or end the program.

A watchdog stops what runs too long; ``contained`` turns exits of a bot into errors.
"""

from __future__ import annotations

import ctypes
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Condition, Thread, current_thread, get_ident, main_thread
from time import monotonic, process_time, sleep
from types import FrameType

from game.play import interrupts
from game.play.session import BrokenRuleError

RULE_CPU_SECONDS = 10.0
"""Processor seconds that a rule may run without asking; other processes do not count."""
LOOKS = 20
"""Number of checks within the patience."""
SLEEPS = 6
"""Wall-clock limit as a multiple of the patience, because other processes may be running."""
SIGNAL = "SIGURG"
"""Signal that wakes the main thread, if the platform has it; nothing else sends it."""
IDLE = 1.0
"""Seconds without a watched thread after which the watchdog thread ends."""
RULES = re.compile(r"game\.(?:rules|cores\.kit|(?:cores|systems)\.\w+\.rules)\.")
"""The beginning of the names of modules whose functions are reported."""


class StalledError(RuntimeError):
    """A rule ran too long without asking; the game is as it was before the answer."""

    def __init__(self, where: Sequence[str], seconds: float) -> None:
        running = " > ".join(where) or "something outside the rules"
        super().__init__(f"{running} ran for {seconds:g} s without reaching a decision")
        self.where = tuple(where)
        """Functions of the rules that were running, innermost last."""
        self.seconds = seconds

    def __reduce__(self) -> tuple[type[StalledError], tuple[tuple[str, ...], float]]:
        """Pickle by reconstruction, so that a worker process can raise it."""
        return type(self), (self.where, self.seconds)


class _Stop(Exception):  # noqa: N818  a signal from thread to thread, never seen outside
    """Raised by the watchdog in the thread that it watches."""


@dataclass(slots=True)
class _Watch:
    """State of one watched thread."""

    beats: int = 0
    """Number of signs of life so far."""
    seen: int = -1
    """Value of ``beats`` when the watchdog last saw progress."""
    since: tuple[float, float] = (0.0, 0.0)
    """Time of that check: processor seconds, and wall-clock seconds."""
    where: list[str] | None = None
    """Functions of the rules that were running when it was stopped; None if it was not."""


class Watchdog:
    """Watches any number of threads, one block at a time in each; a program needs only one."""

    def __init__(
        self,
        patience: float = RULE_CPU_SECONDS,
        rules: re.Pattern[str] = RULES,
        wall: float | None = None,
    ) -> None:
        """Take the limits in seconds, and the pattern of modules that are reported.

        *patience* is processor time. *wall* is wall-clock time; by default it is ``SLEEPS``
        times *patience*. *rules* is the beginning of the names of the modules that
        StalledError lists.
        """
        self.patience = patience
        self.rules = rules
        self.wall = SLEEPS * patience if wall is None else wall
        self._watches: dict[int, _Watch] = {}
        """Watches by thread id."""
        self._turn = Condition()
        self._thread: Thread | None = None
        self._wakes = not hasattr(signal, SIGNAL)
        """True once the signal has its handler, or if there is no such signal."""

    def beat(self) -> None:
        """Record a sign of life: an answer was given and another question is pending."""
        self._watches[get_ident()].beats += 1

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch the thread that runs this block; raise StalledError in it if it stalls."""
        watch = self._begin()
        try:
            try:
                yield
            except BaseException as error:
                if not _is_stop(error):
                    self._end(watch)
                raise
            self._end(watch)
        except (_Stop, BrokenRuleError) as error:
            if not _is_stop(error):
                raise
            raise StalledError(watch.where or (), self.patience) from error

    def _begin(self) -> _Watch:
        watch = _Watch()
        if not self._wakes and current_thread() is main_thread():
            signal.signal(getattr(signal, SIGNAL), _woken)
            self._wakes = True
        with self._turn:
            self._watches[get_ident()] = watch
            if self._thread is None:
                self._thread = Thread(target=self._look_on, name="watchdog", daemon=True)
                self._thread.start()
            self._turn.notify()
        return watch

    def _end(self, watch: _Watch) -> None:
        with self._turn:
            self._watches.pop(get_ident(), None)
            stopping = watch.where is not None
        while stopping:
            # The exception is already on its way and must not be raised outside the block.
            sleep(0.001)

    def _look_on(self) -> None:
        while True:
            with self._turn:
                while not self._watches:
                    if not self._turn.wait(IDLE) and not self._watches:
                        self._thread = None
                        return
                for driver, watch in [*self._watches.items()]:
                    self._look_at(driver, watch)
            sleep(self.patience / LOOKS)

    def _look_at(self, driver: int, watch: _Watch) -> None:
        now = process_time(), monotonic()
        if watch.beats != watch.seen:
            watch.seen, watch.since = watch.beats, now
            return
        worked, passed = (end - start for start, end in zip(watch.since, now, strict=True))
        if worked >= self.patience or passed >= self.wall:
            self._stop(driver, watch)

    def _stop(self, driver: int, watch: _Watch) -> None:
        watch.where = _running(sys._current_frames().get(driver), self.rules)  # noqa: SLF001  no other way
        del self._watches[driver]
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(driver), ctypes.py_object(_Stop)
        )
        if driver == main_thread().ident and hasattr(signal, SIGNAL):
            # A sleeping thread would not see the exception before it wakes.
            signal.pthread_kill(driver, getattr(signal, SIGNAL))


DOG = Watchdog()
"""The watchdog of the program; no game needs its own."""


def _woken(number: int, frame: FrameType | None) -> None:
    """Do nothing; the exception is raised by itself once the thread is awake."""


def _is_stop(error: BaseException) -> bool:
    """Return whether the watchdog caused an exception, which a session may have wrapped."""
    return isinstance(error, _Stop) or isinstance(error.__cause__, _Stop)


def _running(frame: FrameType | None, rules: re.Pattern[str]) -> list[str]:
    """Return the names of the rule functions that a thread is in, outermost first."""
    names = list[str]()
    while frame:
        module = frame.f_globals.get("__name__", "")
        if rules.match(module):
            names.append(f"{module.removeprefix('game.')}.{frame.f_code.co_qualname}")
        frame = frame.f_back
    return names[::-1]


class BrokenBotError(Exception):
    """A bot raised an exception that would end the program or a generator."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the bot raised {what}")


@contextmanager
def contained() -> Iterator[None]:
    """Guard a bot; raise BrokenBotError for KeyboardInterrupt, SystemExit or GeneratorExit.

    A real Ctrl-C is raised unchanged.
    """
    try:
        yield
    except KeyboardInterrupt as error:
        if interrupts.is_pressed():
            raise
        raise BrokenBotError("KeyboardInterrupt") from error
    except (SystemExit, GeneratorExit) as error:
        raise BrokenBotError(type(error).__name__) from error
