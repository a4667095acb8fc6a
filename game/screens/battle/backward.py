"""Take-back and redo: to the question that a person answered last, and forth again."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple, Protocol

from game.play.names import side_name
from game.play.session import Session, Told
from game.prompts.prompt import AnyPrompt
from game.screens.battle.furniture import Furniture
from game.screens.battle.playback import Playback
from game.screens.sitting import Sitting
from game.table.records import Side
from game.widgets.desk import Desk
from game.widgets.dialog import CANCEL, Dialog, Reply
from game.widgets.styles import Style

WARNING = (
    "Dice have fallen since. They will fall anew, and the other player should agree. "
    "Redo brings this very luck back, until another answer is given."
)


class Step(NamedTuple):
    """One way back: past the bots' answers to the last one of a person."""

    by: Side
    answers: int
    """So many answers are taken back together."""
    free: bool
    """Whether no die has fallen since."""


def step_back(session: Session, people: Collection[Side]) -> Step | None:
    """Return what a take-back would undo; None if no person has answered yet."""
    told = (t for c in reversed(session.chapters) for t in reversed(c.answers))
    for n, answer in enumerate(told, 1):
        if answer.by in people:
            return Step(answer.by, n, _free(answer, session))
    return None


def _free(answer: Told, session: Session) -> bool:
    return answer.rolls == session.table.rolls


class Host(Protocol):
    """The screen whose game goes back."""

    prompt: AnyPrompt | None
    ended: bool

    @property
    def sitting(self) -> Sitting: ...

    @property
    def desk(self) -> Desk: ...

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
        step = step_back(sitting.session, sitting.seats.people)
        if step is None:
            return
        if step.free:
            self._go(step)
            return
        go = Reply("Take it back", lambda: self._go(step), Style.DANGER)
        title = f"{side_name(step.by)}: take back?"
        theme = self.host.desk.theme
        self.host.desk.ask(Dialog(theme, title, WARNING, (go, CANCEL), width=520))

    def _go(self, step: Step) -> None:
        session = self.host.sitting.session
        self.host.sitting.record()
        self.luck += not step.free
        for n in range(step.answers):
            last = n == step.answers - 1
            session.take_back(self.luck if last and not step.free else None)
        self._restart()
        words = f"{side_name(step.by)} take the last answer back"
        self.host.parts.log.note(words, self.host.playback.shown)

    def redo(self) -> None:
        """Make a change of the draft again; without one, give the answer again."""
        prompt, session = self.host.prompt, self.host.sitting.session
        if prompt and prompt.can_redo:
            prompt.redo()
            return
        people = self.host.sitting.seats.people
        self.host.sitting.seats.forget()
        self.host.sitting.record()
        while session.can_redo:
            session.redo()
            if session.pending is None or session.pending.by in people:
                break
        self.host.prompt = None

    def _restart(self) -> None:
        host = self.host
        host.sitting.seats.forget()
        host.prompt, host.ended = None, False
        host.playback.restart(host.parts)
