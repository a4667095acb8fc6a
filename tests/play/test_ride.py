"""Paths in segments: legality, movement modes, and the nearest legal path."""

from __future__ import annotations

from typing import Any

import pytest

from game.play.decisions import IllegalAnswer
from game.play.moves.single_move import Ride, RideMode, mended, wrong
from game.table.records import ModelId, Side
from game.table.state import Table

SLOW, FAST = RideMode("ride", 6.0, 2.0), RideMode("accelerate", 12.0, 4.0)
RIDE = Ride(
    Side("riders"), clause="PU-18", asks="move", model=ModelId("hale-1"), gaits=(SLOW, FAST)
)


@pytest.mark.parametrize(
    ("way", "mode"),
    [
        ([], SLOW),
        ([[0, 6]], SLOW),
        ([[0, 6.001]], FAST),
        ([[0, 2], [45, 4]], SLOW),
        ([[0, 6], [-45, 0]], SLOW),
        ([[0, 4], [45, 4], [-45, 4]], FAST),
    ],
)
def test_a_way_is_ridden_by_the_slowest_gait_that_allows_it(way: Any, mode: RideMode) -> None:
    answer = RIDE.read(way)
    RIDE.judge(Table(), answer)

    assert RIDE.gait_of(answer) == mode


@pytest.mark.parametrize(
    ("way", "reason", "fix"),
    [
        ([[5, 3]], "move straight before the first turn", [[0, 3]]),
        ([[0, 3], [0, -1]], "riders cannot go backward", None),
        ([[0, 1.5], [10, 2]], 'move 2" straight before a turn, not 1.5"', [[0, 2], [10, 2]]),
        ([[0, 3], [90, 2]], "90° is too far to turn (it may turn 45°)", [[0, 3], [45, 2]]),
        (
            [[0, 3], [45, 8]],
            'move 4" straight before a turn, not 3"',
            [[0, 4], [45, 8]],
        ),
        ([[0, 13]], '13.0" is 1.0" too far (it may move 12")', [[0, 12]]),
        # No inches are left for the following points: they are dropped.
        ([[0, 12], [45, 4]], '16.0" is 4.0" too far (it may move 12")', [[0, 12]]),
    ],
)
def test_what_is_wrong_is_told_and_mended(way: Any, reason: str, fix: Any) -> None:
    with pytest.raises(IllegalAnswer) as no:
        RIDE.judge(Table(), RIDE.read(way))

    assert (no.value.reason, no.value.clause) == (reason, "PU-18")
    if fix is not None:
        assert no.value.fix == fix
    RIDE.judge(Table(), RIDE.read(no.value.fix))


@pytest.mark.parametrize(
    "raw",
    [None, 6, "6", [6], [[6]], [[0, 6, 1]], [[0, True]], [[0, "6"]], [[0, float("nan")]]],
)
def test_what_is_no_way_is_not_read(raw: Any) -> None:
    with pytest.raises(IllegalAnswer):
        RIDE.read(raw)


def test_its_samples_are_legal_and_differ() -> None:
    raw = list(RIDE.samples(Table(), 40))

    for way in raw:
        RIDE.judge(Table(), RIDE.read(way))
    assert raw[:3] == [[[0.0, 6.0]], [[0.0, 12.0]], []]
    assert len({str(way) for way in raw}) == 40
    assert any(way[1][0] < -30 for way in raw[3:])
    assert any(way[1][0] > 30 for way in raw[3:])


def test_a_way_with_less_left_is_cut_where_its_inches_end() -> None:
    tired = RideMode("ride", 2.0, 2.0)
    path = RIDE.read([[0, 1], [45, 3]])

    assert wrong(path, tired) == 'move 2" straight before a turn, not 1"'
    assert mended(path, tired) == ((0.0, 2.0),)
