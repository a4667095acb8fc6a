"""Keeps the memory of a process that paints with threads low, where glibc allocates it."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol, TypeVar


class _Cache(Protocol):
    def cache_clear(self) -> None: ...


C = TypeVar("C", bound=_Cache)
_SPARE = list[Callable[[], None]]()
"""Empty the caches of what is soon made again."""
ARENA_MAX = -8
"""``M_ARENA_MAX`` of malloc.h."""


def share_arenas() -> None:
    """Limit malloc to two arenas: an arena for each thread keeps the memory that it freed."""
    _ask("mallopt", ARENA_MAX, 2)


def spare(cache: C) -> C:
    """Let a cache be emptied whenever memory is given back."""
    _SPARE.append(cache.cache_clear)
    return cache


def give_back() -> None:
    """Empty spare caches, and return freed memory to the system."""
    for empty in _SPARE:
        empty()
    trim()


def trim() -> None:
    """Return freed memory to the system; takes some 3 ms."""
    _ask("malloc_trim", 0)


def _ask(function: str, *arguments: int) -> None:
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):
            getattr(ctypes.CDLL("libc.so.6"), function)(*arguments)
