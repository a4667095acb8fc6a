"""The base of prompts whose answer is drafted before it is given."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

import pygame

from game.content.table_actions import Action
from game.geometry.points import Disc
from game.play.decisions import Decision, IllegalAnswer
from game.play.log.refusals import refusal_text
from game.prompts.choose import base_at
from game.prompts.prompt import MEND, STEPS, PointerState, Prompt, PromptAction
from game.table.records import ModelId
from game.table.state import Table
from game.widgets.key_bindings import action_of

D = TypeVar("D", bound=Decision[Any])
DONE = "done"
"""Id of the action that answers with the draft."""
NUDGE = 0.25
"""Inches by which an arrow key moves things."""
NO_MEND = "No legal move was found nearby: undo, or place the marked models elsewhere"
SLOP = 0.12
"""Inches; a shorter mouse movement counts as a click."""


T = TypeVar("T")


class AnswerDraft(Generic[D, T]):
    """A planned answer, legal or not, with undo."""

    def __init__(self, decision: D, table: Table, plan: T) -> None:
        self.decision, self.table = decision, table
        self.plan = plan
        self._past: list[T] = []
        self._undone: list[T] = []
        self._judged: tuple[T | None, IllegalAnswer | None] = None, None

    @abstractmethod
    def raw(self, plan: T) -> Any:
        """Return a plan as the JSON of an answer."""

    @abstractmethod
    def take(self, answer: Iterable[Any]) -> None:
        """Plan an answer: a suggestion, or the fix of a refused draft."""

    @abstractmethod
    def discs(self) -> Mapping[ModelId, Disc]:
        """Return the planned bases of the models that may be planned."""

    @property
    def answer(self) -> Any:
        """Return the draft as the JSON of an answer."""
        return self.raw(self.plan)

    @property
    def refusal(self) -> IllegalAnswer | None:
        """Return the refusal of the draft as a whole; None if it is legal."""
        plan, no = self._judged
        if plan is not self.plan:
            no = self.judged(self.plan)
            self._judged = self.plan, no
        return no

    def judged(self, plan: T) -> IllegalAnswer | None:
        """Return the refusal of a plan; None if it is legal."""
        try:
            self.decision.judge(self.table, self.decision.read(self.raw(plan)))
        except IllegalAnswer as no:
            return no
        return None

    def change(self, plan: T) -> None:
        """Set another plan; the one before can be brought back."""
        if plan != self.plan:
            self._past.append(self.plan)
            self._undone.clear()
            self.plan = plan

    def forget(self) -> None:
        """Forget the plans before this one."""
        self._past.clear()

    @property
    def can_undo(self) -> bool:
        """Return whether there was a plan before this one."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Return whether a plan was undone."""
        return bool(self._undone)

    def undo(self) -> None:
        """Bring back the plan before this one."""
        self._undone.append(self.plan)
        self.plan = self._past.pop()

    def redo(self) -> None:
        """Bring back the plan that was undone last."""
        self._past.append(self.plan)
        self.plan = self._undone.pop()


P = TypeVar("P", bound=AnswerDraft[Any, Any])


class UnitPrompt(Prompt[D], Generic[D, P]):
    """A prompt in which models of a unit are picked and dragged; each drag can be undone."""

    mends: ClassVar = ""
    """Label of the action that takes the nearest legal answer."""

    def __init__(self, decision: D, draft: P) -> None:
        super().__init__(decision, draft.table)
        self.draft = draft
        self.everybody = tuple(draft.discs())
        self.picked: tuple[ModelId, ...] = self.everybody

    @property
    def no(self) -> IllegalAnswer | None:
        """Return the refusal of the draft."""
        return self.draft.refusal

    def usual_choices(self, label: str) -> list[PromptAction]:
        """Return the action to answer with the draft, or to mend it if it is refused."""
        no = self.no
        if no is None:
            return [PromptAction.urged(DONE, label, self.decision.clause, self.done)]
        why = refusal_text(self.table, no.reason)
        if no.fix is None:
            done = PromptAction.urged(DONE, label, no.clause, self.done, f"{why}. {NO_MEND}")
            return [replace(done, figure=no.figure)]
        mend = PromptAction.urged(MEND, self.mends, no.clause, self.mend)
        return [replace(mend, detail=why, figure=no.figure)]

    def propose(self, answer: Any) -> str:
        """Make the answer the draft; undo brings back the one before."""
        self.draft.take(answer)
        return super().propose(answer)

    def done(self) -> None:
        """Answer with the draft."""
        self.give(self.draft.answer)

    def group_choices(self) -> Sequence[PromptAction]:
        """Return the action to pick the whole unit, unless all its models are picked."""
        if len(self.everybody) == 1 or len(self.picked) == len(self.everybody):
            return ()
        does = partial(self.pick, self.everybody)
        return (PromptAction.by(Action.GROUP, "group", "Select whole unit", does),)

    def mend(self) -> None:
        """Replace a refused draft by the legal one that the rules offer."""
        no = self.no or self.refused
        if no and no.fix is not None:
            self.draft.take(no.fix)
            self.changed()

    def pick(self, models: Collection[ModelId]) -> None:
        """Pick models to be moved together."""
        self.picked = tuple(m for m in self.everybody if m in models)
        self.looks += 1

    @property
    def can_undo(self) -> bool:
        """Return whether the draft has a change to undo."""
        return self.draft.can_undo

    @property
    def can_redo(self) -> bool:
        """Return whether the draft has a change to redo."""
        return self.draft.can_redo

    def undo(self) -> None:
        """Undo the last change of the draft."""
        self.draft.undo()
        self.changed()

    def redo(self) -> None:
        """Redo the change of the draft that was undone last."""
        self.draft.redo()
        self.changed()

    def model_at(self, hand: PointerState) -> ModelId | None:
        """Return the model of the unit under the mouse, at its place in the draft."""
        return base_at(self.draft.discs(), hand.at, hand.reach)

    def press_key(self, event: pygame.Event) -> bool:
        """Step from model to model, or do what the key does in any prompt."""
        if step := STEPS.get(action_of(event)):
            models = self.everybody
            alone = len(self.picked) == 1
            at = models.index(self.picked[0]) + step if alone else 0
            self.pick((models[at % len(models)],))
            return True
        return super().press_key(event)

    def chosen(self) -> frozenset[ModelId]:
        """Return the picked models."""
        return frozenset(self.picked)
