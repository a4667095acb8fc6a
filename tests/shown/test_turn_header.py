"""The header of a battle, for each state of the clock."""

from __future__ import annotations

import pytest

from game.shown.phase_marks import PhaseStep, course_text, marks
from game.shown.turn_header import SideStatus, TurnHeader, turn_header
from game.table.records import Clock, Result, Side
from game.table.state import Table
from tests.tools.patrol_table import SIDES, patrol_rules

WARDENS, BROOD = SIDES
DONE, NOW, TO_COME = PhaseStep.DONE, PhaseStep.NOW, PhaseStep.TO_COME


def at(clock: Clock) -> Table:
    return Table(sides=SIDES, clock=clock)


def header(clock: Clock, turns: int = 6) -> TurnHeader:
    points = {BROOD: 3}
    return turn_header(patrol_rules().phases, at(clock), turns, points)


@pytest.mark.parametrize(
    ("clock", "who", "turn", "team"),
    [
        (Clock(0, "deployment", WARDENS), "SET-UP", "", None),
        (Clock(1, "movement", WARDENS), "WARDENS' TURN", "TURN 1 / 6", 0),
        (Clock(3, "assault", BROOD), "BROOD'S TURN", "TURN 3 / 6", 1),
        (Clock(3, "tally"), "BOTH SIDES' TURN", "TURN 3 / 6", None),
    ],
)
def test_the_title_says_whose_turn_it_is(
    clock: Clock, who: str, turn: str, team: int | None
) -> None:
    shown = header(clock)

    assert (shown.who, shown.turn, shown.team) == (who, turn, team)


def test_a_game_without_a_fixed_length_has_no_last_turn() -> None:
    assert header(Clock(2, "shooting", BROOD), turns=0).turn == "TURN 2"


def test_a_side_that_scored_nothing_has_no_points() -> None:
    assert header(Clock(1, "movement", WARDENS)).standings == (
        SideStatus("Wardens", 0),
        SideStatus("Brood", 3),
    )


def test_the_points_are_final_once_there_is_a_result() -> None:
    phases, table = patrol_rules().phases, at(Clock(6, "tally"))
    assert turn_header(phases, table, 6, {}).score_hint == (
        "Score if the battle ended now: the score sheet ({sheet})"
    )
    assert turn_header(phases, table, 6, {}).who == "BOTH SIDES' TURN"
    table.result = Result(None, "equal points", "MI-03")
    assert turn_header(phases, table, 6, {}).who == "BATTLE OVER"
    assert turn_header(phases, table, 6, {}).score_hint == (
        "Final score: the score sheet ({sheet})"
    )
    hint = turn_header(phases, table, 6, {}, "Models left").score_hint
    assert hint == "Models left, not points"


def steps(clock: Clock) -> list[tuple[str, PhaseStep]]:
    return [(mark.name, mark.step) for mark in marks(patrol_rules().phases, at(clock))]


def test_phases_before_the_current_one_are_done() -> None:
    assert steps(Clock(1, "movement", WARDENS)) == [
        ("movement", NOW),
        ("shooting", TO_COME),
        ("assault", TO_COME),
    ]
    assert steps(Clock(1, "assault", BROOD)) == [
        ("movement", DONE),
        ("shooting", DONE),
        ("assault", NOW),
    ]


def test_a_phase_of_both_sides_stands_apart_from_those_of_a_player_turn() -> None:
    assert [step for _, step in steps(Clock(2, "tally"))] == [NOW]


def test_the_set_up_has_phases_of_its_own() -> None:
    before = steps(Clock(0, "deployment", WARDENS))

    assert [step for _, step in before] == [DONE, NOW, TO_COME, TO_COME]
    assert not {name for name, _ in before} & {"movement", "shooting", "assault"}


def test_the_course_of_a_turn_names_the_clause_of_the_current_phase() -> None:
    found = marks(patrol_rules().phases, at(Clock(1, "shooting", Side("wardens"))))

    assert course_text(found) == "Shooting (CC-07) of movement > shooting > assault"
    assert course_text(found[2:]) == ""
