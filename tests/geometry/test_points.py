from __future__ import annotations

from math import hypot

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from game.geometry.points import (
    DIRECTIONS,
    Disc,
    Point,
    degrees,
    direction,
    distance,
    gap,
    length,
    point_ahead,
    segments_of,
    thousandths,
    unit_vector,
)
from tests.geometry.strategies import DISCS, HEADINGS, POINTS


@settings(deadline=None)
@given(a=POINTS, b=POINTS)
def test_a_distance_is_what_pythagoras_says(a: Point, b: Point) -> None:
    assert distance(a, b) == distance(b, a)
    assert distance(a, b) == pytest.approx(hypot(a.x - b.x, a.y - b.y), abs=1e-12)


@settings(deadline=None)
@given(a=DISCS, b=DISCS)
def test_a_gap_is_measured_from_edge_to_edge(a: Disc, b: Disc) -> None:
    assert gap(a, b) == pytest.approx(distance(a.at, b.at) - a.radius - b.radius, abs=1e-12)


def test_gaps_of_bases_that_touch_and_overlap() -> None:
    base = Disc(Point(0, 0), 0.5)

    assert gap(base, Disc(Point(1, 0), 0.5)) == 0.0
    assert gap(base, Disc(Point(3, 4), 1.5)) == 3.0
    assert gap(base, Disc(Point(0, 0), 0.5)) == -1.0


@settings(deadline=None)
@given(a=POINTS, b=POINTS)
def test_going_ahead_by_the_distance_leads_there(a: Point, b: Point) -> None:
    assume(a != b)

    assert distance(point_ahead(a, unit_vector(a, b), distance(a, b)), b) < 1e-9


def test_thousandths_have_no_negative_zero() -> None:
    assert str(thousandths(Point(-0.0001, 1.23456))) == "Point(x=0.0, y=1.235)"


@settings(deadline=None)
@given(path=st.lists(POINTS, min_size=1, max_size=6).map(tuple))
def test_the_legs_of_a_path_are_as_long_as_the_path(path: tuple[Point, ...]) -> None:
    walked = list(segments_of(path))

    assert sum(inches for _, _, inches in walked) == pytest.approx(length(path), abs=1e-6)
    for _, toward, _ in walked:
        assert hypot(*toward) == pytest.approx(1.0, abs=1e-12)


def test_a_leg_that_leads_nowhere_is_none() -> None:
    here = Point(1, 1)

    assert list(segments_of((here, here, Point(1, 3), Point(1, 3)))) == [(here, (0, 1), 2)]


@pytest.mark.parametrize(
    ("turn", "toward"),
    [(0, (0, -1)), (90, (1, 0)), (180, (0, 1)), (270, (-1, 0)), (360, (0, -1)), (-90, (-1, 0))],
)
def test_directions_start_up_the_table_and_go_clockwise(
    turn: int, toward: tuple[int, int]
) -> None:
    assert direction(turn) == toward


def test_directions_are_unit_vectors_and_alike_on_every_machine() -> None:
    for toward in DIRECTIONS:
        assert hypot(*toward) == pytest.approx(1.0, abs=2e-12)
        for number in toward:
            # A sine that is off by some last digits is still rounded to the same number.
            assert {round(number * (1 + n * 2.2e-16), 12) for n in (-1, 0, 1)} == {number}
    assert len(set(DIRECTIONS)) == 360


@settings(deadline=None)
@given(turn=HEADINGS, inches=st.floats(0.1, 50))
def test_a_heading_is_told_in_whole_degrees(turn: int, inches: float) -> None:
    x, y = direction(turn)

    assert degrees(Point(x * inches, y * inches)) == turn
