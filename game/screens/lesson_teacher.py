"""Shows the steps of a lesson one after the other, each until it is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from game.content.lessons import OF_UNITS, Lesson, LessonStep, StepCondition
from game.content.settings import Settings
from game.screens.lesson_card import LessonCard
from game.screens.screen import Adopt
from game.widgets.panel import Panel
from game.widgets.panel_stack import Dialog, Reply
from game.widgets.sizes import WIDE_DIALOG
from game.widgets.theme import Theme

GOES_ON = "Go on with another lesson, or with a full battle against a bot or a friend."
CUT_SHORT = "The battle ended before the last steps. Begin the lesson again to see them."


UNDOABLE = OF_UNITS - {StepCondition.PICKED} | {StepCondition.ANSWERED}
"""Ends of steps that undo takes back."""


class Learner(Protocol):
    """A screen that shows a lesson."""

    @property
    def zoomed(self) -> bool:
        """Return whether less than the whole table is in view."""
        ...

    @property
    def can_redo(self) -> bool: ...

    def is_done(self, step: LessonStep) -> bool:
        """Return whether the condition of a step is met, if it is one of this screen only."""
        ...

    def begin_step(self) -> None:
        """Remember what conditions are compared with."""

    def finish(self) -> None:
        """Show the end of the lesson after its last step."""


class Teacher:
    """Shows the steps of a lesson one after the other, each until it is done."""

    card: LessonCard

    def __init__(self, lesson: Lesson, learner: Learner, **words: str) -> None:
        """*words*: put into the texts by their names, as keys are."""
        self.lesson, self.learner, self.words = lesson, learner, words
        self.number = 0
        """Index of the current step, from 0."""
        self._half = False
        """True if the first half of a step in two halves is done."""
        self._begun = False
        self._done = list[int]()
        """Indices of the steps that were completed by an act or an answer."""
        self._resumes = 0
        """Index of the step to go on with, after one that was undone; 0 for the next one."""
        self.is_cut_short = False
        """True if the battle ended before something that the lesson asks for."""

    @property
    def step(self) -> LessonStep:
        return self.lesson.cards[self.number]

    @property
    def is_last(self) -> bool:
        return self.number + 1 == len(self.lesson.cards)

    def show(self) -> None:
        """Show the current step from its beginning."""
        self._half = self._begun = False
        self.card.show(self.step, self.number + 1, len(self.lesson.cards), **self.words)

    def next(self) -> None:
        """Show the next step; after the last one, end the lesson."""
        if self.is_last:
            self.learner.finish()
        else:
            self.number, self._resumes = max(self.number + 1, self._resumes), 0
            self.show()

    def to_last(self) -> None:
        """Show the last step, because the battle is over."""
        left = {step.until for step in self.lesson.cards[self.number : -1]}
        self.is_cut_short = bool(left - {StepCondition.READ, StepCondition.OVER})
        self.number = len(self.lesson.cards) - 1
        self.show()

    def teach(self, is_past: Callable[[LessonStep], bool] = lambda _: False) -> None:
        """Go on past all steps that are done, or too late by *is_past*.

        A step whose act was undone is shown again, unless the learner is to try that.
        """
        if self.step.until is not StepCondition.TAKEN_BACK:
            self._go_back(is_past)
        while not self.is_last:
            if not self._begun:
                self._begun = True
                self.learner.begin_step()
            done = self._is_done()
            if not (done or is_past(self.step)):
                return
            if done and self.step.until in UNDOABLE:
                self._done.append(self.number)
            self.next()

    def _go_back(self, is_past: Callable[[LessonStep], bool]) -> None:
        """Show the first step again that was done and was undone since."""
        for number in sorted(self._done):
            step = self.lesson.cards[number]
            if not (is_past(step) or self.learner.is_done(step)):
                self._done.remove(number)
                self._resumes = max(self._resumes, self.number)
                self.number = number
                self.show()
                return

    def frame(self, panels: Mapping[str, Panel]) -> None:
        """Put a frame around the panel that the step is about, if it is about one."""
        for part, panel in panels.items():
            panel.has_frame = part == self.step.part

    def _is_done(self) -> bool:
        match self.step.until:
            case StepCondition.READ:
                return False
            case StepCondition.LOOKED:
                return self._was(now=self.learner.zoomed)
            case StepCondition.TAKEN_BACK:
                return self._was(now=self.learner.can_redo)
            case _:
                return self.learner.is_done(self.step)

    def _was(self, *, now: bool) -> bool:
        """Return whether something was so during this step, and is no longer."""
        self._half = self._half or now
        return self._half and not now


def learnt(settings: Settings, teacher: Teacher) -> Adopt | None:
    """Return the change that marks a lesson as done; None if it is marked, or cut short."""
    lesson = teacher.lesson
    if lesson.id in settings.learnt or teacher.is_cut_short:
        return None
    return Adopt(settings.model_copy(update={"learnt": (*settings.learnt, lesson.id)}))


def end_of(teacher: Teacher, theme: Theme, replies: Sequence[Reply]) -> Dialog:
    """Return the dialog at the end of a lesson, which says whether it is done."""
    how, words = ("not done", CUT_SHORT) if teacher.is_cut_short else ("done", GOES_ON)
    return Dialog(theme, f"{teacher.lesson.title}: {how}", words, replies, width=WIDE_DIALOG)
