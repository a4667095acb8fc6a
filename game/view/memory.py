"""Memory that drawing holds, returned to the system when it is spare."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol, TypeVar

_SPARE = list[Callable[[], None]]()
"""Functions that empty the caches of data that is quick to recreate."""
ARENA_MAX = -8
"""Value of ``M_ARENA_MAX`` in malloc.h."""


class _Cache(Protocol):
    def cache_clear(self) -> None: ...


C = TypeVar("C", bound=_Cache)


def share_arenas() -> None:
    """Limit malloc to two arenas, because each thread's arena keeps freed memory."""
    _ask("mallopt", ARENA_MAX, 2)


def spare(cache: C) -> C:
    """Register a cache to be emptied whenever memory is returned to the system."""
    _SPARE.append(cache.cache_clear)
    return cache


def give_back() -> None:
    """Empty the registered caches, and return freed memory to the system."""
    for empty in _SPARE:
        empty()
    trim()


def trim() -> None:
    """Return freed memory to the system; takes about 3 ms."""
    _ask("malloc_trim", 0)


def _ask(function: str, *arguments: int) -> None:
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):
            getattr(ctypes.CDLL("libc.so.6"), function)(*arguments)
