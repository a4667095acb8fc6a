"""Loading in a background task."""

from __future__ import annotations

import re
import sys
from functools import partial
from subprocess import run
from threading import Event, Thread

import pytest

from game.background import BackgroundValue, Loader, Pending, RecentValues, finish, loading
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


def test_a_result_is_taken_once() -> None:
    work = Pending[str]()
    assert [*work.finished()] == []

    go = Event()
    work.start(lambda: "done" if go.wait(10) else "", about=7)
    assert [*work.finished()] == []
    assert (work.is_running, work.is_done, work.about) == (True, False, 7)
    go.set()
    finish()
    assert work.is_done
    assert [*work.finished()] == ["done"]
    assert [*work.finished()] == []
    assert not work.is_running


def test_the_result_of_work_that_was_replaced_or_dropped_is_not_taken() -> None:
    work = Pending[int]()
    work.start(lambda: 1)
    work.start(lambda: 2)
    assert [*work.waited()] == [2]

    work.start(lambda: 3)
    work.drop()
    assert [*work.waited()] == []


def test_an_exception_of_the_work_is_raised_once() -> None:
    work = Pending[int]()
    work.start(lambda: 1 // 0)
    finish()
    with pytest.raises(ZeroDivisionError):
        work.is_free()
    assert work.is_free()


def test_values_are_computed_one_by_one_and_the_least_recently_used_is_forgotten() -> None:
    values, asked = BackgroundValue[int](-1, RecentValues(2)), list[str]()

    def length(word: str) -> int:
        asked.append(word)
        return len(word)

    def computed(*words: str) -> bool:
        return values.compute_next((word, partial(length, word)) for word in words)

    def next_one(*words: str) -> None:
        computed(*words)
        finish()
        assert computed()

    assert values.known("one") == -1
    next_one("one", "three")
    next_one("one", "three")
    assert (values.known("three"), values.known("one")) == (5, 3)
    next_one("fourteen")
    assert asked == ["one", "three", "fourteen"]
    assert [values.known(word) for word in ("one", "three", "fourteen")] == [3, -1, 8]
