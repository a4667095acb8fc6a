"""Taking back in free play: deeds as wholes, past dice, and nobody has to agree."""

from __future__ import annotations

from game.play.decisions import Choose
from game.play.session import Session
from game.rules.sandbox.actions import DEED
from game.rules.sandbox.state import is_free
from game.screens.battle.answers import Backward, Step, step_back


def is_fresh(session: Session) -> bool:
    """Return whether it is asked which deed is done."""
    asked = session.pending
    return asked is None or (isinstance(asked, Choose) and asked.kind == DEED)


def of_deed(session: Session, answers: int) -> int:
    """Return how many answers go back with the last so many: all of a deed that is done."""
    counted = 0
    for n, chapter in enumerate(reversed(session.chapters)):
        counted += len(chapter.answers)
        if counted >= answers:
            done = n > 0 or session.pending is None
            return counted if done and is_free(chapter.opening) else answers
    return answers


class FreeBackward(Backward):
    def take_back(self) -> None:
        """Undo a change of a draft; without one, the whole of the last deed."""
        host = self.host
        if host.prompt and host.prompt.can_undo:
            host.prompt.undo()
            return
        session = host.sitting.session
        if step := step_back(session, host.sitting.seats):
            many = of_deed(session, step.answers)
            told = [told for _, told in zip(range(many), session.answers_back(), strict=False)]
            dice = told[-1].rolls != session.table.rolls
            self._go(Step(step.by, many, free=True, dice=dice))

    def redo(self) -> None:
        """Do a deed again that was taken back, with the dice that it had."""
        super().redo()
        session = self.host.sitting.session
        while session.can_redo and not is_fresh(session) and is_free(session.table):
            session.redo()
        self.host.playback.skip(self.host.parts)
