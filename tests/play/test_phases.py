"""Phases as a state machine in data, which is walked, drawn and checked."""

from __future__ import annotations

import pytest

from game.play.game import Phase, Phases, When, insert_phases, single_step
from game.table.events import PhaseBegan
from game.table.records import Clock
from tests.tools.toy import BLUES, REDS, ToyRules, play_on, run, toy, toy_table


def begun(seed: int) -> list[tuple[int, str, str | None]]:
    story = play_on(toy(seed), 1).game.story
    return [(e.round, e.phase, e.side) for e in story if isinstance(e, PhaseBegan)]


def test_phases_come_in_their_order_and_every_one_is_reached_and_left() -> None:
    turn = [("running", REDS), ("tagging", REDS), ("running", BLUES), ("tagging", BLUES)]
    around = [("weather", None), *turn, ("rally", None), ("end", None)]

    assert begun(3) == [
        (0, "toss", None),
        *((round_, *phase) for round_ in (1, 2, 3) for phase in around),
    ]


def test_the_side_with_the_first_turn_goes_first() -> None:
    first = next(e for e in begun(0) if e[1] == "running")

    assert first == (1, "running", BLUES)


@pytest.mark.parametrize("phase", ["toss", "weather", "rally", "end"])
def test_play_can_go_on_from_any_table(phase: str) -> None:
    table = toy_table()
    table.clock = Clock(0 if phase == "toss" else 2, phase, None)

    assert play_on(toy(3, table), 1).over


def test_modules_put_their_phases_in_front_of_those_that_they_name() -> None:
    own = [Phase(name, "CC-33", single_step(run, "CC-33")) for name in ("move", "shoot")]
    flood = Phase("flood", "FF-08", single_step(run, "FF-08"), before="shoot")
    rats = Phase("rats", "FF-08", single_step(run, "FF-08"), before="shoot")
    last = Phase("last", "FF-08", single_step(run, "FF-08"))

    names = [p.name for p in insert_phases(own, [flood, rats, last])]

    assert names == ["move", "flood", "rats", "shoot", "last"]


def test_a_side_less_course_is_the_first_sides() -> None:
    course = Phases([Phase("move", "CC-33", single_step(run, "CC-33"), When.TURN)]).course(
        toy_table()
    )

    assert [side for _, side in course] == [REDS, BLUES]


def test_the_phases_are_drawn_as_a_diagram() -> None:
    drawn = ToyRules().phases.mermaid((REDS, BLUES)).splitlines()

    assert drawn[:3] == [
        "flowchart TD",
        '    0["toss<br/>CC-33"]',
        '    1["weather<br/>MP-13"]',
    ]
    assert '    2["running, reds<br/>CC-18"]' in drawn
    assert drawn[-1] == "    7 -->|next game turn| 1"
