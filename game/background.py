"""Work in background threads."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Thread
from threading import enumerate as threads
from typing import Generic, TypeVar

T = TypeVar("T")
NAME = "loader"
"""Name of the background threads."""
AT_END = list[Callable[[], None]]()
"""Functions that end background work without loaders when the window closes."""
MAX_VALUES = 32


class Loader(Generic[T]):
    """One piece of work in a thread of its own; ``result`` raises the exception of the work."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._result: list[T] = []
        self._error: BaseException | None = None
        self._thread = Thread(target=self._run, name=NAME, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._result.append(self._work())
        except BaseException as error:  # noqa: BLE001  it is raised where the result is wanted
            self._error = error

    @property
    def done(self) -> bool:
        """Return whether the work has ended, with a result or an exception."""
        return not self._thread.is_alive()

    def result(self) -> T:
        """Wait for the work and return its result, or raise the exception it raised."""
        self._thread.join()
        if self._error:
            raise self._error
        return self._result[0]


def loading() -> bool:
    """Return whether any background work is running."""
    return any(thread.name == NAME for thread in threads())


def finish() -> None:
    """End all background work: threads that paint with pygame must not outlive it."""
    while AT_END:
        AT_END.pop()()
    # Background work may start more of it.
    while found := [thread for thread in threads() if thread.name == NAME]:
        for thread in found:
            thread.join()


class BackgroundValue(Generic[T]):
    """A cache of values computed in a background thread, one at a time.

    A request that comes while another is computed has to be repeated.
    """

    def __init__(self, empty: T) -> None:
        self.empty = empty
        """The value returned while none is known."""
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._working: tuple[Hashable, Loader[T]] | None = None

    @property
    def busy(self) -> bool:
        """True while a computation runs or its result was not fetched yet."""
        return self._working is not None

    def get(self, about: Hashable, work: Callable[[], T]) -> T:
        """Return the value for the key *about*; if unknown, start *work* and return ``empty``.

        *work* runs in a background thread: it must not touch anything that frames change.
        """
        self._take()
        if about in self._kept:
            self._kept.move_to_end(about)
            return self._kept[about]
        if self._working is None:
            self._working = about, Loader(work)
        return self.empty

    def _take(self) -> None:
        if self._working is None or not self._working[1].done:
            return
        (about, loader), self._working = self._working, None
        self._kept[about] = loader.result()
        if len(self._kept) > MAX_VALUES:
            self._kept.popitem(last=False)
