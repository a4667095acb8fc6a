"""A value computed in the background while frames go on."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from game.view.background_task import Loader

T = TypeVar("T")

MAX_VALUES = 32


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
