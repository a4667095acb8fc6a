"""Prompts in which a drag of a unit answers the question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

import pygame

from game.content.table_actions import Action
from game.geometry.points import distance
from game.play.decisions import PASS, Choose, CommonKind, DecisionKind, Option, Passing
from game.prompts.choose import ChoosePrompt
from game.prompts.drafts import SLOP
from game.prompts.lifted import LiftedPrompt
from game.prompts.prompt import ARROWS, ENTER, PointerState, PromptAction, PromptClasses, Weight
from game.prompts.ways_on import INFERRED
from game.table.records import UnitId
from game.table.state import Table
from game.widgets.key_bindings import key_for

STILL: Mapping[DecisionKind, tuple[str, str]] = {
    CommonKind.UNIT_TO_MOVE: ("has not moved", "have not moved"),
    CommonKind.UNIT_TO_SHOOT: ("can still act", "can still act"),
    CommonKind.UNIT_TO_CHARGE: ("can still charge", "can still charge"),
}
"""Words about units that could still act, for one and for several."""
HANDS: Mapping[DecisionKind, tuple[tuple[str, str], ...]] = {
    CommonKind.UNIT_TO_MOVE: (("Drag", "move it at once"), ("Arrows", "move a unit")),
    CommonKind.UNIT_TO_CHARGE: (("Drag", "charge at once"),),
}
"""Keys and effects of taking a unit in the hand."""
NAMED_UNITS = 2
DRAGS = "Drag the unit to where it should go, which answers this too"


class GrabPrompt(ChoosePrompt):
    """Prompt in which a unit can be taken in the hand, which leads on to its move."""

    def __init__(self, decision: Choose, table: Table) -> None:
        super().__init__(decision, table)
        self.lift: Callable[..., LiftedPrompt | None] | None = None
        """Returns the prompt that carries a unit; set by a window that knows the game."""
        self._pressed: tuple[str, PointerState] | None = None
        """The unit that the mouse button was pressed on, and where."""

    def _grabbed(self, hand: PointerState) -> str:
        """Return the unit under the mouse that can be carried; empty if there is none."""
        raise NotImplementedError

    def _carrier(self, unit: str) -> LiftedPrompt | None:
        """Return the prompt that carries a unit; None if no move follows."""
        return self.lift(self, unit) if self.lift else None

    def grasp(self, hand: PointerState) -> bool:
        """Take hold of a unit: it is picked when the button is released, or carried."""
        unit = self._grabbed(hand)
        if not (unit and self.lift):
            return super().grasp(hand)
        self._pressed = unit, hand
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
                self.select(unit)
        return True

    def _lifted(self, unit: str) -> LiftedPrompt | None:
        """Put the prompt that carries a unit in the place of this one, if a move follows."""
        self.instead = self._carrier(unit)
        return self.instead

    def let_go(self, hand: PointerState) -> None:
        """Select the unit that was clicked."""
        if self._pressed:
            unit, self._pressed = self._pressed[0], None
            self.select(unit)

    def drop(self) -> None:
        """Break off a click."""
        self._pressed = None

    @property
    def busy(self) -> bool:
        """Return whether the mouse button is held on a unit."""
        return self._pressed is not None


class PickPrompt(GrabPrompt):
    """Prompt in which a click selects a unit, and a drag moves it at once."""

    keys: ClassVar = (
        ("Click", "pick on the board"),
        *ChoosePrompt.keys[:2],
        ("Enter", "next unit, choose it"),
        ("{end_phase}", "end phase"),
    )

    def __init__(self, decision: Choose, table: Table) -> None:
        super().__init__(decision, table)
        self.useful = [o.id for o in decision.options if self._is_own(o.id)]
        """The units that can do something; a window that knows the game leaves out others."""

    @property
    def passing(self) -> Passing:
        """Return that it ends the phase."""
        return Passing.ENDS

    def key_hints(self) -> Sequence[tuple[str, str]]:
        """Return the keys; what a drag does depends on the phase."""
        first, *others = super().key_hints()
        return (first, *self.hands, *others)

    @property
    def hands(self) -> Sequence[tuple[str, str]]:
        """Return the keys and effects of taking a unit in the hand."""
        return HANDS.get(self.decision.kind, ()) if self.decision.kind else ()

    def _first(self) -> str:
        """Return no unit if the phase may end: Enter goes to the first that can act."""
        return "" if PASS in self.options else super()._first()

    def _is_own(self, id_: str) -> bool:
        unit = self.table.units.get(UnitId(id_))
        return unit is not None and unit.side == self.decision.by

    def _grabbed(self, hand: PointerState) -> str:
        under = self._under(hand)
        if not self._is_own(under):
            return ""
        self._light(under)
        return under

    def press(self, id_: str) -> None:
        """Select a unit if its move follows at once; else take the option."""
        if self._is_own(id_):
            selected = self._carrier(id_)
            if selected and selected.rests:
                self.instead = selected
                return
        super().press(id_)

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

    def _choice(self, group: Sequence[Option], n: int) -> PromptAction:
        is_next = not self.lit and group[0].id in self.useful[:1]
        return replace(super()._choice(group, n), is_next=is_next)

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
        if event.key in ENTER and not self.lit and self.useful:
            self.propose(self.useful[0])
            return True
        walks = self.decision.kind is not CommonKind.UNIT_TO_CHARGE and self._is_own(self.lit)
        if event.key in ARROWS and walks:
            to = self._lifted(self.lit)
            return to is not None and to.press_key(event)
        return super().press_key(event)


class DeclarationPrompt(GrabPrompt):
    """Prompt for what a unit declares before its move, unless the move shows it."""

    keys: ClassVar = (("Drag", "move it at once"), *ChoosePrompt.keys)

    def _grabbed(self, hand: PointerState) -> str:
        unit = self.decision.about
        is_under = hand.over and self.anchor(unit).off(hand.at) <= hand.reach
        return unit if is_under else ""

    def _carrier(self, unit: str) -> LiftedPrompt | None:
        return self.lift(self) if self.lift else None

    def select(self, id_: str) -> bool:
        """Begin the move of the unit in question, or take an option."""
        if id_ != self.decision.about:
            return super().select(id_)
        selected = self._carrier(id_)
        if selected and selected.rests:
            self.instead = selected
        return self.instead is not None

    @property
    def instead_of_click(self) -> str:
        return f"{DRAGS}, or choose in this list" if self.lift else super().instead_of_click

    def press_key(self, event: pygame.Event) -> bool:
        """Begin the move by an arrow key."""
        if event.key in ARROWS and (to := self._lifted(self.decision.about)):
            return to.press_key(event)
        return super().press_key(event)


PROMPTS: PromptClasses = dict.fromkeys(STILL, PickPrompt) | dict.fromkeys(
    INFERRED, DeclarationPrompt
)
