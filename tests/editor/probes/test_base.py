"""Probes in a worker process: same results, no blocking, faults reported."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from time import sleep
from typing import Any

import pytest

from game import workers
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import map_of
from game.editor.prober import Prober
from game.editor.probes import Probe, ProbeOptions, ProbeResult
from game.editor.sight_probe import SightProbe
from game.geometry.points import Point
from game.table.board import Board
from tests.editor.trials.fast_trials import stillborn
from tests.tools.polling import poll_until

pytestmark = pytest.mark.slow

HERE = SightProbe(ProbeOptions(at=Point(5, 6)))


def small_map(*objects: dict[str, Any]) -> MapFile:
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


def words_of_probe(mapfile: MapFile, probe: Probe) -> tuple[str, ...]:
    *_, shown = probe.results(to_board(mapfile))
    return shown.words


def test_it_shows_what_would_be_told_here_of_one_map_after_another(prober: Prober) -> None:
    found = []
    maps = small_map(), small_map(WALL), small_map()
    for mapfile in maps:
        prober.ask(mapfile, HERE)
        poll_until(prober, lambda: not prober.busy)
        assert prober.shown
        found.append(prober.shown.words)

    assert found == [words_of_probe(mapfile, HERE) for mapfile in maps]
    assert found[0] != found[1]


def test_a_newer_question_comes_instead_of_the_one_that_is_being_told(prober: Prober) -> None:
    prober.ask(small_map(), Endless())
    poll_until(prober, lambda: prober.shown is not None)
    assert prober.busy
    for x in (3, 4, 5):
        prober.ask(small_map(), SightProbe(ProbeOptions(at=Point(x, 6))))
    poll_until(prober, lambda: not prober.busy)

    assert prober.shown
    assert prober.shown.words == words_of_probe(small_map(), HERE)


def test_all_news_is_counted_for_whoever_draws_it(prober: Prober) -> None:
    before = prober.changes
    prober.ask(small_map(), HERE)
    assert prober.changes == before, "what was told before is shown on"
    poll_until(prober, lambda: not prober.busy)
    count = prober.changes
    assert count > before

    prober.forget()

    assert prober.changes == count + 1


def test_what_was_let_go_of_is_not_heard_of_any_more(prober: Prober) -> None:
    prober.ask(small_map(), Endless())
    poll_until(prober, lambda: prober.shown is not None)
    prober.forget()
    for _ in range(20):
        sleep(0.01)
        prober.poll()
        assert (prober.shown, prober.busy) == (None, False)


def test_a_fault_is_told_and_the_next_question_is_none_the_worse(prober: Prober) -> None:
    prober.ask(small_map(), Broken())
    poll_until(prober, lambda: not prober.busy)
    assert "ValueError: no such water" in prober.fault

    prober.ask(small_map(), HERE)
    poll_until(prober, lambda: not prober.busy)
    assert not prober.fault
    assert prober.shown
    assert prober.shown.words == words_of_probe(small_map(), HERE)


def test_who_costs_one_process_after_another_is_asked_no_more(prober: Prober) -> None:
    prober.ask(small_map(), Broken(ProbeOptions(many=1)))
    poll_until(prober, lambda: not prober.busy)
    assert prober.fault == "the simulation ended unexpectedly"

    prober.ask(small_map(WALL), HERE)
    poll_until(prober, lambda: not prober.busy)
    assert prober.shown
    assert prober.shown.words == words_of_probe(small_map(WALL), HERE)


def test_a_process_that_was_killed_is_replaced_and_asked_the_same() -> None:
    one = Prober()
    try:
        one.ask(small_map(WALL), Endless())
        poll_until(one, lambda: one.shown is not None)
        process = one.process
        assert process is not None
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        one.shown = None
        poll_until(one, lambda: one.shown is not None)
        assert not one.fault
        other = one.process
        assert other is not None
        one.close()
        # Asked again and again: the thread that reaps it may not have noted its end yet.
        poll_until(one, lambda: not other.is_alive())
        assert not one.busy
    finally:
        one.close()


def test_processes_that_end_at_once_are_not_started_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "_serve", stillborn)  # the process itself
    one = Prober()
    try:
        one.ask(small_map(), HERE)
        poll_until(one, lambda: bool(one.fault))
        assert not one.busy
        assert one._losses == workers.LIVES  # noqa: SLF001  how often its process ended shows nowhere else
    finally:
        one.close()
