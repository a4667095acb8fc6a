"""Keeps the memory of a process low that paints with threads, where glibc allocates it."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

ARENA_MAX = -8
"""``M_ARENA_MAX`` of malloc.h."""


def share_arenas() -> None:
    """Limit malloc to two arenas: an arena for each thread keeps the memory that it freed."""
    _ask("mallopt", ARENA_MAX, 2)


def give_back() -> None:
    """Return freed memory to the system."""
    _ask("malloc_trim", 0)


def _ask(function: str, *arguments: int) -> None:
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):
            getattr(ctypes.CDLL("libc.so.6"), function)(*arguments)
