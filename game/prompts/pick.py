"""Prompt of the questions which unit acts: a click picks it; a drag moves it at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil
from typing import ClassVar

import pygame

from game.content.settings import Action
from game.geometry.points import EPSILON, Path, Point, distance, length
from game.play.decisions import PASS, Choose, CommonKind, DecisionKind, Option, Refusal
from game.play.march import March
from game.play.session import Session
from game.play.single_move import Steer
from game.prompts.choose import ChoosePrompt
from game.prompts.drafts import SLOP, LiftedPrompt, Way, best_case, ways_on
from game.prompts.march import MarchPrompt
from game.prompts.march_draft import ModelDrag
from game.prompts.numbers import SteerPrompt
from game.prompts.prompt import (
    ARROWS,
    ENTER,
    MEND,
    PointerState,
    PromptAction,
    PromptClasses,
    Weight,
)
from game.table.records import ModelId, UnitId
from game.table.state import Table
from game.view.overlays import BoardNote, Overlay, OverlayLine, OverlayTone
from game.widgets.key_bindings import action_of, key_for


def _farthest(way: Way) -> float:
    """Return the inches that the fastest model moves on a way."""
    march = way.asked
    assert isinstance(march, March)
    return max([going.distance for going in march.goings.values()], default=0.0)


def lifted(session: Session, origin: ChoosePrompt, pick: str) -> LiftedPrompt | None:
    """Return the prompt that carries a unit after its pick; None if no move follows at once."""
    twin = best_case(session, (pick,))
    if twin and isinstance(twin.pending, Choose) and twin.pending.kind is CommonKind.CHARGE:
        return ChargePrompt(origin, pick, twin.pending, session)
    ways = ways_on(session, pick)
    if any(isinstance(way.asked, Steer) for way in ways):
        return LiftedSteerPrompt(origin, ways[0], origin.table)
    return CarryPrompt(origin, ways, origin.table) if ways else None


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

    @property
    def _done_label(self) -> str:
        return "Let go to move" if self.drag else super()._done_label

    def choices(self) -> Sequence[PromptAction]:
        done, *rest = super().choices()
        shown = [replace(done, detail=self.costs), *rest]
        if self.refused and not self.draft.refusal:
            shown[1:1] = [PromptAction.by(Action.MEND, MEND, "Use this place", self.commit)]
        return (*shown, PromptAction("put back", "Put it back", does=self.back))

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


class ChargePrompt(LiftedPrompt, ChoosePrompt):
    """A unit in the hand that may charge; let go on an enemy, it charges it."""

    def __init__(
        self, origin: ChoosePrompt, pick: str, decision: Choose, session: Session
    ) -> None:
        super().__init__(decision, origin.table)
        self.origin, self.pick, self.session = origin, pick, session
        self.looks = origin.looks + 1

    @property
    def busy(self) -> bool:
        return True

    def grasp(self, hand: PointerState) -> bool:
        return True

    def follow(self, hand: PointerState) -> bool:
        """Highlight the enemy under the mouse."""
        super().follow(hand)
        self.looks += 1
        return True

    def let_go(self, hand: PointerState) -> None:
        """Charge the enemy under the mouse; elsewhere put the unit back, with the reason."""
        if foe := self._under(hand):
            ways = [w for w in ways_on(self.session, self.pick, foe) if not w.rolls][:1]
            moves = [w.asked.sample(self.table, 0, 1) for w in ways]
            follow = [*ways[0].answers[2:], moves[0]] if moves and moves[0] else []
            self.answer_all((self.pick, foe, *follow))
            return
        super().grasp(hand)
        self.origin.refused = self.refused
        self.back()

    def above(self) -> Iterator[Overlay]:
        """Yield the way to the mouse, and the label of the highlighted enemy."""
        start = min(
            [m.at for m in self.table.of(UnitId(self.pick))],
            key=lambda at: distance(at, self.hand.at),
        )
        yield OverlayLine(start, self.hand.at, OverlayTone.PLANNED)
        yield from super().above()


STILL: Mapping[DecisionKind, tuple[str, str]] = {
    CommonKind.UNIT_TO_MOVE: ("has not moved", "have not moved"),
    CommonKind.UNIT_TO_SHOOT: ("can still act", "can still act"),
    CommonKind.UNIT_TO_CHARGE: ("can still charge", "can still charge"),
}
"""Words about units that could still act, for one and for several."""
NAMED_UNITS = 2


class PickPrompt(ChoosePrompt):
    """Prompt in which a click picks a unit, and a drag moves it at once."""

    keys: ClassVar = (
        ("Click", "pick on the board"),
        ("Drag", "move it at once"),
        ("Arrows", "move a unit"),
        *ChoosePrompt.keys[:2],
        ("Enter", "next unit, choose it"),
        ("{end_phase}", "end the phase"),
    )

    def __init__(self, decision: Choose, table: Table) -> None:
        super().__init__(decision, table)
        self.lift: Callable[[ChoosePrompt, str], LiftedPrompt | None] | None = None
        """Returns the prompt that carries a unit; set by a window that knows the game."""
        self.useful = [o.id for o in decision.options if self._is_own(o.id)]
        """The units that can do something; a window that knows the game leaves out others."""
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

    @property
    def remaining(self) -> str:
        """Return how many units could still do something, with the first; empty if none."""
        many = len(self.useful)
        if not many:
            return ""
        units = "1 unit" if many == 1 else f"{many} units"
        names = ", ".join([self.options[id_].label for id_ in self.useful[:NAMED_UNITS]])
        more = ", …" if many > NAMED_UNITS else ""
        one, several = STILL[self.decision.kind] if self.decision.kind else ("", "")
        return f"{units} {one if many == 1 else several}: {names}{more}"

    def _passing(self, passing: Option) -> PromptAction:
        shown = super()._passing(passing)
        if not self.useful:
            return replace(shown, weight=Weight.URGED)
        return replace(shown, key=key_for(Action.END), detail=self.remaining)

    @property
    def ring(self) -> list[str]:
        return [o for o in super().ring if o or not self.useful]

    def press_key(self, event: pygame.Event) -> bool:
        """Go to a unit that can act by Enter, else end the phase; move the unit by an arrow."""
        if action_of(event) is Action.END and PASS in self.options:
            return self.give(PASS)
        if event.key in ENTER and not self.lit and self.useful:
            self.propose(self.useful[0])
            return True
        walks = self.decision.kind is not CommonKind.UNIT_TO_CHARGE and self._is_own(self.lit)
        if event.key in ARROWS and walks:
            to = self._lifted(self.lit)
            return to is not None and to.press_key(event)
        return super().press_key(event)


PROMPTS: PromptClasses = dict.fromkeys(STILL, PickPrompt)
