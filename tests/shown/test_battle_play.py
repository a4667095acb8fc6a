"""A running game as a screen shows it, played without a window."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from game.content.save_format import HUMAN
from game.play.dice_sequences import ScriptedDice
from game.play.left_questions import Scope
from game.rules.battles import prepare
from game.screens.battle.answers import AnswerSender
from game.screens.battle.battle_play import SIGN_SECONDS, Awaited, BattlePlay
from game.screens.battle.undo import UndoController
from game.screens.live_game import LiveGame
from game.screens.seats import Seats
from game.shown.event_log import EventLog, Filter
from game.shown.question import PlaybackState
from game.table.apply import apply
from game.table.events import Event
from game.table.records import Side
from game.table.state import Table
from tests.tools.toy import BLUES, REDS, toy

DICE = ScriptedDice((5, 3, 4, 2, 1, 1, 1, 1))
"""The Reds begin, it is dry, their first tag succeeds, the next ones fail."""
RED, BLUE = "reds-runners-1", "blues-runners-1"


@dataclass
class FakeStage:
    """Shows one event in each second."""

    seen: Table
    waiting: list[Event] = field(default_factory=list)

    def add(self, events: Sequence[Event]) -> None:
        self.waiting += events

    def play(self, seconds: float) -> Sequence[Event]:
        shown, self.waiting = self.waiting[: int(seconds)], self.waiting[int(seconds) :]
        for event in shown:
            apply(self.seen, event)
        return shown

    def step(self) -> Sequence[Event]:
        return self.play(1.0)

    def skip(self) -> Sequence[Event]:
        return self.play(len(self.waiting))


class FakeBoard:
    def __init__(self, table: Table) -> None:
        self.stage = FakeStage(table.fork())
        self.heard = list[Event]()

    def listen(self, events: Iterable[Event]) -> None:
        self.heard += events

    def restart(self, table: Table) -> None:
        self.stage = FakeStage(table.fork())


@dataclass
class Draft:
    """A prompt with a draft of some steps."""

    subject: str = ""
    hint: str = ""
    looks: int = 0
    steps: int = 0
    undone: int = 0

    @property
    def can_undo(self) -> bool:
        return self.steps > 0

    def undo(self) -> None:
        self.steps, self.undone = self.steps - 1, self.undone + 1

    @property
    def can_redo(self) -> bool:
        return self.undone > 0

    def redo(self) -> None:
        self.steps, self.undone = self.steps + 1, self.undone - 1

    def propose(self, answer: Any) -> str:
        return f"choose {answer}"


class Messages:
    """Notes the messages to the players."""

    def __init__(self) -> None:
        self.said = list[str]()

    def show_message(self, title: str, words: str) -> None:
        self.said.append(f"{title}: {words}")

    def show_broken_bot(self, side: Side, words: str) -> None:
        self.said.append(words)


def play_of(reds: str = HUMAN, blues: str = HUMAN) -> BattlePlay[Draft]:
    session = toy(DICE)
    battle = prepare("combat_patrol", seed=1)
    seats = Seats({REDS: reds, BLUES: blues})
    play = BattlePlay[Draft](LiveGame(battle, session, seats, kept=False), EventLog())
    play.playback.open(FakeBoard(session.table))
    return play


@pytest.fixture
def play() -> BattlePlay[Draft]:
    return play_of()


def answer(play: BattlePlay[Draft], *answers: Any) -> None:
    for one in answers:
        play.session.answer(one)


def notes(play: BattlePlay[Draft]) -> list[str]:
    return [line.entry.text for line in play.event_log.lines if line.event is None]


def test_events_so_far_are_in_the_log_and_new_ones_once_they_are_shown(
    play: BattlePlay[Draft],
) -> None:
    before = len(play.story)
    assert play.playback.shown == play.playback.played == before > 0
    answer(play, [])
    assert play.playback.played == before
    play.playback.pass_on()
    assert (play.playback.shown, play.playback.played) == (before, len(play.story))

    play.playback.step()
    assert play.playback.shown == before + 1
    play.playback.skip()
    assert play.playback.shown == len(play.story)
    play.event_log.pick(Filter.ALL)
    assert play.event_log.rows[-1].text.startswith("Reds team stays")


def test_a_person_is_awaited_once_all_was_shown(play: BattlePlay[Draft]) -> None:
    assert play.session.pending
    assert play.session.pending.by == REDS
    assert play.awaited(busy=True) is Awaited.PLAYBACK
    assert play.awaited(busy=False) is Awaited.PERSON


def test_a_bot_may_think_while_events_are_shown() -> None:
    play = play_of(reds="random")
    assert play.awaited(busy=True) is play.awaited(busy=False) is Awaited.BOT

    play.wait(1.0, busy=True)
    assert play.waited == 0.0, "nobody waits while there is something to see"
    play.wait(SIGN_SECONDS, busy=False)
    assert not play.thinks_long
    play.wait(0.1, busy=False)
    assert play.thinks_long
    moment = play.moment(play.session.table, PlaybackState())
    assert moment.waiting == f"{play.bot_of(REDS)} (Reds) is thinking…"


def test_after_a_result_nothing_is_awaited(play: BattlePlay[Draft]) -> None:
    play.concede(REDS)

    assert play.decided
    assert play.live_game.result
    assert play.live_game.result.winner == BLUES
    assert play.awaited(busy=True) is Awaited.PLAYBACK
    assert play.awaited(busy=False) is Awaited.NOTHING


def test_a_draw_ends_the_game_only_if_it_is_accepted(play: BattlePlay[Draft]) -> None:
    play.answer_draw(BLUES, accepts=False)
    assert not play.decided
    play.answer_draw(BLUES, accepts=True)

    assert play.live_game.result
    assert play.live_game.result.winner is None
    assert notes(play) == ["Blues decline the draw", "Blues accept the draw"]


def test_a_seat_changes_hands_only_for_another_player(play: BattlePlay[Draft]) -> None:
    assert not play.seat(REDS, HUMAN)
    assert play.seat(REDS, "random")
    assert play.seat(REDS, HUMAN)

    first, second = notes(play)
    assert first.startswith("A bot (")
    assert first.endswith(") now plays the Reds")
    assert second == "A person now plays the Reds"
    assert play.orders_of(REDS) is not None


def test_only_a_lasting_order_is_logged(play: BattlePlay[Draft]) -> None:
    play.leave(REDS, Scope.PHASE)
    assert notes(play) == []
    play.leave(REDS, Scope.BATTLE)
    play.choose_casualties()

    assert notes(play) == [
        "Reds: casualties as suggested from now on",
        "You are asked about casualties again",
    ]
    assert play.seats.suggests == ()


def test_an_undo_shows_the_table_as_it_was(play: BattlePlay[Draft]) -> None:
    assert play.undo_step is None
    answer(play, [], RED)
    play.playback.skip()
    shown, before = play.playback.shown, play.session.pending
    step = play.undo_step
    assert step
    assert (step.by, step.answers, step.free) == (REDS, 1, True)
    play.prompt, play.ended = Draft(), True
    play.undo(step)

    assert play.session.pending
    assert play.session.pending.asks == "Who tags?"
    assert (play.prompt, play.ended) == (None, False)
    assert play.playback.shown == play.playback.played == len(play.story) <= shown
    play.redo()
    assert play.session.pending == before


def test_an_undo_past_dice_goes_on_with_others(play: BattlePlay[Draft]) -> None:
    answer(play, [], RED, BLUE)
    step = play.undo_step
    assert step
    assert (step.free, step.dice) == (False, True)
    play.undo(step)

    assert play.luck == 1
    assert play.session.table.rolls == 2


def test_undo_takes_back_the_draft_first_and_asks_for_consent_past_dice(
    play: BattlePlay[Draft],
) -> None:
    asked = list[tuple[Side, str]]()
    controller = UndoController(play, lambda by, words, _: asked.append((by, words)))
    answer(play, [], RED)
    play.prompt = Draft(steps=1)
    controller.undo()
    assert (play.prompt.steps, notes(play)) == (0, [])
    controller.redo()
    assert play.prompt.steps == 1

    play.prompt = None
    controller.undo()
    assert notes(play) == ["Reds undo the last choice"]
    answer(play, RED, BLUE)
    controller.undo()
    words = "Reds ask to undo the last choice, though dice were rolled since"
    assert asked == [(REDS, words)]


def test_answers_that_belong_together_are_one_undo_step(play: BattlePlay[Draft]) -> None:
    sender = AnswerSender(play, Messages())
    sender.give_all(([], RED, BLUE))
    assert play.undo_step
    assert play.undo_step.answers == 3

    play.undo(play.undo_step)
    play.redo()
    assert play.session.answers_given == 3


def test_answers_that_no_longer_fit_are_not_given(play: BattlePlay[Draft]) -> None:
    messages = Messages()
    AnswerSender(play, messages).give_all(([], "nobody at all", BLUE))

    assert play.session.answers_given == 1
    assert messages.said == []


def test_a_bots_answer_is_given_when_it_is_ready() -> None:
    play = play_of(reds="random")
    sender = AnswerSender(play, Messages())
    while not sender.think():
        pass
    sender.say()

    assert play.session.answers_given == 1


def test_a_game_is_new_until_ten_answers_were_given(play: BattlePlay[Draft]) -> None:
    answer(play, [], "pass", [], "pass", [], "pass", [], "pass", [])
    assert play.session.answers_given == 9
    assert play.is_new
    answer(play, "pass")
    assert not play.is_new


def test_a_save_is_named_by_scenario_and_turn(play: BattlePlay[Draft]) -> None:
    assert play.title == f"{play.live_game.title}, turn 1"
