"""Bots in a worker process: the answers of headless play, faults reported, nothing left."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from game import workers
from game.bots.protocol import Policy, Thoughts
from game.bots.registry import policy
from game.bots.simple_bots import RandomBot
from game.bots.watchdog import DOG
from game.content.maps.map_library import drawn_map
from game.content.maps.writer import canonical
from game.content.state_hashes import TableHash
from game.lab import bot_process
from game.lab.bot_process import (
    NOTHING,
    BotError,
    BotProcess,
    Thinking,
    _change,
    _Position,
    _think,
)
from game.play.session import Session
from game.rules.battles import prepare
from tests.editor.trials.fast_trials import stillborn
from tests.tiers import few

PATIENCE = 120.0
"""Seconds until a test gives up; a process starts slowly on a busy machine."""
SCENARIOS = (
    *("combat_patrol", "cage", "adrift", "pursuit", "no_mercy", "crossing", "the_nest"),
    *("deadlock", "salvage", "beachhead", "sandbox"),
)
LONG = 24
"""Answers of a game."""


class Endless(Policy):
    """A bot that never answers."""

    def think(self, session: Session) -> Thoughts:
        while True:
            yield


class Failing(Policy):
    """A bot that raises an error, or ends its process."""

    def __init__(self, *, ends: bool = False, leaves: bool = False) -> None:
        self.ends, self.leaves = ends, leaves

    def think(self, session: Session) -> Thoughts:
        yield
        if self.ends:
            os._exit(3)
        if self.leaves:
            raise SystemExit
        raise ValueError("no idea")


class Hanging(Policy):
    """A bot that does not pause."""

    def think(self, session: Session) -> Thoughts:
        while True:
            pass
        yield


@pytest.fixture(scope="module")
def kept() -> Iterator[BotProcess]:
    """Yield one worker process that is shared by all tests that do not kill it."""
    process = BotProcess()
    yield process
    process.close()


def new_session(scenario: str = "cage", seed: int = 3) -> Session:
    return prepare(scenario, seed=seed).session()


def made_up(thinking: Thinking) -> Any:
    end = monotonic() + PATIENCE
    while (answer := thinking.go_on()) is NOTHING:
        assert monotonic() < end, "it takes too long"
        sleep(0.005)
    return answer


def sent(old: _Position | None, new: _Position) -> bytes:
    return pickle.dumps(_change(old, new))


def gone_through(session: Session) -> Iterator[None]:
    """Play a session with an undo, other dice and a redo; yield at each question."""
    bot = RandomBot()
    for n in range(LONG):
        if session.pending is None:
            return
        yield
        session.answer(bot.answer(session))
        if n % 9 == 5:
            session.undo(n if n % 2 else None)
        if n % 9 == 7:
            session.undo()
            session.undo()
            yield
            session.redo()


@pytest.mark.parametrize("scenario", few(SCENARIOS, 4))
def test_the_process_has_the_same_game_after_answers_undo_and_redo(scenario: str) -> None:
    session, steady = new_session(scenario), policy("steady")
    old = there = None
    for n, _ in enumerate(gone_through(session)):
        new = _Position.of(session)
        there = pickle.loads(sent(old, new))(there)  # noqa: S301  made above
        old, other = new, there.session
        assert other.game.story == session.game.story
        assert (other.table.clock, other.table.rolls) == (
            session.table.clock,
            session.table.rolls,
        )
        assert other.idle == session.idle
        assert RandomBot().answer(other) == RandomBot().answer(session)
        if n % 10 == 2:
            assert steady.answer(other) == steady.answer(session)


def test_only_what_is_new_is_sent_and_the_board_only_once() -> None:
    session, bot = new_session("combat_patrol"), RandomBot()
    for _ in range(LONG):
        session.answer(bot.answer(session))
    old = _Position.of(session)
    session.answer(bot.answer(session))
    session.answer(bot.answer(session))
    new = _Position.of(session)
    whole, board = len(sent(None, new)), len(pickle.dumps(session.table.board))

    assert len(sent(old, new)) < 2000
    session.undo(luck=5)
    assert len(sent(new, _Position.of(session))) < whole - 0.9 * board
    other = new_session("combat_patrol")
    assert len(sent(new, _Position.of(other))) > board


@pytest.mark.slow
def test_answers_given_in_the_process_are_those_of_headless_play(kept: BotProcess) -> None:
    bot = policy("steady")
    for seed in (3, 4):
        session = new_session(seed=seed)
        for _ in range(6):
            answer = made_up(kept.think(bot, session))
            assert answer == bot.answer(session)
            session.answer(answer)


@pytest.mark.slow
def test_a_newer_question_comes_instead_of_the_earlier_one(kept: BotProcess) -> None:
    session = new_session()
    endless = kept.think(Endless(), session)
    assert endless.go_on() is NOTHING
    newer = kept.think(RandomBot(), session)
    endless.drop()

    assert made_up(newer) == RandomBot().answer(session)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bot", "words"),
    [(Failing(), "no idea"), (Failing(leaves=True), "the bot raised SystemExit")],
)
def test_an_error_has_the_words_and_the_traceback_of_the_bot(
    kept: BotProcess, bot: Policy, words: str
) -> None:
    session = new_session()
    with pytest.raises(BotError) as raised:
        made_up(kept.think(bot, session))

    assert str(raised.value) == words
    assert "in think" in raised.value.__notes__[0]
    assert made_up(kept.think(RandomBot(), session)) == RandomBot().answer(session)


def test_a_bot_that_hangs_is_stopped_there_as_it_is_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(DOG, "patience", 0.05)
    (thought,) = _think(Hanging(), _Position.of(new_session()))

    assert thought
    assert thought.error
    assert thought.error[0].endswith("ran for 0.05 s without reaching a decision")


@pytest.mark.slow
def test_a_dropped_thought_is_cancelled_and_the_process_stays(kept: BotProcess) -> None:
    session = new_session()
    thinking = kept.think(Endless(), session)
    thinking.go_on()
    thinking.drop()

    assert not kept.task.busy
    assert made_up(kept.think(RandomBot(), session)) == RandomBot().answer(session)


def running(process: BotProcess) -> Callable[[], bool]:
    """Return a function that returns whether the process of now is still running."""
    end = monotonic() + PATIENCE
    while (now := process.task.process) is None:
        assert monotonic() < end, "it takes too long"
        sleep(0.005)
    return now.is_alive


@pytest.mark.slow
def test_a_closed_process_ends_though_its_bot_thinks() -> None:
    process = BotProcess()
    process.think(Endless(), new_session())
    alive = running(process)
    process.close()

    end = monotonic() + PATIENCE
    while alive():
        assert monotonic() < end, "it takes too long"
        sleep(0.005)


@pytest.mark.slow
def test_a_process_that_dies_is_a_failure_of_its_bot_alone() -> None:
    process, session = BotProcess(), new_session()
    try:
        with pytest.raises(BotError, match="its process ended before it had an answer"):
            made_up(process.think(Failing(ends=True), session))
        assert made_up(process.think(RandomBot(), session)) == RandomBot().answer(session)
    finally:
        process.close()


@pytest.mark.slow
def test_bots_think_here_if_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_serve", stillborn)  # the process itself
    process, session = BotProcess(), new_session()
    try:
        assert made_up(process.think(RandomBot(), session)) == RandomBot().answer(session)
        assert isinstance(process.think(RandomBot(), session), bot_process.ThinkingHere)
    finally:
        process.close()


@pytest.mark.rule("CC-39")
def test_a_position_is_sent_with_its_doors_as_they_stand(tmp_path: Path) -> None:
    """Two doors across the table; an undo leads back to where they stood otherwise."""
    objects: list[dict[str, Any]] = [
        {"class": "DeploymentZone", "name": "north", "rectangle": [0, 0, 30, 8]},
        {"class": "DeploymentZone", "name": "south", "rectangle": [0, 22, 30, 8]},
        *({"class": "Objective", "point": [x, 15]} for x in (8, 15, 22)),
        *({"class": "Door", "polyline": [[2, y], [28, y]]} for y in (9, 21)),
    ]
    path = tmp_path / "doors.tmj"
    drawn = drawn_map(30, 30, {"all": objects}, title="Doors", look="city")
    path.write_text(canonical(drawn), "utf-8")
    session, bot = prepare("combat_patrol", seed=1, map_=str(path)).session(), RandomBot()
    there: _Position | None = None
    here: _Position | None = None
    states = set[tuple[bool, ...]]()
    for n in range(100):
        if n % 10 == 9:
            session.undo()
        elif session.pending:
            session.answer(bot.answer(session))
        if n % 10 >= 8:
            now = _Position.of(session)
            for known in (None, here):
                change = pickle.loads(pickle.dumps(_change(known, now)))  # noqa: S301  our own
                sent = change(there if known else None)
                assert TableHash().of(sent.session.table) == TableHash().of(session.table)
            here, there = now, sent
            states.add(tuple(door.is_open for door in session.table.board.doors))
    assert len(states) > 1
