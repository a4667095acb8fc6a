"""Bots that repeat answers without effect do something else in the end."""

from __future__ import annotations

import pytest

from game.bots.registry import policy
from game.bots.simple_bots import RandomBot
from game.bots.steady.policy import MAX_IDLE_ANSWERS
from game.play.decisions import Choose, Option
from game.play.dice_sequences import SeededDice
from game.play.game import Game, Step
from game.play.session import Session
from game.rules.battles import prepare
from game.table.state import Table
from tests.tools.toy import ToyRules, toy_table

MOST = 1500
"""Number of answers that ends any random sandbox game, with a margin."""


def sandbox_session(seed: int, rules: int = 0) -> Session:
    return prepare("sandbox", seed=seed, options={"rules": rules}).session()


@pytest.mark.rule("SB-01")
@pytest.mark.parametrize(("rules", "seed"), [(1, 35), (1, 36), (0, 35), (6, 4)])
def test_a_random_game_of_the_sandbox_ends(rules: int, seed: int) -> None:
    """With seed 35 a unit was once moved again and again to the place where it stood."""
    session, bot = sandbox_session(seed, rules), policy("random")
    for _ in range(MOST):
        if session.pending is None:
            break
        session.answer(bot.answer(session))

    assert session.over


class Undecided(ToyRules):
    """Rules that ask for ever; no answer has any effect."""

    system = "classic"
    parts = ("classic",)

    def next_step(self, table: Table) -> Step:
        return _asks


async def _asks(game: Game) -> None:
    options = tuple(Option(str(n), str(n), "CC-01") for n in range(6))
    await Choose(game.table.sides[0], clause="CC-01", asks="Which?", options=options)


def test_answers_of_which_nothing_comes_are_counted_and_keep_one_table() -> None:
    session = Session(Undecided(), toy_table(), SeededDice(1))
    for n in range(5):
        assert session.idle == n
        session.answer("1")
    assert len({id(chapter.opening) for chapter in session.chapters}) == 1

    session.undo()
    assert session.idle == 4
    assert all(chapter.opening is not session.table for chapter in session.chapters)


def test_the_same_question_at_the_same_table_is_not_answered_alike_for_ever() -> None:
    session, bot, said = (
        Session(Undecided(), toy_table(), SeededDice(1)),
        RandomBot(),
        set[str](),
    )
    for _ in range(40):
        said.add(bot.answer(session))
        session.answer(bot.answer(session))

    assert len(said) == 6


def test_who_thinks_does_anything_once_nothing_comes_of_it() -> None:
    session, bot = Session(Undecided(), toy_table(), SeededDice(1)), policy("steady")
    said = list[str]()
    for _ in range(2 * MAX_IDLE_ANSWERS):
        said.append(bot.answer(session))
        session.answer(said[-1])

    assert len({*said[:MAX_IDLE_ANSWERS]}) < len({*said[MAX_IDLE_ANSWERS:]})


@pytest.mark.rule("FF-01")
def test_no_origin_is_picked_on_a_map_that_has_none() -> None:
    session = sandbox_session(1, rules=2)
    asked = session.pending
    assert isinstance(asked, Choose)
    session.answer("phase")
    asked = session.pending
    assert isinstance(asked, Choose)
    greyed = {option.id: refusal.reason for option, refusal in asked.greyed}

    assert "draw a FloodOrigin" in greyed["origin"]
    assert "origin" not in [option.id for option in asked.options]
