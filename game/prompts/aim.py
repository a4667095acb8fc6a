"""The prompt for a direction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from game.geometry.points import (
    distance,
    heading_of_vector,
    point_ahead,
    unit_vector,
    vector_of_heading,
)
from game.play.decisions import WHOLE, Aim
from game.prompts.choose import model_or_first_of_unit
from game.prompts.prompt import LITTLE, TURN, PointerState, Prompt, PromptAction
from game.prompts.steer import LEFT, RIGHT
from game.table.records import Model, ModelId
from game.table.state import Table
from game.view.overlays import BoardNote, Overlay, OverlayLine, OverlayTone, VisibleArea
from game.view.overlays.drawing import fan
from game.widgets.keys import Key

LONG = 3.5
"""Inches from the edge of the base to the rim of the drawn arc."""


class AimPrompt(Prompt[Aim]):
    """A direction that follows the mouse within the arc; a click takes it."""

    keys: ClassVar = (
        ("Click", "turn it there"),
        ("Left, Right", f"turn it by {TURN:g}°"),
        ("Shift+arrows", f"by {LITTLE:g}°"),
        ("Enter", "confirm"),
    )

    def __init__(self, decision: Aim, table: Table) -> None:
        super().__init__(decision, table)
        self.model: Model = model_or_first_of_unit(table, decision.about)
        self.off = 0.0
        """Degrees from the middle of the arc, positive to the right."""
        self.beyond = False
        """True if the mouse points outside the arc."""

    @property
    def thought(self) -> float:
        return round((self.decision.middle + self.off) % WHOLE, 3)

    def turn_to(self, off: float) -> None:
        """Turn it to *off* degrees from the middle of the arc, or to the end of the arc."""
        spread = self.decision.spread
        if spread >= WHOLE / 2:
            off = (off + WHOLE / 2) % WHOLE - WHOLE / 2
        self.off = max(-spread, min(spread, off))
        self.beyond = self.off != off
        self.changed()

    def propose(self, answer: float) -> str:
        """Turn it to a heading in degrees."""
        self.turn_to((answer - self.decision.middle + WHOLE / 2) % WHOLE - WHOLE / 2)
        return self._words

    def take(self) -> None:
        self.give(self.thought)

    def choices(self) -> Sequence[PromptAction]:
        spread, clause = self.decision.spread, self.decision.clause
        shown = [
            PromptAction.urged("take", self._words, clause, self.take),
            self._turning("left", f"{TURN:g}° to the left", self.off - TURN, LEFT),
            self._turning("right", f"{TURN:g}° to the right", self.off + TURN, RIGHT),
        ]
        for side, end in (("left", -spread), ("right", spread)):
            if spread < WHOLE / 2 and self.off != end:
                words = f"As far {side} as it goes"
                shown.append(self._turning(f"most {side}", words, end))
        return shown

    def _turning(
        self, id_: str, words: str, off: float, key: Key | None = None
    ) -> PromptAction:
        return PromptAction(id_, words, key=key, does=lambda: self.turn_to(off))

    @property
    def _words(self) -> str:
        if not self.off:
            return "Keep its facing" if self.decision.faces else "Go straight ahead"
        return f"Turn it {abs(self.off):g}° to the {'right' if self.off > 0.0 else 'left'}"

    def follow(self, hand: PointerState) -> bool:
        """Turn it to the whole degree nearest to the mouse."""
        if hand.over and distance(self.model.at, hand.at) > self.model.base:
            pointed = heading_of_vector(unit_vector(self.model.at, hand.at))
            middle = self.decision.middle
            self.turn_to(round((pointed - middle + WHOLE / 2) % WHOLE - WHOLE / 2) + 0.0)
        return False

    def grasp(self, hand: PointerState) -> bool:
        self.follow(hand)
        self.take()
        return True

    def nudge(self, right: int, down: int, *, fine: bool) -> bool:
        if right:
            self.turn_to(self.off + right * (LITTLE if fine else TURN))
        return bool(right)

    def below(self) -> Iterator[Overlay]:
        spread, middle = self.decision.spread, self.decision.middle
        if spread < WHOLE / 2:
            outline = fan(self.model.at, self._far, middle, spread)
            yield VisibleArea((outline,), OverlayTone.COOL, fill=0.1)

    def above(self) -> Iterator[Overlay]:
        ahead = vector_of_heading(self.thought)
        tip = point_ahead(self.model.at, ahead, self._far)
        yield OverlayLine(self.model.at, tip, OverlayTone.CHOSEN)
        if not self.off:  # the line says it, and a label would hide the models behind
            return
        words = f"{abs(self.off):g}° {'right' if self.off > 0.0 else 'left'}"
        if self.beyond:
            words += f", the limit ({self.decision.clause})"
        # Behind the model: the ends of the turn lie ahead of it, the odds of its death beside.
        behind = point_ahead(self.model.at, ahead, -self._far)
        yield BoardNote(behind, words, OverlayTone.BAD if self.beyond else OverlayTone.CHOSEN)

    @property
    def aims(self) -> bool:
        return self.hand.over

    @property
    def _far(self) -> float:
        return self.model.base + LONG

    def standing(self) -> Iterator[Model]:
        if self.decision.faces:
            yield replace(self.model, facing=self.thought)

    def chosen(self) -> frozenset[ModelId]:
        return frozenset({self.model.id})
