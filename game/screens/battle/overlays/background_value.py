"""A value computed in the background while frames go on."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from game.view.background_task import Loader

T = TypeVar("T")

MOST_KEPT = 32


class BackgroundValue(Generic[T]):
    """Works on one question at a time: of those that come meanwhile, on the last."""

    def __init__(self, empty: T) -> None:
        self.empty = empty
        """What is known while nothing is."""
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._working: tuple[Hashable, Loader[T]] | None = None

    @property
    def busy(self) -> bool:
        """Whether something is being worked out that was not told yet."""
        return self._working is not None

    def get(self, about: Hashable, work: Callable[[], T]) -> T:
        """Return what is known *about* something; if nothing yet, see to it.

        *work* runs beside the frames: it must not touch what frames change.
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
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
