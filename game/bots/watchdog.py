"""Stops a rule or a bot that runs too long, and reports what a bot raises."""

from __future__ import annotations

import ctypes
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Condition, Thread, current_thread, get_ident, main_thread
from time import monotonic, process_time, sleep
from types import FrameType

from game.play.session import BrokenRuleError

PATIENCE = 10.0
"""So many seconds a rule may run without asking, of the processor: others may keep it busy."""
LOOKS = 20
"""How often the dog looks up within its patience."""
SLEEPS = 6
"""So many times its patience may pass by the clock on the wall: others keep a machine busy."""
SIGNAL = "SIGURG"
"""What wakes the main thread where there are such signals; nobody else sends it."""
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


@dataclass(slots=True)
class _Watch:
    """What the dog knows of one thread that it watches."""

    beats: int = 0
    """How often whoever plays has gone on."""
    seen: int = -1
    """How often that was when the dog looked up last and play had gone on."""
    since: tuple[float, float] = (0.0, 0.0)
    """When that was: by the processor's time, and by the wall clock."""
    where: list[str] | None = None
    """The rules that were running when it was stopped; None as long as it is not."""


class Watchdog:
    """Watches any number of threads, in each one block at a time: one for a whole program."""

    def __init__(
        self, patience: float = PATIENCE, rules: str = RULES, wall: float | None = None
    ) -> None:
        """*patience*: seconds of the processor; *rules*: how modules begin that are told.

        *wall*: seconds by the clock on the wall, some times the patience if not said.
        """
        self.patience = patience
        self.rules = rules
        self.wall = SLEEPS * patience if wall is None else wall
        self._watches: dict[int, _Watch] = {}
        """By thread."""
        self._turn = Condition()
        self._thread: Thread | None = None

    def beat(self) -> None:
        """Say that play goes on: an answer was given and another question stands."""
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
        if hasattr(signal, SIGNAL) and current_thread() is main_thread():
            signal.signal(getattr(signal, SIGNAL), _woken)
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
            # The stop is on its way to this thread: it must not arrive outside the block.
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
            # One that sleeps would not see it before it wakes.
            signal.pthread_kill(driver, getattr(signal, SIGNAL))


DOG = Watchdog()
"""The dog of the program: no game needs one of its own."""


def _woken(number: int, frame: FrameType | None) -> None:
    """Do nothing: what the dog has sent comes by itself once the thread is awake."""


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


_pressed = False


class BrokenBotError(Exception):
    """A bot wanted to end the program, or to be ended."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the bot raised {what}")


def heed_interrupts() -> None:
    """Tell Ctrl-C from a bot that raises KeyboardInterrupt; for the main thread."""
    signal.signal(signal.SIGINT, _press)


def _press(number: int, frame: FrameType | None) -> None:
    global _pressed  # noqa: PLW0603  a process is interrupted once
    _pressed = True
    raise KeyboardInterrupt


@contextmanager
def contained() -> Iterator[None]:
    """Let a bot think; raise BrokenBotError for what is no Exception."""
    try:
        yield
    except KeyboardInterrupt as error:
        if _pressed or signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            raise
        raise BrokenBotError("KeyboardInterrupt") from error
    except (SystemExit, GeneratorExit) as error:
        raise BrokenBotError(type(error).__name__) from error
