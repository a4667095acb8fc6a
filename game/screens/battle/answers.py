"""Take-back and redo: to the question that a person answered last, and forth again."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from game.play.session import Session
from game.play.wording import side_name
from game.prompts.prompt import AnyPrompt
from game.screens.battle.agreements import Parley
from game.screens.battle.furniture import Furniture
from game.screens.battle.log.playback import Playback
from game.screens.battle.seats import Seats
from game.screens.live_game import Sitting
from game.table.records import Side


class Step(NamedTuple):
    """One way back: past the bots' answers to the last one of a person."""

    by: Side
    answers: int
    """So many answers are taken back together."""
    free: bool
    """Whether nobody has seen anything since: no dice, and nothing that lay sealed."""
    dice: bool
    """Whether dice have fallen since."""


def step_back(session: Session, seats: Seats) -> Step | None:
    """Return what a take-back would undo; None if no person has answered yet.

    What standing orders answered no person did.
    """
    people, given = seats.people, session.answers_given
    for n, answer in enumerate(session.answers_back(), 1):
        if answer.by in people and not seats.by_orders(given - n):
            dice = answer.rolls != session.table.rolls
            return Step(answer.by, n, session.free_to_take_back(n), dice)
    return None


class Host(Protocol):
    """The screen whose game goes back."""

    prompt: AnyPrompt | None
    ended: bool

    @property
    def sitting(self) -> Sitting: ...

    @property
    def parley(self) -> Parley: ...

    @property
    def playback(self) -> Playback: ...

    @property
    def parts(self) -> Furniture: ...


class Backward:
    def __init__(self, host: Host) -> None:
        self.host = host
        self.luck = 0
        """Counts take-backs past dice: each goes on with another row."""

    def take_back(self) -> None:
        """Undo the last change of a draft; without one, take the last answer back."""
        prompt = self.host.prompt
        if prompt and prompt.can_undo:
            prompt.undo()
            return
        sitting = self.host.sitting
        step = step_back(sitting.session, sitting.seats)
        if step is None:
            return
        words = f"{side_name(step.by)} take the last answer back"
        if step.free:
            self._go(step)
            self.host.parley.note(words)
        else:
            why = "dice have fallen since" if step.dice else "what was secret has been opened"
            words = f"{words}, though {why}"
            self.host.parley.consent(step.by, words, lambda: self._go(step))

    def _go(self, step: Step) -> None:
        session = self.host.sitting.session
        self.host.sitting.record()
        self.luck += step.dice
        for n in range(step.answers):
            last = n == step.answers - 1
            session.take_back(self.luck if last and step.dice else None)
        self._restart()

    def redo(self) -> None:
        """Make a change of the draft again; without one, give the answer again."""
        prompt, session = self.host.prompt, self.host.sitting.session
        if prompt and prompt.can_redo:
            prompt.redo()
            return
        seats = self.host.sitting.seats
        seats.forget()
        self.host.sitting.record()
        while session.can_redo:
            session.redo()
            if not seats.answers(session):
                break
        self.host.prompt = None

    def _restart(self) -> None:
        host = self.host
        host.sitting.seats.forget()
        host.prompt, host.ended, host.sitting.settled = None, False, None
        host.playback.restart(host.parts)
