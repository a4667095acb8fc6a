"""Directions inside an arc."""

from __future__ import annotations

import pytest

from game.play.decisions import Aim, IllegalAnswer
from game.table.state import Table
from tests.play.tables import US

NORTH = Aim(US, clause="ZG-09", asks="Turn an arrow", about="hale", middle=10.0, spread=45.0)
ANY_WAY = Aim(US, clause="ZG-11", asks="Turn an arrow", about="hale", middle=10.0, spread=180.0)


@pytest.mark.parametrize("value", [10, 55, 325, -35, 0, 360, 370.0])
def test_a_direction_in_the_arc_is_legal_across_the_top_too(value: float) -> None:
    NORTH.judge(Table(), NORTH.read(value))


@pytest.mark.parametrize(
    ("value", "fix"), [(55.001, 55), (324.999, 325), (180, 55), (200, 325)]
)
def test_one_beyond_it_is_refused_with_its_nearest_end(value: float, fix: float) -> None:
    with pytest.raises(IllegalAnswer, match="more than 45") as no:
        NORTH.judge(Table(), NORTH.read(value))

    assert (no.value.clause, no.value.fix) == ("ZG-09", fix)


@pytest.mark.parametrize("value", [0, 190, 190.001, 189.999, 359.999])
def test_all_directions_are_legal_where_any_is(value: float) -> None:
    ANY_WAY.judge(Table(), ANY_WAY.read(value))


@pytest.mark.parametrize("raw", ["north", True, None, [90], float("nan"), float("inf"), 1e9])
def test_what_is_no_direction_is_refused(raw: object) -> None:
    with pytest.raises(IllegalAnswer):
        NORTH.read(raw)


def test_directions_are_kept_in_thousandths_of_a_degree() -> None:
    assert NORTH.read(359.9996) == 0.0
    assert NORTH.read(12.34567) == 12.346


def test_samples_are_spread_over_the_arc_from_end_to_end() -> None:
    assert list(NORTH.samples(Table(), 5)) == [325.0, 347.5, 10.0, 32.5, 55.0]
    assert list(ANY_WAY.samples(Table(), 4)) == [190.0, 280.0, 10.0, 100.0]
