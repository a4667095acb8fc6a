"""Undo, redo, fork and replay, which every rule system gets from ``Session``."""

from __future__ import annotations

from typing import Any

import pytest

from game.play.decisions import PASS, Choose, IllegalAnswer, Option
from game.play.dice_sequences import ScriptedDice, SeededDice
from game.play.game import Game, Step, at_once
from game.play.session import BrokenRuleError, Session, SessionChange, StuckError
from game.table.events import Handled, PhaseOver, Rolled, Unmarked
from game.table.records import UnitId
from game.table.state import Table
from tests.tools.replay_check import fought, told_again
from tests.tools.toy import REDS, ToyRules, play_on, replaced, toy, toy_table

SEEDS = range(12)


def stands(session: Session) -> tuple[Any, ...]:
    """Return all the parts of a game that a player can see."""
    return session.table.fork(), session.pending, list(session.game.story), session.over


def dice_of(session: Session) -> list[tuple[int, ...]]:
    return [event.faces for event in session.game.story if isinstance(event, Rolled)]


def say(session: Session, *answers: Any) -> None:
    for answer in answers:
        session.answer(answer)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_answers_and_dice_tell_the_same_story(seed: int) -> None:
    session = play_on(toy(seed), seed)

    assert session.over
    assert stands(told_again(session)) == stands(session)


def test_a_refused_answer_changes_nothing() -> None:
    session = toy()
    before = stands(session)

    for wrong in ("nonsense", 7, [["blues-runners-1", [[10, 20]]]]):
        with pytest.raises(IllegalAnswer):
            session.answer(wrong)

    assert stands(session) == before
    assert not session.can_take_back


def test_whoever_is_asked_when_the_game_is_over_is_told_so() -> None:
    session = play_on(toy(3), 1)

    with pytest.raises(RuntimeError, match="the game is over"):
        session.answer(PASS)


@pytest.mark.parametrize("seed", SEEDS)
def test_taking_all_answers_back_one_by_one_walks_the_same_way_back(seed: int) -> None:
    session = toy(seed)
    stood = [stands(session)]
    while session.pending:
        play_on(session, seed, 1)
        stood.append(stands(session))

    while session.can_take_back:
        assert stands(session) == stood.pop()
        session.undo()

    assert [stands(session)] == stood


@pytest.mark.parametrize("seed", SEEDS)
def test_redo_gives_back_what_was_taken_back_with_the_same_dice(seed: int) -> None:
    session = play_on(toy(seed), seed, 6)
    before = stands(session)

    for luck in (None, 1, 2):
        session.undo(luck)
    for _ in range(3):
        session.redo()

    assert stands(session) == before
    assert not session.can_redo


def test_after_a_take_back_with_luck_other_dice_come() -> None:
    rolled = set()
    for luck in range(20):
        session = toy(7)
        say(session, [], "reds-runners-1", "blues-runners-1")
        session.undo(luck)
        session.answer("blues-runners-1")
        rolled.add(dice_of(session)[2])

    assert len(rolled) > 3


def test_without_luck_the_same_dice_come_again() -> None:
    session = toy(7)
    say(session, [], "reds-runners-1", "blues-runners-1")
    dice = dice_of(session)

    session.undo()
    session.answer("blues-runners-1")

    assert dice_of(session) == dice


def test_another_answer_than_the_one_taken_back_ends_the_chance_to_redo() -> None:
    session = play_on(toy(7), 2, 3)
    session.undo()
    assert session.can_redo

    play_on(session, 3, 1)

    assert not session.can_redo


def test_a_take_back_is_free_until_a_die_has_fallen() -> None:
    session = toy(7)
    assert not session.free_to_take_back()

    say(session, [])
    assert session.free_to_take_back()
    say(session, "reds-runners-1")
    assert session.free_to_take_back()
    say(session, "blues-runners-1")
    assert not session.free_to_take_back()

    session.undo()
    assert session.free_to_take_back()


def test_nothing_can_be_taken_back_before_the_first_answer() -> None:
    with pytest.raises(RuntimeError, match="nothing to undo"):
        toy().undo()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_fork_stands_where_the_game_stands_and_leaves_it_alone(seed: int) -> None:
    session = play_on(toy(seed), seed, seed)
    before = stands(session)

    twin = session.fork(luck=seed)
    assert (twin.table, twin.pending, twin.over) == (before[0], before[1], before[3])
    child = play_on(twin, seed + 1, 2).fork(luck=1)
    play_on(child, seed)
    if twin.can_take_back:
        twin.undo()

    assert stands(session) == before


def test_a_fork_never_rolls_the_dice_that_will_fall() -> None:
    coming = []
    for luck in range(30):
        session = play_on(toy(9), 1, 1)
        twin = session.fork(luck)
        at = session.table.rolls
        coming.append([twin.game.dice.nth(n) for n in range(at, at + 40)])
    real = [SeededDice(9).nth(n) for n in range(at, at + 40)]

    assert real not in coming
    assert len({tuple(faces) for faces in coming}) == len(coming)


def test_a_fork_within_a_chapter_has_the_answers_of_the_chapter() -> None:
    session = toy(7)
    say(session, [], "reds-runners-1")

    twin = session.fork(luck=1)

    assert twin.pending == session.pending
    twin.undo()
    assert twin.pending
    assert twin.pending.asks == "Who tags?"


def test_every_step_opens_a_chapter_with_the_table_as_it_was() -> None:
    session = play_on(toy(4), 2)

    for chapter, following in zip(session.chapters, session.chapters[1:], strict=False):
        opened = Session(ToyRules(), chapter.opening.fork(), session.game.dice)
        for answer in chapter.answers:
            assert opened.table.rolls == answer.rolls
            opened.answer(answer.answer)
        assert opened.chapters[1].opening == following.opening
        fresh = session.game.story[chapter.events_before : following.events_before]
        assert opened.game.story[: len(fresh)] == fresh


def test_each_answer_knows_how_long_the_story_was_when_it_was_asked_for() -> None:
    session, lengths = toy(4), list[int]()
    while session.pending:
        lengths.append(len(session.game.story))
        play_on(session, 2, 1)

    answers = [answer for chapter in session.chapters for answer in chapter.answers]
    assert [t.events_before for t in answers] == lengths


def test_watchers_are_told_what_was_done() -> None:
    session, seen = toy(), list[SessionChange]()
    session.watch.append(seen.append)

    session.answer([])
    with pytest.raises(IllegalAnswer):
        session.answer("nobody")
    session.undo()
    session.redo()

    assert seen == [SessionChange.ANSWERED, SessionChange.TAKEN_BACK, SessionChange.REDONE]


def test_the_rules_that_wait_can_be_named() -> None:
    session = toy()

    assert session.where() == ["do_it", "move_unit"]


async def _idle(game: Game) -> None:
    pass


async def _stumble(game: Game) -> None:
    game.do(Unmarked("CC-18", UnitId("nobody"), "here"))


def test_a_step_that_asks_nobody_and_changes_nothing_is_an_error() -> None:
    class Idle(ToyRules):
        def next_step(self, table: Table) -> Step:
            return _idle

    with pytest.raises(StuckError, match="nothing came of"):
        Session(Idle(), toy_table(), SeededDice(1))


async def _mark(game: Game) -> None:
    game.do(PhaseOver("CC-06"))


async def _tick(game: Game) -> None:
    game.do(Handled("CC-06"))


def test_rules_that_never_ask_anybody_again_are_an_error() -> None:
    class Ticking(ToyRules):
        def next_step(self, table: Table) -> Step | None:
            return _tick if table.queue else super().next_step(table)

    table = toy_table()
    table.queue = ("a",) * 3
    assert Session(Ticking(), table, SeededDice(1)).pending

    class Endless(ToyRules):
        def next_step(self, table: Table) -> Step:
            return _mark

    with pytest.raises(StuckError, match="nobody is asked any more"):
        Session(Endless(), toy_table(), SeededDice(1))


def test_when_a_rule_raises_the_game_stands_where_it_stood_before_the_answer() -> None:
    session = Session(replaced(ToyRules(), "tagging", _stumble), toy_table(), SeededDice(1))
    before = stands(session)

    for _ in range(2):
        with pytest.raises(BrokenRuleError) as caught:
            session.answer([])
        assert stands(session) == before

    assert caught.value.answer == []
    assert isinstance(caught.value.__cause__, KeyError)


def test_a_game_goes_on_after_a_rule_raised() -> None:
    session = toy(ScriptedDice((5, 2)))
    fought.clear()  # its dice run out: it cannot be replayed
    session.answer([])
    session.answer("reds-runners-1")
    with pytest.raises(BrokenRuleError, match=r"tag > .* failed after the answer 'blues") as no:
        session.answer("blues-runners-1")
    assert "die 3 was asked" in str(no.value.__cause__)

    session.undo()
    session.answer(PASS)

    assert session.table.clock.side != REDS


def test_a_rule_that_asks_nobody_is_played_at_once() -> None:
    async def sure() -> str:
        return "done"

    async def asks() -> str:
        return await Choose(
            REDS, clause="CC-01", asks="Which?", options=(Option("a", "A"), Option("b", "B"))
        )

    assert at_once(sure()) == "done"
    with pytest.raises(RuntimeError, match=r"nobody is there to answer: .*Which\?"):
        at_once(asks())
