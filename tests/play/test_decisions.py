"""The format of answers, and the answers that are refused."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.geometry.points import Point
from game.play.decisions import (
    PASS,
    Choose,
    Decision,
    IllegalAnswer,
    Option,
    Refusal,
    pass_option,
    read_point,
)
from game.play.moves.march import March
from game.play.session import Session
from tests.tools.toy import BLUES, play_on, toy, toy_table

texts = st.text('"\\ 1a-é漢😀\0\n')
"""Text of a few odd characters: a list of all of them takes seconds to make."""
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=12,
)


def choice_of(many: int = 3) -> Choose:
    greyed = ((Option("swim", "Swim"), Refusal("no water here", "FF-01", fix="one")),)
    options = tuple(Option(f"option-{n}", f"Option {n}") for n in range(many))
    return Choose(
        BLUES,
        clause="CC-07",
        asks="Which?",
        options=(*options, pass_option("None")),
        greyed=greyed,
    )


def test_an_option_is_chosen_by_its_name() -> None:
    asked = choice_of()

    assert asked.read("option-1") == "option-1"
    asked.judge(toy_table(), "option-1")
    asked.judge(toy_table(), PASS)


@pytest.mark.parametrize("raw", [None, 1, True, ["option-1"], {"option": 1}, 1.5])
def test_what_is_no_name_is_refused(raw: Any) -> None:
    with pytest.raises(IllegalAnswer, match=r"is not the name of an option \(CC-07\)"):
        choice_of().read(raw)


def test_an_unknown_option_is_answered_with_those_that_are_possible() -> None:
    with pytest.raises(IllegalAnswer) as caught:
        choice_of().judge(toy_table(), "run")

    assert caught.value.reason == (
        "you cannot choose 'run' here; choose one of: option-0, option-1, option-2, pass"
    )
    assert caught.value.clause == "CC-07"


def test_a_greyed_option_is_refused_by_the_clause_that_forbids_it() -> None:
    with pytest.raises(IllegalAnswer) as caught:
        choice_of().judge(toy_table(), "swim")

    refused = caught.value
    assert (str(refused), refused.clause, refused.fix) == (
        "no water here (FF-01)",
        "FF-01",
        "one",
    )


@pytest.mark.parametrize("many", [0, 1, 3, 40])
def test_samples_of_a_choice_are_legal_different_and_reach_from_end_to_end(many: int) -> None:
    asked = choice_of(many)

    for n in (1, 2, 5, 100):
        found = list(asked.samples(toy_table(), n))
        assert len(found) == len(set(found)) == min(n, many + 1)
        assert found[0] == asked.options[0].id
        for option in found:
            asked.judge(toy_table(), asked.read(option))
    assert list(asked.samples(toy_table(), 100)) == [o.id for o in asked.options]


def test_a_point_is_read_to_the_thousandth_of_an_inch() -> None:
    assert read_point([1, 2.00049]) == Point(1.0, 2.0)
    assert str(read_point([-0.0001, 0])) == "Point(x=0.0, y=0.0)"


@pytest.mark.parametrize(
    "raw",
    [
        None,
        "1,2",
        [1],
        [1, 2, 3],
        [1, "2"],
        [1, True],
        [1, None],
        [1, float("nan")],
        [float("inf"), 1],
        [1, 1e9],
        {"x": 1, "y": 2},
    ],
)
def test_what_is_no_point_is_refused(raw: Any) -> None:
    with pytest.raises(IllegalAnswer):
        read_point(raw)


@cache
def new_toy_game() -> Session:
    """Return a new game for tests that only judge answers and give none."""
    return toy()


@given(json_values)
def test_whatever_is_answered_is_read_or_refused_and_nothing_else(raw: Any) -> None:
    session = new_toy_game()
    assert isinstance(session.pending, March)
    questions: tuple[Decision[Any], ...] = (session.pending, choice_of())

    for asked in questions:
        with suppress(IllegalAnswer):
            asked.judge(session.table, asked.read(raw))


def test_samples_are_plain_json_and_the_rules_take_them() -> None:
    for luck in range(5):
        session = toy(luck)
        while session.pending:
            for raw in session.pending.samples(session.table, 12):
                again = json.loads(json.dumps(raw))
                assert again == raw
                session.pending.judge(session.table, session.pending.read(again))
            play_on(session, luck, 1)
