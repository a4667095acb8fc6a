"""Straight paths of one model."""

from __future__ import annotations

import pytest

from game.geometry.points import Point, distance
from game.play.decisions import IllegalAnswer
from game.play.moves.single_move import Steer
from game.table.records import Model, ModelId, Profile, UnitId
from game.table.state import Table
from tests.play.tables import US

HALE = ModelId("hale")
STEER = Steer(US, clause="ZG-05", asks="Push off", model=HALE, distance=6.0)


def table_with_hale() -> Table:
    model = Model(
        HALE, unit=UnitId("hale"), side=US, profile=Profile("Hale"), base=0.5, at=Point(10, 10)
    )
    return Table(models={HALE: model})


def test_a_point_within_its_inches_is_legal_its_own_place_and_one_off_the_table_too() -> None:
    for found in ([10, 10], [16, 10], [14.242, 14.242], [10, 4]):
        STEER.judge(table_with_hale(), STEER.read(found))


@pytest.mark.parametrize("found", [[16.001, 10], [14.243, 14.243], [100, 100]])
def test_a_point_too_far_off_is_refused_with_one_that_is_not(found: list[float]) -> None:
    with pytest.raises(IllegalAnswer, match=r"too far \(it may move 6") as no:
        STEER.judge(table_with_hale(), STEER.read(found))

    assert no.value.clause == "ZG-05"
    fix = STEER.read(no.value.fix)
    STEER.judge(table_with_hale(), fix)
    assert distance(Point(10, 10), fix) == pytest.approx(6, abs=0.003)


@pytest.mark.parametrize("raw", ["there", [1], [True, 1], [float("nan"), 1], [1, 2, 3], None])
def test_what_is_no_point_is_refused(raw: object) -> None:
    with pytest.raises(IllegalAnswer):
        STEER.read(raw)


def test_samples_are_legal_and_begin_with_staying() -> None:
    answers = list(STEER.samples(table_with_hale(), 64))

    assert answers[0] == [10, 10]
    for raw in answers:
        STEER.judge(table_with_hale(), STEER.read(raw))
    off = [distance(Point(10, 10), Point(*raw)) for raw in answers[1:]]
    assert max(off) > 5.5
    assert {raw[0] > 10 for raw in answers} == {raw[1] > 10 for raw in answers} == {True, False}
