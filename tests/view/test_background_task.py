"""Loading in a background task."""

from __future__ import annotations

import sys
from subprocess import run
from threading import Event, Thread

from game.content.storage import ROOT
from game.view import Loader, finish, loading


def test_who_ends_waits_for_what_is_loaded_by_something_that_is_loaded() -> None:
    go, further = Event(), Event()
    second: list[Loader[bool]] = []

    def chain() -> None:
        go.wait(10)
        second.append(Loader(lambda: further.wait(10)))

    first = Loader(chain)
    ending = Thread(target=finish)
    ending.start()

    go.set()
    first.result()
    ending.join(0.2)
    assert ending.is_alive()
    assert loading()

    further.set()
    ending.join(10)
    assert not ending.is_alive()
    assert second[0].done


FRESH = """
from importlib.util import _LazyModule
import pygame
from game.view import LAZY, Loader
assert all(type(getattr(pygame, part)) is _LazyModule for part in LAZY), "nothing is lazy here"
kinds = Loader(lambda: [type(getattr(pygame, part)).__name__ for part in LAZY]).result()
assert kinds == ["module"] * len(LAZY), kinds
"""


def test_what_threads_use_of_pygame_is_loaded_before_they_begin() -> None:
    """In Python 3.11 a second thread may see a lazy module before its names are there."""
    run([sys.executable, "-c", FRESH], check=True, cwd=ROOT)  # noqa: S603  our own words
