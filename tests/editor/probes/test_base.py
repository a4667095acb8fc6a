"""Probes in a worker process: same results, no blocking, faults reported."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic, sleep
from typing import Any

import pytest

from game import workers
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import map_of
from game.editor.probes import Probe, ProbeOptions, Prober, ProbeResult, SightProbe
from game.geometry.points import Point
from game.table.board import Board
from tests.editor.trials.fast_trials import stillborn

PATIENCE = 120.0
"""Seconds until a test gives up; a process starts slowly on a busy machine."""
HERE = SightProbe(ProbeOptions(at=Point(5, 6)))


def drawn(*objects: dict[str, Any]) -> MapFile:
    return map_of(24, 12, objects)


WALL = {"class": "Wall", "rectangle": [11, 0, 1, 12]}


@dataclass(frozen=True, slots=True)
class Endless(Probe):
    """A probe that never finishes."""

    def results(self, board: Board) -> Iterator[ProbeResult]:
        n = 0
        while True:
            n += 1
            yield ProbeResult(words=(f"{n}",), done=0.5)


@dataclass(frozen=True, slots=True)
class Broken(Probe):
    def results(self, board: Board) -> Iterator[ProbeResult]:
        yield ProbeResult(words=("so far",))
        if self.asked.many:
            os._exit(3)
        raise ValueError("no such water")


@pytest.fixture(scope="module")
def kept() -> Iterator[Prober]:
    """Yield one worker process that is shared by all tests that do not kill it."""
    one = Prober()
    yield one
    one.close()


@pytest.fixture
def prober(kept: Prober) -> Prober:
    kept.forget()
    return kept


def until(one: Prober, done: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE
    while not done():
        assert monotonic() < end, "it takes too long"
        one.poll()
        sleep(0.005)


def words(mapfile: MapFile, probe: Probe) -> tuple[str, ...]:
    *_, shown = probe.results(to_board(mapfile))
    return shown.words


@pytest.mark.slow
def test_it_shows_what_would_be_told_here_of_one_map_after_another(prober: Prober) -> None:
    found = []
    maps = drawn(), drawn(WALL), drawn()
    for mapfile in maps:
        prober.ask(mapfile, HERE)
        until(prober, lambda: not prober.busy)
        assert prober.shown
        found.append(prober.shown.words)

    assert found == [words(mapfile, HERE) for mapfile in maps]
    assert found[0] != found[1]


def test_a_newer_question_comes_instead_of_the_one_that_is_being_told(prober: Prober) -> None:
    prober.ask(drawn(), Endless())
    until(prober, lambda: prober.shown is not None)
    assert prober.busy
    for x in (3, 4, 5):
        prober.ask(drawn(), SightProbe(ProbeOptions(at=Point(x, 6))))
    until(prober, lambda: not prober.busy)

    assert prober.shown
    assert prober.shown.words == words(drawn(), HERE)


def test_all_news_is_counted_for_whoever_draws_it(prober: Prober) -> None:
    before = prober.changes
    prober.ask(drawn(), HERE)
    assert prober.changes == before, "what was told before is shown on"
    until(prober, lambda: not prober.busy)
    count = prober.changes
    assert count > before

    prober.forget()

    assert prober.changes == count + 1


def test_what_was_let_go_of_is_not_heard_of_any_more(prober: Prober) -> None:
    prober.ask(drawn(), Endless())
    until(prober, lambda: prober.shown is not None)
    prober.forget()
    for _ in range(20):
        sleep(0.01)
        prober.poll()
        assert (prober.shown, prober.busy) == (None, False)


def test_a_fault_is_told_and_the_next_question_is_none_the_worse(prober: Prober) -> None:
    prober.ask(drawn(), Broken())
    until(prober, lambda: not prober.busy)
    assert "ValueError: no such water" in prober.fault

    prober.ask(drawn(), HERE)
    until(prober, lambda: not prober.busy)
    assert not prober.fault
    assert prober.shown
    assert prober.shown.words == words(drawn(), HERE)


@pytest.mark.slow
def test_who_costs_one_process_after_another_is_asked_no_more(prober: Prober) -> None:
    prober.ask(drawn(), Broken(ProbeOptions(many=1)))
    until(prober, lambda: not prober.busy)
    assert prober.fault == "the simulation ended unexpectedly"

    prober.ask(drawn(WALL), HERE)
    until(prober, lambda: not prober.busy)
    assert prober.shown
    assert prober.shown.words == words(drawn(WALL), HERE)


@pytest.mark.slow
def test_a_process_that_was_killed_is_replaced_and_asked_the_same() -> None:
    one = Prober()
    try:
        one.ask(drawn(WALL), Endless())
        until(one, lambda: one.shown is not None)
        process = one.process
        assert process is not None
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        one.shown = None
        until(one, lambda: one.shown is not None)
        assert not one.fault
        other = one.process
        assert other is not None
        one.close()
        # Asked again and again: the thread that reaps it may not have noted its end yet.
        until(one, lambda: not other.is_alive())
        assert not one.busy
    finally:
        one.close()


@pytest.mark.slow
def test_processes_that_end_at_once_are_not_started_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "_serve", stillborn)
    one = Prober()
    try:
        one.ask(drawn(), HERE)
        until(one, lambda: bool(one.fault))
        assert not one.busy
        assert one._losses == workers.LIVES
    finally:
        one.close()
