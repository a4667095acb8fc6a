"""Passing answers to the session; undo and redo."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from game.bots.watchdog import StalledError, contained
from game.play.session import BrokenRuleError, Session
from game.play.wording import side_does, the_side
from game.screens.battle.agreements import BattleHost
from game.screens.battle.seats import Seats
from game.screens.screen import Home
from game.table.records import Side
from game.widgets.button import Style
from game.widgets.panel_stack import Dialog, Reply


class AnswerSender:
    """Passes answers to the session, and reports failing rules and bots.

    The game then stands as it did before the answer.
    """

    def __init__(self, host: BattleHost) -> None:
        self.host, self.live_game = host, host.live_game

    def give(self, answer: Any) -> bool:
        """Answer for a person; return whether the game went on."""
        try:
            self._send(answer)
        except (BrokenRuleError, StalledError) as error:
            words = error_message(error, self.live_game.report(error))
            self.host.show_message("Something went wrong in the rules", words)
            return False
        return True

    def think(self) -> bool:
        """Let the bot think for a slice of time; return whether its answer is ready."""
        asked = self.live_game.session.pending
        try:
            with self.live_game.dog.watching(), contained():
                return self.live_game.seats.think(self.live_game.session)
        except Exception as error:  # noqa: BLE001  whatever it is, a person may take the seat
            assert asked
            self._broken_bot(asked.by, error)
            return False

    def say(self) -> None:
        """Give the bot's answer."""
        asked = self.live_game.session.pending
        assert asked
        try:
            self._send(self.live_game.seats.say())
        except Exception as error:  # noqa: BLE001  an illegal answer, or a rule that broke
            self._broken_bot(asked.by, error)

    def _send(self, answer: Any) -> None:
        self.live_game.record()
        with self.live_game.dog.watching():
            self.live_game.session.answer(answer)

    def _broken_bot(self, side: Side, error: Exception) -> None:
        """Offer the seat of a bot that cannot continue."""
        self.live_game.seats.forget()
        why = error_message(error, self.live_game.report(error))
        words, host = f"The bot of {the_side(side)} failed: {why}", self.host
        take = Reply("Take over", lambda: self.live_game.seats.take(side), Style.PRIMARY)
        leave = Reply(f"Quit to {host.frame.home}", lambda: host.go(Home()), Style.DANGER)
        theme = host.stack.theme
        host.stack.ask(Dialog(theme, "A bot has failed", words, (take, leave), width=560))


def error_message(error: Exception, report: Path | None) -> str:
    """Return the message about an error for the player, with the path of the report."""
    where = f"The report is in {report}." if report else "No report could be written."
    return f"{error}. The game is as it was before. {where}"


class UndoStep(NamedTuple):
    """One undo step: back past the bots' answers to the last answer of a person."""

    by: Side
    answers: int
    """Number of answers that are undone together."""
    free: bool
    """True if nothing was revealed since: no dice rolled, nothing sealed opened."""
    dice: bool
    """True if dice were rolled since."""


def step_back(session: Session, seats: Seats) -> UndoStep | None:
    """Return the next undo step; None if no person has answered yet.

    An answer given by standing orders does not count as given by a person.
    """
    people, given = seats.people, session.answers_given
    for n, answer in enumerate(session.answers_back(), 1):
        if answer.by in people and not seats.by_orders(given - n):
            dice = answer.rolls != session.table.rolls
            return UndoStep(answer.by, n, session.free_to_take_back(n), dice)
    return None


class UndoController:
    def __init__(self, host: BattleHost) -> None:
        self.host = host
        self.luck = 0
        """Number of undos past dice; each goes on with different dice."""

    def undo(self) -> None:
        """Undo the last change of the prompt's draft; without one, undo the last answer."""
        prompt = self.host.prompt
        if prompt and prompt.can_undo:
            prompt.undo()
            return
        live_game = self.host.live_game
        step = step_back(live_game.session, live_game.seats)
        if step is None:
            return
        if step.free:
            self._go(step)
            self.host.agreements.note(f"{side_does(step.by, 'undoes')} the last choice")
        else:
            why = "dice were rolled since" if step.dice else "a secret was revealed"
            words = f"{side_does(step.by, 'asks')} to undo the last choice, though {why}"
            self.host.agreements.consent(step.by, words, lambda: self._go(step))

    def _go(self, step: UndoStep) -> None:
        session = self.host.live_game.session
        self.host.live_game.record()
        self.luck += step.dice
        for n in range(step.answers):
            last = n == step.answers - 1
            session.undo(self.luck if last and step.dice else None)
        self._restart()

    def redo(self) -> None:
        """Redo a change of the prompt's draft; without one, redo the answer."""
        prompt, session = self.host.prompt, self.host.live_game.session
        if prompt and prompt.can_redo:
            prompt.redo()
            return
        seats = self.host.live_game.seats
        seats.forget()
        self.host.live_game.record()
        while session.can_redo:
            session.redo()
            if not seats.answers(session):
                break
        self.host.prompt = None

    def _restart(self) -> None:
        host = self.host
        host.live_game.seats.forget()
        host.prompt, host.ended, host.live_game.settled = None, False, None
        host.playback.restart(host.parts)
