"""Memory of the tests' processes, as far as glibc's allocator can be told to be thrifty."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

ARENA_MAX = -8
"""``M_ARENA_MAX`` of malloc.h: how many arenas all threads share."""


def share_arenas() -> None:
    """Let all threads use two arenas: one for each keeps what a thread has long freed."""
    _ask("mallopt", ARENA_MAX, 2)


def give_back() -> None:
    """Return freed memory to the system: it would be kept for later."""
    _ask("malloc_trim", 0)


def _ask(function: str, *arguments: int) -> None:
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):
            getattr(ctypes.CDLL("libc.so.6"), function)(*arguments)
