"""Waiting for processes that report when they are asked."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep
from typing import Protocol

PATIENCE = 120.0
"""Seconds after which a process is taken to hang."""


class Polled(Protocol):
    def poll(self) -> object: ...


def poll_until(one: Polled, done: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE
    while not done():
        assert monotonic() < end, "it takes too long"
        one.poll()
        sleep(0.005)
