"""The prompt for the unit that is to act."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from game.table.records import UnitId
from game.table.state import Table
from game.widgets.key_bindings import key_for

STILL: Mapping[DecisionKind, tuple[str, str]] = {
    CommonKind.UNIT_TO_MOVE: ("has not moved", "have not moved"),
    CommonKind.UNIT_TO_SHOOT: ("can still act", "can still act"),
    CommonKind.UNIT_TO_CHARGE: ("can still charge", "can still charge"),
}
"""Words about units that could still act, for one and for several."""
NAMED_UNITS = 2


class PickPrompt(ChoosePrompt):
    """Prompt in which a click selects a unit, and a drag moves it at once."""

    keys: ClassVar = (
        ("Click", "pick on the board"),
        ("Drag", "move it at once"),
        ("Arrows", "move a unit"),
        *ChoosePrompt.keys[:2],
        ("Enter", "next unit, choose it"),
        ("{end_phase}", "end phase"),
    )

    def __init__(self, decision: Choose, table: Table) -> None:
        super().__init__(decision, table)
        self.lift: Callable[[ChoosePrompt, str], LiftedPrompt | None] | None = None
        """Returns the prompt that carries a unit; set by a window that knows the game."""
        self.useful = [o.id for o in decision.options if self._is_own(o.id)]
        """The units that can do something; a window that knows the game leaves out others."""
        self._pressed: tuple[str, PointerState] | None = None
        """The unit that the mouse button was pressed on, and where."""

    @property
    def passing(self) -> Passing:
        """Return that it ends the phase."""
        return Passing.ENDS

    def _first(self) -> str:
        """Return no unit if the phase may end: Enter goes to the first that can act."""
        return "" if PASS in self.options else super()._first()

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
        """Select the unit that was clicked."""
        if self._pressed:
            unit, self._pressed = self._pressed[0], None
            self.press(unit)

    def press(self, id_: str) -> None:
        """Select a unit if its move follows at once; else take the option."""
        if self._is_own(id_) and self.lift:
            selected = self.lift(self, id_)
            if selected and selected.rests:
                self.instead = selected
                return
        super().press(id_)

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
        if event.key in ENTER and not self.lit and self.useful:
            self.propose(self.useful[0])
            return True
        walks = self.decision.kind is not CommonKind.UNIT_TO_CHARGE and self._is_own(self.lit)
        if event.key in ARROWS and walks:
            to = self._lifted(self.lit)
            return to is not None and to.press_key(event)
        return super().press_key(event)


PROMPTS: PromptClasses = dict.fromkeys(STILL, PickPrompt)
