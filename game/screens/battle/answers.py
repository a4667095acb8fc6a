"""The answers that are given in a running game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from game.bots.watchdog import StalledError, contained
from game.lab.bot_process import NOTHING, BotProcess, ThinkingHere
from game.play.decisions import Decision, IllegalAnswer
from game.play.left_questions import THINKING
from game.play.log.wording import the_side
from game.play.moves.march import March
from game.play.session import BrokenRuleError, Session
from game.screens.battle.battle_play import BattlePlay
from game.table.records import Side


class TroubleReport(Protocol):
    """Shows the players that something broke; the game stands as it did before."""

    def show_message(self, title: str, words: str) -> None: ...

    def show_broken_bot(self, side: Side, words: str) -> None:
        """Offer the seat of a bot that cannot continue."""


class AnswerSender:
    """Passes answers to the session, and reports failing rules and bots.

    The game then stands as it did before the answer.
    """

    def __init__(self, play: BattlePlay[Any], trouble: TroubleReport) -> None:
        self.play, self.trouble = play, trouble
        self.live_game, self.session, self.seats = play.live_game, play.session, play.seats
        self.adviser = play.adviser
        self._process: BotProcess | None = None
        self._planned: tuple[Decision[Any], Any] | None = None
        """A march that dice have shortened, and its answer as it was planned."""

    def think_apart(self) -> None:
        """Let bots think in a worker process until ``close``."""
        self._process = BotProcess()
        self.seats.begin = self.adviser.begin = self._process.think
        bot = self.seats.any_bot
        if bot and self.session.pending and not self.seats.answers(self.session):
            # The answer is dropped: the process starts, and loads what the bot needs.
            self._process.think(bot, self.session)

    def close(self) -> None:
        """Drop all thoughts, and end the process of the bots."""
        self.seats.drop()
        self.adviser.forget()
        self.seats.begin = self.adviser.begin = ThinkingHere
        if self._process:
            self._process.close()
            self._process = None

    def give(self, answer: Any) -> bool:
        """Answer for a person; return whether the game went on."""
        try:
            self._send(answer)
        except (BrokenRuleError, StalledError) as error:
            words = error_message(error, self.live_game.report(error))
            self.trouble.show_message("Something went wrong in the rules", words)
            return False
        return True

    def give_all(self, answers: Sequence[Any]) -> None:
        """Answer for a person, as one step for undo, until an answer no longer fits.

        Dice that fell between may have shortened a move: it is then laid into its prompt.
        """
        session, by = self.session, None
        for n, answer in enumerate(answers):
            asked = session.pending
            if asked is None or (n and asked.by != by):
                return
            if n and not is_legal(session, answer):
                self._planned = (asked, answer) if isinstance(asked, March) else None
                return
            by, given = asked.by, session.answers_given
            if not self.give(answer):
                return
            before = {j for j in self.live_game.joined if j < given}
            self.live_game.joined = before | ({given} if n else set())

    def take_planned(self, asked: Decision[Any]) -> Any:
        """Return the answer that was planned for a question before dice shortened it.

        It is None if there is none, and forgotten then.
        """
        planned, self._planned = self._planned, None
        return planned[1] if planned and planned[0] is asked else None

    def think(self) -> bool:
        """Let the bot think for a slice of time; return whether its answer is ready."""
        asked = self.session.pending
        try:
            with self.live_game.dog.watching(), contained():
                return self.seats.think(self.session)
        except Exception as error:  # noqa: BLE001  whatever it is, a person may take the seat
            assert asked
            self._broken_bot(asked.by, error)
            return False

    def ask_for_hint(self) -> None:
        """Let a bot think about a person's question; it thinks on with each frame."""
        prompt = self.play.prompt
        if prompt is None:
            return
        prompt.hint = THINKING
        prompt.looks += 1
        self.adviser.ask(prompt.advised(self.session))

    def advise(self) -> None:
        """Let the bot think for a slice of time, and show its answer when it is ready."""
        prompt = self.play.prompt
        if prompt is None or prompt.hint != THINKING:
            # The question that it thought about was answered or undone.
            self.adviser.forget()
            return
        try:
            with self.live_game.dog.watching(), contained():
                answer = self.adviser.think()
        except Exception as error:  # noqa: BLE001  whatever it is, the person plays on
            self.adviser.forget()
            prompt.hint = ""
            words = error_message(error, self.live_game.report(error))
            self.trouble.show_message("There is no hint", words)
            return
        if answer is not NOTHING:
            prompt.hint = prompt.propose(answer)
            prompt.looks += 1

    def say(self) -> None:
        """Give the bot's answer."""
        asked, count = self.session.pending, len(self.play.story)
        assert asked
        try:
            self._send(self.seats.say())
        except Exception as error:  # noqa: BLE001  an illegal answer, or a rule that broke
            self._broken_bot(asked.by, error)
        else:
            table = self.session.table
            self.live_game.motives.note(asked, table, count, self.seats.motive)

    def _send(self, answer: Any) -> None:
        self.live_game.record()
        with self.live_game.dog.watching():
            self.session.answer(answer)

    def _broken_bot(self, side: Side, error: Exception) -> None:
        self.seats.forget()
        why = error_message(error, self.live_game.report(error))
        self.trouble.show_broken_bot(side, f"The bot of {the_side(side)} failed: {why}")


def is_legal(session: Session, answer: Any) -> bool:
    """Return whether the rules allow an answer to the open question."""
    asked = session.pending
    assert asked
    try:
        asked.judge(session.table, asked.read(answer))
    except IllegalAnswer:
        return False
    return True


def error_message(error: Exception, report: Path | None) -> str:
    """Return the message about an error for the player, with the path of the report."""
    where = f"The report is in {report}." if report else "No report could be written."
    return f"{error}. The game is as it was before. {where}"
