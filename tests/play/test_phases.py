"""The state machine of phases: walked, drawn and checked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.play.dice_sequences import SeededDice
from game.play.game import Step
from game.play.phases import (
    END,
    NEXT,
    OVER,
    Interrupt,
    PhaseMachine,
    Precedence,
    Replacement,
    Transition,
    When,
    insert_phases,
    once,
)
from game.play.session import Session
from game.table.events import PhaseBegan
from game.table.records import Clock
from game.table.state import Table
from tests.tools.replay_check import undeclared
from tests.tools.toy import BLUES, REDS, ToyRules, move_unit, play_on, toy, toy_table


def phases_begun(seed: int) -> list[tuple[int, str, str | None]]:
    story = play_on(toy(seed), 1).game.story
    return [(e.round, e.phase, e.side) for e in story if isinstance(e, PhaseBegan)]


def test_phases_come_in_their_order_and_every_one_is_reached_and_left() -> None:
    turn = [("running", REDS), ("tagging", REDS), ("running", BLUES), ("tagging", BLUES)]
    around = [("weather", None), *turn, ("rally", None), ("end", None)]

    assert phases_begun(3) == [
        (0, "toss", None),
        *((round_, *phase) for round_ in (1, 2, 3) for phase in around),
    ]


def test_the_side_with_the_first_turn_goes_first() -> None:
    first = next(e for e in phases_begun(0) if e[1] == "running")

    assert first == (1, "running", BLUES)


@pytest.mark.parametrize("phase", ["toss", "weather", "rally", "end"])
def test_play_can_go_on_from_any_table(phase: str) -> None:
    table = toy_table()
    table.clock = Clock(0 if phase == "toss" else 2, phase, None)

    assert play_on(toy(3, table), 1).over


def test_modules_put_their_phases_in_front_of_those_that_they_name() -> None:
    own = [once(name, "CC-33", move_unit) for name in ("move", "shoot")]
    flood = once("flood", "FF-08", move_unit, before="shoot")
    rats = once("rats", "FF-08", move_unit, before="shoot")
    last = once("last", "FF-08", move_unit)

    names = [p.name for p in insert_phases(own, [flood, rats, last])]

    assert names == ["move", "flood", "rats", "shoot", "last"]


def test_a_side_less_course_is_the_first_sides() -> None:
    course = PhaseMachine([once("move", "CC-33", move_unit, When.TURN)]).course(toy_table())

    assert [side for _, side in course] == [REDS, BLUES]


@pytest.mark.parametrize("names", [(), ("toss",), ("toss", "weather", "rally"), ("tagging",)])
def test_a_phase_that_is_not_part_of_the_game_is_passed_over(names: tuple[str, ...]) -> None:
    rules, all_ = ToyRules(), [name for _, name, _ in phases_begun(3)]
    rules.phases = PhaseMachine(
        [
            replace(p, belongs=(lambda _: False) if p.name in names else (lambda _: True))
            for p in rules.phases.all
        ]
    )

    session = play_on(Session(rules, toy_table(), SeededDice(3)), 1)

    seen = [e.phase for e in session.game.story if isinstance(e, PhaseBegan)]
    assert seen == [name for name in all_ if name not in names]
    assert undeclared(session) == []


def test_only_what_may_be_passed_over_is_passed_over_in_the_diagram() -> None:
    move, rain, shoot = (once(name, "CC-18", move_unit) for name in ("move", "rain", "shoot"))
    machine = PhaseMachine([move, replace(rain, belongs=lambda _: False), shoot])

    ways = machine.transitions(toy_table())

    from_move = [t.end for t in ways if t.start == ("move", REDS)]
    assert from_move == [("rain", REDS), ("shoot", REDS)]
    assert [t.end for t in ways if t.start == ("rain", REDS)] == [("shoot", REDS)]


def test_the_phases_are_drawn_as_a_diagram() -> None:
    drawn = ToyRules().phases.mermaid((REDS, BLUES)).splitlines()

    assert drawn[:3] == [
        "flowchart TD",
        '    0["toss<br/>CC-33"]',
        '    1["weather<br/>MP-13"]',
    ]
    assert '    2["running, reds<br/>CC-18"]' in drawn
    assert "    7 --> over" in drawn
    assert drawn[-1] == "    7 -->|next game turn| 1"


def no_step(table: Table) -> Step | None:
    return None


def test_interrupts_their_ends_and_replaced_rules_are_drawn() -> None:
    machine = PhaseMachine(
        [once("move", "CC-18", move_unit), once("shoot", "CC-07", move_unit)],
        [
            Interrupt("wiped out", "MI-03", no_step, then=(END,)),
            Interrupt("fire support", "MP-08", no_step, during=("shoot",)),
        ],
        [Replacement("a move", "zero_g", ("move",)), Replacement("a loss", "salvage", ())],
    )

    drawn = [line.strip() for line in machine.mermaid((REDS, BLUES)).splitlines()]

    assert '0["move, reds<br/>CC-18<br/>a move: zero_g"]' in drawn
    assert drawn[drawn.index('i0{{"wiped out<br/>MI-03"}}') :] == [
        'i0{{"wiped out<br/>MI-03"}}',
        "turn -.-> i0",
        "i0 --> over",
        'i1{{"fire support<br/>MP-08"}}',
        "1 & 3 <-.-> i1",
        'r0[/"a loss: salvage"/] -.- turn',
        "3 -->|next game turn| 0",
    ]


def test_a_game_that_goes_another_way_than_declared_is_found() -> None:
    rules, bare = ToyRules(), ToyRules()
    bare.phases = PhaseMachine([replace(p, then=(NEXT,)) for p in rules.phases.all])

    assert undeclared(play_on(toy(3), 1)) == []
    session = Session(bare, toy_table(), SeededDice(3))
    assert undeclared(play_on(session, 1)) == [Transition(("end", None), OVER)]


def test_a_way_to_a_phase_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no phase 'mvoe'"):
        PhaseMachine([replace(once("move", "CC-18", move_unit), then=("mvoe",))])


def test_interrupts_come_first_but_only_in_game_turns_and_their_phases() -> None:
    first = Interrupt("stop", "MI-03", lambda _: move_unit, during=("move",))
    machine = PhaseMachine(
        [once("toss", "CC-33", move_unit, When.SETUP), once("move", "CC-18", move_unit)],
        [first],
    )
    table = toy_table()

    for clock, comes in ((Clock(0, "toss"), False), (Clock(1, "move", REDS), True)):
        table.clock = clock
        assert (machine.next_step(table) is move_unit) is comes


@pytest.mark.rule("MI-02", "FF-19")
def test_interrupts_of_one_moment_come_in_their_declared_order() -> None:
    due = ["is checked", "leaves", "gives support", "ends"]

    def interrupt(name: str, order: Precedence) -> Interrupt:
        return Interrupt(
            name, "MI-02", lambda _: move_unit if name in due else None, order=order
        )

    given = [
        interrupt("ends", Precedence.END),
        interrupt("leaves", Precedence.ACTION),
        interrupt("gives support", Precedence.ACTION),
        interrupt("is checked", Precedence.STATE),
    ]
    machine = PhaseMachine([once("move", "CC-18", move_unit)], given)
    other_way = PhaseMachine([once("move", "CC-18", move_unit)], given[::-1])

    assert [one.name for one in machine.interrupts] == due
    # Equal ones keep the order of the modules.
    assert [one.name for one in other_way.interrupts] == [due[n] for n in (0, 2, 1, 3)]
