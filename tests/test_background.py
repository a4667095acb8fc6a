"""Loading in a background task."""

from __future__ import annotations

import re
import sys
from subprocess import run
from threading import Event, Thread

from game.background import Loader, finish, loading
from game.content.shipped_folders import ROOT


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
import game.view
assert type(pygame.surfarray) is _LazyModule, "nothing is lazy here"
import game.view.surface_arrays
assert type(pygame.surfarray).__name__ == "module", type(pygame.surfarray)
"""
LAZY = re.compile(r"pygame\.(surfarray|sndarray)|from pygame import .*(surfarray|sndarray)")


def test_the_lazy_module_of_pygame_that_threads_use_is_loaded_when_it_is_imported() -> None:
    """In Python 3.11 a second thread may see a lazy module before its names are there."""
    run([sys.executable, "-c", FRESH], check=True, cwd=ROOT)  # noqa: S603  our own words


def test_nothing_uses_a_lazy_module_of_pygame_by_itself() -> None:
    files = (ROOT / "game").rglob("*.py")
    using = [file.name for file in files if LAZY.search(file.read_text("utf-8"))]
    assert using == ["surface_arrays.py"]
