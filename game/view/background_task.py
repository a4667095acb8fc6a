"""Run one piece of work in a background thread."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from threading import enumerate as threads
from typing import Generic, TypeVar

import pygame

T = TypeVar("T")

LAZY = ("surfarray", "sndarray")
"""Submodules of pygame that are loaded on first access."""

NAME = "loader"
"""Name of the background threads."""


class Loader(Generic[T]):
    """One piece of work in a thread of its own; ``result`` raises the exception of the work."""

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
        """Return whether the work has ended, with a result or an exception."""
        return not self._thread.is_alive()

    def result(self) -> T:
        """Wait for the work and return its result, or raise the exception it raised."""
        self._thread.join()
        if self._error:
            raise self._error
        return self._result[0]


def load_lazy_parts() -> None:
    """Load pygame's lazy submodules, because two threads must not load them at once."""
    for part in LAZY:
        _ = getattr(pygame, part).__file__


def loading() -> bool:
    """Return whether any background work is running."""
    return any(thread.name == NAME for thread in threads())


def finish() -> None:
    """Wait for all background work: threads that paint with pygame must not outlive it."""
    # Background work may start more of it.
    while found := [thread for thread in threads() if thread.name == NAME]:
        for thread in found:
            thread.join()
