"""Flood forecasts in a worker process: same figures, never blocking, errors reported."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import sleep

import pytest

from game.cores.kit.queries import TableView
from game.geometry.points import Point
from game.play.dice_sequences import SeededDice
from game.systems.flood.forecast import Forecaster, forecasts
from game.systems.flood.rules.odds import FloodForecast
from game.table.records import ModelId
from tests.systems.flood.flood_tables import squad_at, view_before_flood
from tests.tools.polling import poll_until

HALE, BROR = ModelId("squad-1"), ModelId("squad-2")
DICE = SeededDice(9)


@dataclass(frozen=True, slots=True)
class Broken:
    """Dice that raise, or kill the worker process, as soon as it reads their seed."""

    hard: bool

    @property
    def seed(self) -> int:
        if self.hard:
            os._exit(3)
        raise ValueError("no such dice")

    def nth(self, n: int) -> int:
        raise AssertionError(n)


def bumping_models() -> TableView:
    """Return a table on which models may bump each other, so that floods must be simulated."""
    return view_before_flood(squad_at((3, 10), (4.5, 10), (8, 10)))


@pytest.fixture
def forecaster() -> Iterator[Forecaster]:
    one = Forecaster(floods=60)
    yield one
    one.close()


def last(view: TableView, floods: int = 60) -> FloodForecast:
    *_, forecast = forecasts(view, DICE, floods)
    return forecast


@pytest.mark.slow
def test_it_tells_what_would_be_told_here_one_position_after_another(
    forecaster: Forecaster,
) -> None:
    """The board is sent once; the second position is on the same board."""
    view = bumping_models()
    forecaster.start(view, DICE)
    assert forecaster.busy
    poll_until(forecaster, lambda: not forecaster.busy)
    assert forecaster.result == last(view)

    moved = replace(view.table.models[HALE], at=Point(20, 10))
    view.table.models[HALE] = moved
    forecaster.start(view, DICE)
    poll_until(forecaster, lambda: not forecaster.busy)
    assert forecaster.result == last(view) != last(bumping_models())
    assert not forecaster.fault


@pytest.mark.slow
def test_a_newer_position_comes_instead_of_the_one_that_is_being_told(
    forecaster: Forecaster,
) -> None:
    """A million floods are cancelled, and no result of theirs arrives any more."""
    forecaster.floods = 10**6
    forecaster.start(bumping_models(), DICE)
    poll_until(forecaster, lambda: bool(forecaster.result and forecaster.result.simulated))
    assert forecaster.result
    assert 0.0 < forecaster.result.progress < 1.0
    assert forecaster.result.fates.keys() == bumping_models().table.models.keys()

    forecaster.floods = 20
    forecaster.start(bumping_models(), DICE)
    assert forecaster.result is None
    poll_until(forecaster, lambda: not forecaster.busy)
    assert forecaster.result == last(bumping_models(), 20)
    assert forecaster.result.progress == 1.0


def test_what_was_let_go_of_is_not_heard_of_any_more(forecaster: Forecaster) -> None:
    forecaster.floods = 10**6
    forecaster.start(bumping_models(), DICE)
    poll_until(forecaster, lambda: forecaster.result is not None)
    forecaster.cancel()
    forecast = forecaster.result
    assert not forecaster.busy
    for _ in range(20):
        sleep(0.01)
        assert forecaster.poll() is forecast


@pytest.mark.slow
def test_where_no_flood_can_come_there_is_no_forecast(forecaster: Forecaster) -> None:
    forecaster.start(view_before_flood(squad_at((3, 10)), modules=[], objects=()), DICE)
    poll_until(forecaster, lambda: not forecaster.busy)
    assert forecaster.result is None
    assert not forecaster.fault


@pytest.mark.slow
def test_a_fault_in_the_worker_is_told_and_the_next_position_is_none_the_worse(
    forecaster: Forecaster,
) -> None:
    forecaster.start(bumping_models(), Broken(hard=False))
    poll_until(forecaster, lambda: not forecaster.busy)
    assert "ValueError: no such dice" in forecaster.fault

    forecaster.start(bumping_models(), DICE)
    poll_until(forecaster, lambda: not forecaster.busy)
    assert forecaster.result == last(bumping_models())
    assert not forecaster.fault


@pytest.mark.slow
def test_a_worker_that_dies_is_told_of_and_another_takes_its_place(
    forecaster: Forecaster,
) -> None:
    forecaster.start(bumping_models(), Broken(hard=True))
    poll_until(forecaster, lambda: not forecaster.busy)
    assert forecaster.fault == "the forecast's process ended before it was done"

    forecaster.start(bumping_models(), DICE)
    poll_until(forecaster, lambda: not forecaster.busy)
    assert forecaster.result == last(bumping_models())


@pytest.mark.slow
def test_a_closed_one_leaves_no_process_behind(forecaster: Forecaster) -> None:
    forecaster.floods = 10**6
    forecaster.start(bumping_models(), DICE)
    poll_until(forecaster, lambda: forecaster.result is not None)
    process = forecaster.process
    assert process is not None
    assert process.is_alive()

    forecaster.close()
    # Its own thread waits for it, too, and may be told first.
    poll_until(forecaster, lambda: not process.is_alive())
    assert not forecaster.busy
