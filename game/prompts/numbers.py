"""A number, changed step by step, or the ring of a cage turned by it under the mouse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

import pygame

from game.geometry.points import distance, heading_of_vector, unit_vector
from game.play.decisions import Amount
from game.prompts.choose import ENTER
from game.prompts.prompt import ENTER_KEY, Choice, Hand, Prompt, Weight
from game.table.cage_floor import Rings, floor_of
from game.table.events import RingTurned
from game.table.records import ModelId
from game.table.state import Table
from game.view.overlays.shapes import Overlay, OverlayTone, RangeRing

STEPS = {
    pygame.K_LEFT: -1,
    pygame.K_DOWN: -1,
    pygame.K_RIGHT: 1,
    pygame.K_UP: 1,
}
FEW, MANY = 1, 9
"""Steps that an arrow key changes it by, and with Shift."""
FLOOR = "floor"
"""The kind of amount that turns a ring of a cage: ``TC-07``."""
WHOLE = 360


class AmountPrompt(Prompt[Amount]):
    keys: ClassVar[tuple[tuple[str, str], ...]] = (
        ("Left, Right", "less, more"),
        ("Shift+arrows", "by more"),
        ("Enter", "take it"),
    )

    def __init__(self, decision: Amount, table: Table) -> None:
        super().__init__(decision, table)
        least, most, step = decision.least, decision.most, decision.step
        self.value = least + max(0, min(most, 0) - least) // step * step
        """What would be answered: to begin with nothing, or what is next to it."""

    @property
    def thought(self) -> int:
        return self.value

    def change(self, steps: int) -> None:
        """Make it more or less, as far as it goes."""
        asked = self.decision
        least, most, step = asked.least, asked.most, asked.step
        last = least + (most - least) // step * step
        self.set(max(least, min(last, self.value + steps * step)))

    def set(self, value: int) -> None:
        if value != self.value:
            self.value, self.refused = value, None
            self.looks += 1

    def choices(self) -> Sequence[Choice]:
        take = Choice("take", self.words, self.decision.clause, ENTER_KEY, Weight.URGED)
        less, more = self.turns
        return take, Choice("less", less), Choice("more", more)

    @property
    def words(self) -> str:
        """Return what taking it means."""
        return f"{self.value}{self.decision.unit}"

    @property
    def turns(self) -> tuple[str, str]:
        """Return what less of it and more of it are called."""
        step = f"{self.decision.step}{self.decision.unit}"
        return f"{step} less", f"{step} more"

    def press(self, id_: str) -> None:
        match id_:
            case "take":
                self.give(self.value)
            case "less":
                self.change(-FEW)
            case _:
                self.change(FEW)

    def handle(self, event: pygame.Event, hand: Hand) -> bool:
        if event.type != pygame.KEYDOWN:
            return False
        if event.key in ENTER:
            self.give(self.value)
        elif event.key in STEPS:
            many = MANY if event.mod & pygame.KMOD_SHIFT else FEW
            self.change(STEPS[event.key] * many)
        else:
            return False
        return True

    @property
    def subject(self) -> str:
        return self.decision.about


class FloorPrompt(AmountPrompt):
    """``TC-07``  The ring is dragged round by any part of it, from step to step."""

    keys: ClassVar[tuple[tuple[str, str], ...]] = (
        ("Drag the ring", "turn it"),
        ("Left, Right", "turn it by a step"),
        ("Shift+arrows", "by nine"),
        ("Enter", "take it"),
    )

    def __init__(self, decision: Amount, table: Table) -> None:
        super().__init__(decision, table)
        self.floor = floor_of(table.board)
        self.model = table.models[ModelId(decision.about)]
        cell = self.model.cell
        self.ring = cell.ring if cell else 0
        self._held: tuple[float, int] | None = None
        """By which bearing the ring was taken, and how it was turned then."""

    def change(self, steps: int) -> None:
        self.set(self._short(self.value + steps * self.decision.step))

    def _short(self, degrees: int) -> int:
        """Return the same turn, the shorter way round."""
        return (degrees - self.decision.least) % WHOLE + self.decision.least

    @property
    def words(self) -> str:
        if not self.value:
            return "Leave the floor as it is"
        way = "clockwise" if self.value > 0 else "counter-clockwise"
        return f"Turn it {abs(self.value)}° {way}"

    @property
    def turns(self) -> tuple[str, str]:
        step = self.decision.step
        return f"{step}° counter-clockwise", f"{step}° clockwise"

    @property
    def rings(self) -> Rings:
        """Return how the rings would stand."""
        degrees = list(self.table.rings)
        degrees[self.ring] = (degrees[self.ring] + self.value) % WHOLE
        return tuple(degrees)

    def spun(self) -> RingTurned:
        return RingTurned(self.decision.clause, self.decision.by, self.ring, self.value)

    def handle(self, event: pygame.Event, hand: Hand) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self.hand = hand
            if self._held:
                taken, was = self._held
                by = (self._bearing(hand) - taken + 180.0) % 360.0 - 180.0
                step = self.decision.step
                self.set(self._short(was + round(by / step) * step))
            return self._held is not None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._on_ring(hand):
            self._held = self._bearing(hand), self.value
            self.looks += 1
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._held:
            self._held = None
            self.looks += 1
            return True
        return super().handle(event, hand)

    @property
    def busy(self) -> bool:
        return self._held is not None

    def _bearing(self, hand: Hand) -> float:
        at = self.floor.at
        return 0.0 if hand.at == at else heading_of_vector(unit_vector(at, hand.at))

    def _on_ring(self, hand: Hand) -> bool:
        far = distance(self.floor.at, hand.at)
        inner = self.floor.radii[self.ring - 1] if self.ring else 0.0
        return hand.over and inner <= far <= self.floor.radii[self.ring]

    def below(self) -> Iterator[Overlay]:
        tone = OverlayTone.PLANNED if self.busy else OverlayTone.COOL
        for radius in self.floor.radii[max(0, self.ring - 1) : self.ring + 1]:
            yield RangeRing(self.floor.at, radius, tone)

    def chosen(self) -> frozenset[ModelId]:
        return frozenset({self.model.id})

    @property
    def status(self) -> str:
        return "Drag the ring, or turn it by the arrow keys"
