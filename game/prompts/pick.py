"""Prompt of the questions which unit acts: a click picks it; a drag moves it at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil
from typing import Any, ClassVar

import pygame

from game.content.settings import Action
from game.geometry.points import EPSILON, Path, Point, distance, length
from game.play.decisions import Choose, CommonKind, Decision, Refusal
from game.play.march import March
from game.play.session import Session
from game.play.single_move import Steer
from game.prompts.choose import ChoosePrompt
from game.prompts.drafts import SLOP, Way, ways_on
from game.prompts.march import MarchPrompt
from game.prompts.march_draft import ModelDrag
from game.prompts.numbers import SteerPrompt
from game.prompts.prompt import ARROWS, MEND, PointerState, Prompt, PromptAction, PromptClasses
from game.table.records import ModelId, UnitId
from game.table.state import Table
from game.view.overlays.overlay_shapes import BoardNote, Overlay, OverlayLine, OverlayTone


def _farthest(way: Way) -> float:
    """Return the inches that the fastest model moves on a way."""
    march = way.asked
    assert isinstance(march, March)
    return max([going.distance for going in march.goings.values()], default=0.0)


def lifted(session: Session, origin: ChoosePrompt, pick: str) -> LiftedPrompt | None:
    """Return the prompt that carries a unit after its pick; None if no move follows at once."""
    ways = ways_on(session, pick)
    if any(isinstance(way.asked, Steer) for way in ways):
        return LiftedSteerPrompt(origin, ways[0], origin.table)
    return CarryPrompt(origin, ways, origin.table) if ways else None


class LiftedPrompt(Prompt[Any]):
    """A prompt of a move that has begun by a drag, before the unit's pick was answered."""

    origin: ChoosePrompt
    """The prompt of the open question."""

    @property
    def asked(self) -> Decision[Any]:
        return self.origin.decision

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


class CarryPrompt(LiftedPrompt, MarchPrompt):
    """A unit in the hand; letting it go commits the move if it is legal.

    An illegal end leaves it in hand, at the nearest legal place. With Alt, one model is
    dragged, and Enter commits.
    """

    keys: ClassVar[tuple[tuple[str, str], ...]] = (
        ("Let go, Enter", "move it there"),
        ("Esc", "put it back"),
        ("Alt+drag", "one model"),
        *MarchPrompt.keys[2:],
    )

    def __init__(self, origin: ChoosePrompt, ways: Sequence[Way], table: Table) -> None:
        self.origin, self.ways = origin, ways
        march = ways[-1].asked
        assert isinstance(march, March)
        super().__init__(march, table)
        self.adjusts = False
        """True if models were moved one by one: then only Enter commits."""
        self.looks = origin.looks + 1
        self._chosen_way: tuple[object, Way] | None = None

    def grasp(self, hand: PointerState) -> bool:
        """Take hold of the whole unit, with Alt of one model."""
        model_id = self.model_at(hand)
        if model_id is None or pygame.key.get_mods() & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL):
            self.adjusts = True
            return super().grasp(hand)
        if pygame.key.get_mods() & pygame.KMOD_ALT:
            self.adjusts = True
            self.pick((model_id,))
        elif not self.adjusts:
            self.pick(self.everybody)
        if model_id not in self.picked:
            self.pick((model_id,))
        self.drag = ModelDrag(self.draft, self.picked, model_id, hand.at)
        return True

    def let_go(self, hand: PointerState) -> None:
        """Commit the move if it is legal; at the start, put the unit back."""
        drag = self.drag
        if drag is None or not drag.moved or self.adjusts:
            self.adjusts = True
            super().let_go(hand)
            return
        if distance(hand.at, drag.start) <= max(hand.reach, self._base(drag.held) / 2):
            self.drop()
            self.back()
            return
        # The others have gone as far as is drawn: only the held model shows where to.
        stopped = drag.held_trial
        super().let_go(hand)
        if stopped and stopped.no:
            reason = f"{stopped.model_id} {stopped.no.reason}"
            self.refused = Refusal(reason, stopped.no.clause)
        else:
            self.commit()

    def _base(self, model_id: ModelId) -> float:
        return self.table.models[model_id].base

    def commit(self) -> None:
        """Answer with the pick, what the move declares, and its paths."""
        no, way = self.draft.refusal, self.way
        if no:
            self.refused = Refusal(no.reason, no.clause, no.fix)
            self.looks += 1
        else:
            self.answer_all((*way.answers, self.draft.answer))

    def done(self) -> None:
        self.commit()

    def mend(self) -> None:
        """Take the nearest legal move, and commit it."""
        super().mend()
        self.commit()

    @property
    def plan(self) -> Mapping[ModelId, Path]:
        """Return the paths of the draft, and those that are being dragged."""
        trials = self.drag.trials if self.drag else ()
        return self.draft.paths | {t.model_id: t.legal for t in trials}

    @property
    def way(self) -> Way:
        """Return the cheapest way that allows the planned paths."""
        if len(self.ways) == 1:
            return self.ways[0]
        plan = self.plan
        if self._chosen_way is None or self._chosen_way[0] != plan:
            found = next((w for w in self.ways[:-1] if self._allows(w, plan)), self.ways[-1])
            self._chosen_way = plan, found
        return self._chosen_way[1]

    def _allows(self, way: Way, plan: Mapping[ModelId, Path]) -> bool:
        march = way.asked
        assert isinstance(march, March)
        stands = march.stands(self.table)
        for model_id, path in plan.items():
            if march.why_not(self.table, stands, model_id, path):
                return False
            stands[model_id] = stands[model_id]._replace(at=path[-1])
        return True

    @property
    def costs(self) -> str:
        """Return what the planned move declares, with its chance; empty if nothing."""
        way = self.way
        words = [option.label for option in way.declared]
        if way.rolls and not words:
            words = ["Dice decide how far"]
        if way.spread and words:
            need = max([length(path) for path in self.plan.values()], default=0.0)
            if way.adds:
                need -= _farthest(self.ways[0])
            chance = sum(way.spread[max(0, ceil(need - EPSILON)) :])
            words.append(f"here {chance:.0%}")
        return " · ".join(words)

    def choices(self) -> Sequence[PromptAction]:
        done, *rest = super().choices()
        shown = [replace(done, detail=self.costs), *rest]
        if self.refused and not self.draft.refusal:
            shown[1:1] = [PromptAction.by(Action.MEND, MEND, "Use this place", self.commit)]
        return (*shown, PromptAction("put back", "Put it back", does=self.back))

    def press_key(self, event: pygame.Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            self.drop()
            self.back()
            return True
        return super().press_key(event)

    @property
    def can_undo(self) -> bool:
        return True

    def undo(self) -> None:
        """Undo the last change of the draft; without one, put the unit back."""
        if self.draft.can_undo:
            super().undo()
        if not self.draft.paths:
            self.back()

    def above(self) -> Iterator[Overlay]:
        """Yield the planned paths; those that cost something in amber, with their cost."""
        yield from super().above()
        costs, plan = self.costs, self.plan
        if not costs or not plan:
            return
        for path in plan.values():
            for a, b in pairwise(path):
                yield OverlayLine(a, b, OverlayTone.CHOSEN)
        held = self.drag.held if self.drag and self.drag.held in plan else next(iter(plan))
        end = plan[held][-1]
        below = Point(end.x, end.y + self._base(held) + 0.6)
        yield BoardNote(below, costs, OverlayTone.CHOSEN)


class LiftedSteerPrompt(LiftedPrompt, SteerPrompt):
    """A drifting model in the hand; letting it go sends it there."""

    def __init__(self, origin: ChoosePrompt, way: Way, table: Table) -> None:
        self.origin, self.way = origin, way
        assert isinstance(way.asked, Steer)
        super().__init__(way.asked, table)
        self.looks = origin.looks + 1

    def send(self) -> None:
        self.answer_all((*self.way.answers, [*self.thought]))

    def let_go(self, hand: PointerState) -> None:
        super().let_go(hand)
        if self.answer is None:
            self.back()

    def press_key(self, event: pygame.Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            self.back()
            return True
        return super().press_key(event)


class PickPrompt(ChoosePrompt):
    """Prompt in which a click picks a unit, and a drag moves it at once."""

    keys: ClassVar = (
        ("Click", "pick on the board"),
        ("Drag", "move it at once"),
        ("Arrows", "move the highlighted one"),
        *ChoosePrompt.keys[:2],
        ChoosePrompt.keys[3],
    )

    def __init__(self, decision: Choose, table: Table) -> None:
        super().__init__(decision, table)
        self.lift: Callable[[ChoosePrompt, str], LiftedPrompt | None] | None = None
        """Returns the prompt that carries a unit; set by a window that knows the game."""
        self._pressed: tuple[str, PointerState] | None = None
        """The unit that the mouse button was pressed on, and where."""

    def _is_own(self, id_: str) -> bool:
        unit = self.table.units.get(UnitId(id_))
        return unit is not None and unit.side == self.decision.by

    def grasp(self, hand: PointerState) -> bool:
        """Take hold of a unit: it is picked when the button is released, or carried."""
        under = self._under(hand)
        if not (under and self.lift and self._is_own(under)):
            return super().grasp(hand)
        self._light(under)
        self._pressed = under, hand
        return True

    def follow(self, hand: PointerState) -> bool:
        """Carry the unit once the mouse has moved; without a button highlight options."""
        if self._pressed is None:
            return super().follow(hand)
        unit, start = self._pressed
        if distance(start.at, hand.at) > max(SLOP, start.reach):
            self._pressed = None
            if carried := self._lifted(unit):
                carried.handle_grasp(start, hand)
            else:
                self.give(unit)
        return True

    def _lifted(self, unit: str) -> LiftedPrompt | None:
        """Put the prompt that carries a unit in the place of this one, if a move follows."""
        self.instead = self.lift(self, unit) if self.lift else None
        return self.instead

    def let_go(self, hand: PointerState) -> None:
        """Pick the unit that was clicked."""
        if self._pressed:
            unit, self._pressed = self._pressed[0], None
            self.give(unit)

    def drop(self) -> None:
        """Break off a click."""
        self._pressed = None

    @property
    def busy(self) -> bool:
        """Return whether the mouse button is held on a unit."""
        return self._pressed is not None

    def press_key(self, event: pygame.Event) -> bool:
        """Move the highlighted unit by an arrow key; see the base class for the other keys."""
        if event.key in ARROWS and self._is_own(self.lit) and (to := self._lifted(self.lit)):
            return to.press_key(event)
        return super().press_key(event)


PROMPTS: PromptClasses = dict.fromkeys(
    (CommonKind.UNIT_TO_MOVE, CommonKind.UNIT_TO_SHOOT, CommonKind.UNIT_TO_CHARGE), PickPrompt
)
