from __future__ import annotations

import pytest

from game.geometry.points import Point
from game.play.moves.single_move import RideMode, RideSegment, nearest_ride, ride_path, why_not

RIDE = RideMode("ride", 6.0, 2.0)
RUSH = RideMode("accelerate", 12.0, 4.0)
BOTH = RIDE, RUSH
HERE = Point(20.0, 20.0)
RIGHT = 90.0


def test_a_way_turns_clockwise_from_its_facing() -> None:
    led = ride_path(
        HERE, RIGHT, (RideSegment(0.0, 3.0), RideSegment(90.0, 2.0), RideSegment(-45.0, 0.0))
    )

    assert led.corners == (HERE, Point(23.0, 20.0), Point(23.0, 22.0))
    assert led.end == Point(23.0, 22.0)
    assert led.facing == 135.0


@pytest.mark.rule("PU-18")
def test_straight_ahead_it_goes_straight() -> None:
    led = nearest_ride(HERE, RIGHT, BOTH, Point(25.0, 20.0))

    assert led
    assert led.path == (RideSegment(0.0, 5.0),)
    assert led.mode == RIDE


@pytest.mark.rule("PU-18")
def test_what_lies_further_is_ridden_faster() -> None:
    led = nearest_ride(HERE, RIGHT, BOTH, Point(29.0, 20.0))

    assert led
    assert led.path == (RideSegment(0.0, 9.0),)
    assert led.mode == RUSH


@pytest.mark.rule("PU-18")
def test_aside_it_turns_as_early_as_it_may() -> None:
    # 2" ahead and then 3" at 30° to the right: 2.598 on, 1.5 down.
    led = nearest_ride(HERE, RIGHT, BOTH, Point(24.598, 21.5))

    assert led
    assert led.path == (RideSegment(0.0, 2.0), RideSegment(30.0, 3.0))
    assert led.miss < 0.01


@pytest.mark.rule("PU-18")
def test_further_aside_it_turns_twice() -> None:
    # 2" ahead, 2" at 45°: 1.414 on and down; then 1.5" at 80°: 0.26 on, 1.477 down.
    led = nearest_ride(HERE, RIGHT, (RIDE,), Point(23.675, 22.891))

    assert led
    assert led.path == (RideSegment(0.0, 2.0), RideSegment(45.0, 2.0), RideSegment(35.0, 1.5))


@pytest.mark.rule("PU-18")
def test_from_a_settled_corner_it_turns_at_once_even_on_the_spot() -> None:
    stem = (RideSegment(0.0, 6.0),)
    led = nearest_ride(HERE, RIGHT, (RIDE,), Point(26.0, 30.0), stem)

    assert led
    assert led.path == (RideSegment(0.0, 6.0), RideSegment(45.0, 0.0))


@pytest.mark.rule("PU-18")
def test_a_corner_that_came_too_early_leads_nowhere() -> None:
    assert (
        nearest_ride(HERE, RIGHT, (RIDE,), Point(26.0, 30.0), (RideSegment(0.0, 1.0),)) is None
    )


@pytest.mark.rule("PU-18")
@pytest.mark.parametrize(
    ("goal", "why"),
    [
        (Point(25.0, 20.0), None),
        (Point(17.0, 20.0), "riders cannot go backward"),
        (Point(21.0, 23.0), 'move 2" straight before a turn, not 1"'),
        (Point(22.0, 23.0), "90° is too far to turn (it may turn 45°)"),
        (Point(30.0, 20.0), '10.0" is 4.0" too far (it may move 6")'),
    ],
)
def test_what_no_way_leads_to_is_told_in_the_words_of_the_rule(
    goal: Point, why: str | None
) -> None:
    assert why_not(HERE, RIGHT, RIDE, goal) == why
