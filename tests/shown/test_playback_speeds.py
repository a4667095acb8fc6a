"""The speeds of the playback: a quarter, the four of the settings, and eight times."""

from __future__ import annotations

from game.content.settings import SPEEDS
from game.shown.playback_speeds import next_round, next_speed, resumed_speed

SLOWEST, FASTEST = min(SPEEDS), max(SPEEDS)


def test_a_speed_is_kept_until_another_is_chosen_in_the_settings() -> None:
    assert resumed_speed(0.0, 0.0, 2.0) == 2.0
    assert resumed_speed(8.0, 0.0, 2.0) == 8.0
    assert resumed_speed(8.0, 2.0, 2.0) == 8.0
    assert resumed_speed(8.0, 1.0, 2.0) == 2.0


def test_the_button_goes_round_the_speeds_of_the_settings() -> None:
    assert next_round(SLOWEST) == SPEEDS[1]
    assert next_round(FASTEST) == next_round(8.0) == SLOWEST
    assert next_round(0.25) == SLOWEST


def test_slower_and_faster_end_at_a_quarter_and_at_eight_times() -> None:
    assert next_speed(SLOWEST, -1) == next_speed(0.25, -1) == 0.25
    assert next_speed(FASTEST, 1) == next_speed(8.0, 1) == 8.0
    assert next_speed(SPEEDS[1], -1) == SLOWEST
