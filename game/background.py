"""Work in background threads."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import islice
from threading import Thread
from threading import enumerate as threads
from typing import Generic, Protocol, TypeVar

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


class Pending(Generic[T]):
    """One piece of background work at a time, whose result a frame takes once it is there."""

    def __init__(self) -> None:
        self.about: Hashable = None
        """The key of the work that was started last."""
        self._loader: Loader[T] | None = None

    def start(self, work: Callable[[], T], about: Hashable = None) -> None:
        """Start work in a background thread; the result of earlier work is not taken any more.

        It must not touch anything that frames change.
        """
        self.about, self._loader = about, Loader(work)

    @property
    def is_running(self) -> bool:
        """Return whether there is a result to come, or to be taken."""
        return self._loader is not None

    @property
    def is_done(self) -> bool:
        """Return whether there is a result to be taken."""
        return self._loader is not None and self._loader.done

    def finished(self) -> Iterator[T]:
        """Yield the result once it is there, and only once; raise the exception of the work."""
        if self._loader and self._loader.done:
            loader, self._loader = self._loader, None
            yield loader.result()

    def is_free(self) -> bool:
        """Return whether no work is running; raise the exception of work that has ended."""
        for _ in self.finished():
            pass
        return not self.is_running

    def waited(self) -> Iterator[T]:
        """Wait for the work, if there is any, and yield its result."""
        if self._loader:
            loader, self._loader = self._loader, None
            yield loader.result()

    def drop(self) -> None:
        """Take no result of what is running."""
        self._loader = None


class ValueStore(Protocol[T]):
    """Values by key, of which some may be forgotten."""

    def __contains__(self, key: Hashable, /) -> bool: ...

    def __setitem__(self, key: Hashable, value: T, /) -> None: ...

    def recall(self, key: Hashable, default: T, /) -> T:
        """Return a value, or *default*; it has been used now."""
        ...


class RecentValues(OrderedDict[Hashable, T]):
    """Values by key; beyond a number of them the least recently used is forgotten."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def recall(self, key: Hashable, default: T) -> T:
        """Return a value, or *default*; it has been used now."""
        if key in self:
            self.move_to_end(key)
        return self.get(key, default)

    def __setitem__(self, key: Hashable, value: T) -> None:
        super().__setitem__(key, value)
        if len(self) > self.most:
            self.popitem(last=False)


class BackgroundValue(Generic[T]):
    """A cache of values computed in a background thread, one at a time.

    A request that comes while another is computed has to be repeated.
    """

    def __init__(self, empty: T, kept: ValueStore[T] | None = None) -> None:
        """*kept*: where values are kept; by default the most recently used ones are."""
        self.empty = empty
        """The value returned while none is known."""
        self.kept: ValueStore[T] = RecentValues(MAX_VALUES) if kept is None else kept
        self._work = Pending[T]()

    @property
    def busy(self) -> bool:
        """True while a computation runs or its result was not fetched yet."""
        return self._work.is_running

    def known(self, about: Hashable) -> T:
        """Return the value for the key *about*; ``empty`` if it is unknown."""
        return self.kept.recall(about, self.empty)

    def get(self, about: Hashable, work: Callable[[], T]) -> T:
        """Return the value for the key *about*; if unknown, start *work* and return ``empty``.

        *work* runs in a background thread: it must not touch anything that frames change.
        """
        self.compute_next([(about, work)])
        return self.known(about)

    def compute_next(self, wanted: Iterable[tuple[Hashable, Callable[[], T]]]) -> bool:
        """Start the first computation whose value is unknown, unless one is running.

        Return whether another one has been finished.
        """
        was_finished = False
        for value in self._work.finished():
            self.kept[self._work.about], was_finished = value, True
        if not self._work.is_running:
            missing = (one for one in wanted if one[0] not in self.kept)
            for about, work in islice(missing, 1):
                self._work.start(work, about)
        return was_finished
