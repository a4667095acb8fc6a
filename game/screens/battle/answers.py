"""Passing answers to the session; undo and redo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from game.bots.watchdog import StalledError, contained
from game.play.session import BrokenRuleError, Session
from game.play.wording import side_does, the_side
from game.prompts.prompt import AnyPrompt
from game.screens.battle.agreements import Agreements
from game.screens.battle.input_router import Playback
from game.screens.battle.layout import BattleParts
from game.screens.battle.seats import Seats
from game.screens.live_game import LiveGame
from game.table.records import Side


class AnswerSender:
    """Passes answers to the session, and reports failing rules and bots.

    The game then stands as it did before the answer.
    """

    def __init__(
        self,
        live_game: LiveGame,
        on_broken_rule: Callable[[str], None],
        on_broken_bot: Callable[[Side, str], None],
    ) -> None:
        self.live_game = live_game
        self.on_broken_rule, self.on_broken_bot = on_broken_rule, on_broken_bot

    def give(self, answer: Any) -> bool:
        """Answer for a person; return whether the game went on."""
        try:
            self._send(answer)
        except (BrokenRuleError, StalledError) as error:
            self.on_broken_rule(error_message(error, self.live_game.report(error)))
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
        self.live_game.seats.forget()
        why = error_message(error, self.live_game.report(error))
        self.on_broken_bot(side, f"The bot of {the_side(side)} failed: {why}")


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


class UndoHost(Protocol):
    """The screen of the game that is undone."""

    prompt: AnyPrompt | None
    ended: bool

    @property
    def live_game(self) -> LiveGame: ...

    @property
    def agreements(self) -> Agreements: ...

    @property
    def playback(self) -> Playback: ...

    @property
    def parts(self) -> BattleParts: ...


class UndoController:
    def __init__(self, host: UndoHost) -> None:
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
