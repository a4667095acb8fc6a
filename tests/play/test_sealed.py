"""Sealed answers: secret until both sides have answered."""

from __future__ import annotations

import pytest

from game.play.session import Session
from game.table.events import Scored
from tests.tools.toy_with_secrets import NONE, STONE, sealed_toy


def answers_given(session: Session) -> list[object]:
    return [answer.answer for answer in session.answers_back()]


def test_the_first_answer_lies_sealed_until_the_second_is_given() -> None:
    session = sealed_toy()
    assert session.sealed
    assert session.secrets == []

    session.answer(STONE)
    before = len(session.game.story)
    assert [(t.answer, t.by) for t in session.secrets] == [(STONE, session.table.sides[1])]
    assert session.sealed

    session.answer(STONE)
    assert session.secrets == []
    scored = session.game.story[before]
    assert isinstance(scored, Scored)
    assert (scored.side, scored.what) == (session.table.sides[0], "the stone")


@pytest.mark.parametrize("hidden", [STONE, NONE])
def test_the_story_tells_nothing_of_a_sealed_answer(hidden: str) -> None:
    session = sealed_toy()
    before, stood = list(session.game.story), session.table.fork()

    session.answer(hidden)

    assert session.game.story == before
    assert session.table == stood


def test_a_twin_holds_a_guess_where_an_answer_is_sealed() -> None:
    twins = dict[str, list[list[object]]]()
    for hidden in (STONE, NONE):
        session = sealed_toy()
        session.answer(hidden)
        twins[hidden] = [answers_given(session.fork(luck)) for luck in range(6)]

    assert twins[STONE] == twins[NONE]
    assert {str(held[0]) for held in twins[STONE]} == {STONE, NONE}


def test_a_sealed_answer_is_taken_back_freely_until_it_was_opened() -> None:
    session = sealed_toy()
    session.answer(STONE)
    assert session.free_to_take_back()

    session.answer(NONE)
    assert not session.free_to_take_back()
    session.undo()
    assert session.secrets[0].answer == STONE
    assert session.free_to_take_back()
