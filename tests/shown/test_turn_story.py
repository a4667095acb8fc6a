"""The moves and losses of a turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.geometry.points import Point
from game.shown.turn_story import MOTIONS, UnitLosses, last_turn, losses, recap, trails
from game.table.apply import apply
from game.table.events import Act, Acted, Event, Motion, Moved, PhaseBegan, Removed, Scored
from game.table.records import How, ModelId, UnitId
from tests.tools.toy import BLUES, REDS, toy_table

A, B, C = Point(1, 1), Point(4, 5), Point(7, 5)
FIRST, SECOND, THIRD = (ModelId(f"blues-runners-{n}") for n in (1, 2, 3))
TURN: list[Event] = [
    PhaseBegan("CC-18", 1, "movement", BLUES),
    Moved("CC-18", model=FIRST, path=(A, B), facing=0.0),
    PhaseBegan("CC-22", 1, "shooting", BLUES),
    Moved("CC-22", model=FIRST, path=(B, C), facing=0.0),
    Removed("CC-12", SECOND, How.SHOT),
]
BEFORE: list[Event] = [PhaseBegan("CC-18", 1, "movement", REDS)]
AFTER: list[Event] = [
    PhaseBegan("MI-04", 2, "tally", None),
    PhaseBegan("CC-18", 2, "movement", REDS),
]


def test_the_last_turn_is_all_of_the_other_sides_phases() -> None:
    assert last_turn([]) == last_turn(BEFORE) == ()
    assert last_turn([*BEFORE, *TURN, *AFTER]) == [*TURN, AFTER[0]]


def test_a_model_that_moves_twice_leaves_one_trail() -> None:
    assert trails(TURN) == ((A, B, B, C),)


def test_losses_lie_in_the_middle_of_where_the_models_stood() -> None:
    # The runners stand at 10, 11.5 and 13 inches from the left, 20 from the top.
    assert [*losses(TURN, toy_table())] == [UnitLosses(Point(11.5, 20.0), "Blues team: 1 lost")]
    more = [*TURN, Removed("CC-12", THIRD, How.SHOT)]
    assert [*losses(more, toy_table())] == [
        UnitLosses(Point(12.25, 20.0), "Blues team: 2 lost")
    ]


def test_a_recap_says_what_moved_what_was_lost_and_what_was_scored() -> None:
    table = toy_table()
    assert recap((), table) == ()
    scored = Scored("MP-36", REDS, 2, "blues-runners"), Scored("MP-36", BLUES, -1, "kills")
    shot = Acted("CC-07", UnitId("blues-runners"), Act.SHOOTS, target="reds-runners")
    lines = recap([*TURN, shot, *scored], table)
    assert [line.text for line in lines] == [
        "Blues' turn 1",
        "Blues team moved",
        "Blues team shot",
        "Blues team: 1 lost",
        "Reds +2: Blues team",
        "Blues −1: kills",
    ]
    assert [line.text for line in recap(BEFORE, table)] == ["Reds' turn 1", "Nothing happened"]


def test_a_recap_says_that_a_unit_has_none_left_or_has_left() -> None:
    table, ids = toy_table(), (FIRST, SECOND, THIRD)
    lost = [BEFORE[0], *(Removed("CC-12", id_, How.SHOT) for id_ in ids)]
    for event in lost:
        apply(table, event)
    assert recap(lost, table)[1].text == "Blues team: 3 lost, none left"
    left = [BEFORE[0], *(Removed("MI-02", id_, How.LEFT) for id_ in ids[:2])]
    assert recap(left, table)[1].text == "Blues team: 2 left the table"


@pytest.mark.parametrize("motion", list(Motion))
def test_a_recap_tells_falling_back_and_other_motions_from_moves(motion: Motion) -> None:
    table, fall = toy_table(), Acted("CC-15", UnitId("blues-runners"), Act.FALLS_BACK)
    other = next(m for m in table.models.values() if m.side == REDS).id
    moved = Moved("CC-18", model=FIRST, path=(A, B), facing=0.0)
    back = replace(moved, motion=motion)
    (one,) = recap([TURN[0], back], table)[1:]
    assert one.text == f"Blues team {MOTIONS[motion]}"
    assert (one.text == "Blues team moved") is (motion is Motion.MOVES)

    (both,) = recap([TURN[0], back, replace(back, model=other)], table)[1:]
    assert both.text.endswith(MOTIONS[motion].replace("was", "were"))
    (fell,) = recap([TURN[0], fall, moved], table)[1:]
    assert fell.text == "Blues team fell back"
