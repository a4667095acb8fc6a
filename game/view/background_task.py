"""One piece of work in a background thread."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from threading import enumerate as threads
from typing import Generic, TypeVar

import pygame

T = TypeVar("T")

LAZY = ("surfarray", "sndarray")
"""The parts of pygame that are loaded by the first who looks into them."""

NAME = "loader"
"""Of its threads."""


class Loader(Generic[T]):
    """Does one piece of work in a thread of its own; what it raises is raised by ``result``."""

    def __init__(self, work: Callable[[], T]) -> None:
        load_lazy_parts()
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
        return not self._thread.is_alive()

    def result(self) -> T:
        """Return what came of it; wait for it if it is not done."""
        self._thread.join()
        if self._error:
            raise self._error
        return self._result[0]


def load_lazy_parts() -> None:
    """Load what pygame loads when it is first touched: two threads at once must not do that."""
    for part in LAZY:
        _ = getattr(pygame, part).__file__


def loading() -> bool:
    """Return whether anything is being loaded anywhere."""
    return any(thread.name == NAME for thread in threads())


def finish() -> None:
    """Wait until nothing is loaded any more: what paints with pygame must not outlive it."""
    # What is loaded may load something else in its turn.
    while found := [thread for thread in threads() if thread.name == NAME]:
        for thread in found:
            thread.join()
