"""The base of prompts whose answer is planned, and the ways on from a question to a move."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

import pygame

from game.content.settings import Action
from game.cores.kit.queries import TableView, forecast
from game.geometry.points import Disc
from game.play.decisions import PASS, Choose, CommonKind, Decision, IllegalAnswer, Option
from game.play.march import March
from game.play.session import Session
from game.play.single_move import Steer
from game.prompts.choose import base_at, refusal_text
from game.prompts.prompt import MEND, STEPS, AnyPrompt, PointerState, Prompt, PromptAction
from game.table.records import ModelId
from game.table.state import Table
from game.widgets.key_bindings import action_of

D = TypeVar("D", bound=Decision[Any])
NUDGE = 0.25
"""Inches by which an arrow key moves things."""
NO_MEND = "None was found: undo, or place the marked models elsewhere"
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
        """Return the actions to answer with the draft, to mend it, and to pick the unit."""
        no = self.no
        why = refusal_text(self.table, no.reason) if no else ""
        clause = no.clause if no else self.decision.clause
        shown = [PromptAction.urged("done", label, clause, self.done, why)]
        if no:
            mend = PromptAction.by(Action.MEND, MEND, self.mends, self.mend)
            shown.append(mend if no.fix is not None else replace(mend, reason=NO_MEND))
        return shown

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


INFERRED = (CommonKind.PACE, CommonKind.DIFFICULT)
"""Kinds of questions whose answer follows from where a unit is let go."""
RUN = "run"
"""Option instead of a target that leads to a move."""
MOST_WAYS = 6


@dataclass(frozen=True, slots=True)
class BestDice:
    """Dice that show nothing but sixes: how far a move may go at best."""

    seed: int = 0

    def nth(self, n: int) -> int:
        """Return a six."""
        return 6


@dataclass(frozen=True, slots=True)
class Way:
    """One way from a pick to a move."""

    answers: tuple[Any, ...]
    """The pick, and the answers to the questions between."""
    asked: Decision[Any]
    """The question for the move, with the distances that the best dice would give."""
    rolls: bool
    """True if dice are rolled before the move."""
    declared: tuple[Option, ...] = ()
    """Options among the answers that cost something."""
    spread: tuple[float, ...] = field(default=(), compare=False)
    """Probability of each number of inches from 0 on; empty if it is not known."""
    adds: bool = False
    """True if those inches are added to the move without dice."""


def ways_on(session: Session, *answers: str) -> list[Way]:
    """Return the ways from answers to a move, the cheapest first; none if no move follows."""
    found, todo = list[Way](), [Way(answers, _asked(session), rolls=False)]
    while todo and len(found) < MOST_WAYS:
        way = todo.pop(0)
        twin = best_case(session, way.answers)
        asked = twin.pending if twin else None
        if twin is None or asked is None or asked.by != way.asked.by:
            continue
        if isinstance(asked, March | Steer):
            rolls = twin.table.rolls != session.table.rolls
            found.append(replace(way, asked=asked, rolls=rolls))
        elif isinstance(asked, Choose):
            todo[:0] = [_declared(twin, way, asked, o) for o in _inferred(asked)]
    return found


def _asked(session: Session) -> Decision[Any]:
    assert session.pending
    return session.pending


def _inferred(asked: Choose) -> list[Option]:
    if asked.kind in INFERRED:
        return [*asked.options]
    return [option for option in asked.options if option.id == RUN]


def _declared(twin: Session, way: Way, asked: Choose, option: Option) -> Way:
    """Return a way on by an option; the first of a kind that is inferred costs nothing."""
    answers = (*way.answers, option.id)
    if option == asked.options[0] and asked.kind in INFERRED:
        return replace(way, answers=answers)
    view = TableView(twin.table, twin.game.rules)
    figures = [f for f in forecast(view, asked, option.id) if f.what.startswith("inches")]
    return replace(
        way,
        answers=answers,
        declared=(*way.declared, option),
        spread=tuple(figures[0].spread) if figures else (),
        adds=bool(figures) and figures[0].what != "inches",
    )


def may_act(session: Session, pick: str) -> bool:
    """Return whether a unit, once picked, has more to choose than to pass."""
    twin = best_case(session, (pick,))
    asked = twin.pending if twin else None
    return not isinstance(asked, Choose) or any(o.id != PASS for o in asked.options)


def best_case(session: Session, answers: Sequence[Any]) -> Session | None:
    """Return a copy of the game after answers, with the best dice; None if one is illegal."""
    twin = session.fork(0)
    twin.game.dice = BestDice()
    try:
        for answer in answers:
            twin.answer(answer)
    except (IllegalAnswer, RuntimeError):
        return None
    return twin


class LiftedPrompt(Prompt[Any]):
    """A prompt of a move that has begun by a drag, before the unit's pick was answered."""

    origin: AnyPrompt
    """The prompt of the open question."""

    @property
    def asked(self) -> Decision[Any]:
        asked: Decision[Any] = self.origin.decision
        return asked

    def back(self) -> None:
        """Put the unit back: nothing has happened."""
        self.origin.instead = None
        self.origin.looks = self.looks + 1
        self.instead = self.origin

    def handle_grasp(self, start: PointerState, now: PointerState) -> None:
        """Take hold where the button was pressed, and follow the mouse to where it is."""
        self.hand = now
        self.grasp(start)
        self.follow(now)

    def answer_all(self, answers: Sequence[Any]) -> None:
        """Answer the open question and those after it."""
        self.answer, self.then = answers[0], tuple(answers[1:])
        self.refused = None
        self.looks += 1

    def press_key(self, event: pygame.Event) -> bool:
        """Put the unit back by Escape; see the base classes for the other keys."""
        if event.key == pygame.K_ESCAPE:
            self.drop()
            self.back()
            return True
        return super().press_key(event)
