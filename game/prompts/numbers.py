"""Prompts for a direction and for a number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

import pygame

from game.geometry.points import (
    Point,
    distance,
    heading_of_vector,
    point_ahead,
    unit_vector,
    vector_of_heading,
)
from game.play.decisions import WHOLE, Aim, Amount
from game.prompts.board_anchors import model_or_first_of_unit
from game.prompts.choose import ENTER
from game.prompts.prompt import ENTER_KEY, PointerState, Prompt, PromptAction, Weight
from game.table.cage_floor import Rings, floor_of
from game.table.events import RingTurned
from game.table.records import Model, ModelId
from game.table.state import Table
from game.view.overlays.drawing import fan
from game.view.overlays.overlay_shapes import (
    BoardNote,
    Overlay,
    OverlayLine,
    OverlayTone,
    RangeRing,
    VisibleArea,
)
from game.widgets.keys import Key

STEP, FINE = 15.0, 1.0
"""Degrees that an arrow key turns by, and with Shift."""
LEFT, RIGHT = Key(pygame.K_LEFT), Key(pygame.K_RIGHT)
TURNS = {pygame.K_LEFT: -1.0, pygame.K_RIGHT: 1.0}
LONG = 3.5
"""Inches from the edge of the base to the rim of the drawn arc."""


class AimPrompt(Prompt[Aim]):
    """A direction that follows the mouse within the arc; a click takes it."""

    keys: ClassVar = (
        ("Click", "turn it there"),
        ("Left, Right", f"turn it by {STEP:g}°"),
        ("Shift+Left, Shift+Right", f"by {FINE:g}°"),
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
        return self._direction(self.off)

    def _direction(self, off: float) -> float:
        return round((self.decision.middle + off) % WHOLE, 3)

    def turn(self, off: float) -> None:
        """Turn it to *off* degrees from the middle of the arc, or to the end of the arc."""
        spread = self.decision.spread
        if spread >= WHOLE / 2:
            off = (off + WHOLE / 2) % WHOLE - WHOLE / 2
        self.off, self.refused = max(-spread, min(spread, off)), None
        self.beyond = self.off != off
        self.looks += 1

    def take(self) -> None:
        self.give(self.thought)

    def choices(self) -> Sequence[PromptAction]:
        spread = self.decision.spread
        shown = [
            PromptAction("take", self._words, self.decision.clause, ENTER_KEY, Weight.URGED),
            PromptAction("left", f"{STEP:g}° to the left", key=LEFT),
            PromptAction("right", f"{STEP:g}° to the right", key=RIGHT),
        ]
        if spread < WHOLE / 2:
            ends = (("most left", -spread), ("most right", spread))
            shown += [
                PromptAction(id_, f"As far {id_.removeprefix('most ')} as it goes")
                for id_, end in ends
                if self.off != end
            ]
        return shown

    @property
    def _words(self) -> str:
        if not self.off:
            return "Keep its facing" if self.decision.faces else "Straight ahead"
        return f"Turn it {abs(self.off):g}° to the {'right' if self.off > 0.0 else 'left'}"

    def press(self, id_: str) -> None:
        match id_:
            case "take":
                self.take()
            case "left":
                self.turn(self.off - STEP)
            case "right":
                self.turn(self.off + STEP)
            case "most left":
                self.turn(-self.decision.spread)
            case _:
                self.turn(self.decision.spread)

    def handle(self, event: pygame.Event, hand: PointerState) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self.hand = hand
            self._follow(hand)
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and hand.over:
            self._follow(hand)
            self.take()
            return True
        return event.type == pygame.KEYDOWN and self._key(event)

    def _follow(self, hand: PointerState) -> None:
        """Turn it to the whole degree nearest to the mouse."""
        if hand.over and distance(self.model.at, hand.at) > self.model.base:
            pointed = heading_of_vector(unit_vector(self.model.at, hand.at))
            self.turn(
                round((pointed - self.decision.middle + WHOLE / 2) % WHOLE - WHOLE / 2) + 0.0
            )

    def _key(self, event: pygame.Event) -> bool:
        if event.key in ENTER:
            self.take()
        elif event.key in TURNS:
            by = FINE if event.mod & pygame.KMOD_SHIFT else STEP
            self.turn(self.off + by * TURNS[event.key])
        else:
            return False
        return True

    def below(self) -> Iterator[Overlay]:
        spread, middle = self.decision.spread, self.decision.middle
        if spread < WHOLE / 2:
            outline = fan(self.model.at, self._far, middle, spread)
            yield VisibleArea((outline,), OverlayTone.COOL, fill=0.1)

    def above(self) -> Iterator[Overlay]:
        tip = self._tip(self.off)
        yield OverlayLine(self.model.at, tip, OverlayTone.CHOSEN)
        side = "" if not self.off else " right" if self.off > 0.0 else " left"
        words = f"{abs(self.off):g}°{side}" if self.off else "straight ahead"
        if self.beyond:
            words += f", the limit ({self.decision.clause})"
        # Behind the model: the ends of the turn lie ahead of it, the odds of its death beside.
        behind = point_ahead(
            self.model.at, vector_of_heading(self._direction(self.off)), -self._far
        )
        yield BoardNote(behind, words, OverlayTone.BAD if self.beyond else OverlayTone.CHOSEN)

    @property
    def aims(self) -> bool:
        return self.hand.over

    @property
    def _far(self) -> float:
        return self.model.base + LONG

    def _tip(self, off: float) -> Point:
        return point_ahead(self.model.at, vector_of_heading(self._direction(off)), self._far)

    def standing(self) -> Iterator[Model]:
        if self.decision.faces:
            yield replace(self.model, facing=self.thought)

    def chosen(self) -> frozenset[ModelId]:
        return frozenset({self.model.id})

    @property
    def subject(self) -> str:
        return self.decision.about


STEPS = {
    pygame.K_LEFT: -1,
    pygame.K_DOWN: -1,
    pygame.K_RIGHT: 1,
    pygame.K_UP: 1,
}
FEW, MANY = 1, 9
"""Steps by an arrow key, and with Shift."""
FLOOR = "floor"
"""Kind of the amount that turns a ring of a cage (``TC-07``)."""
FULL_TURN = 360


class AmountPrompt(Prompt[Amount]):
    keys: ClassVar[tuple[tuple[str, str], ...]] = (
        ("Left, Right", "less, more"),
        ("Shift+arrows", "by more"),
        ("Enter", "confirm"),
    )

    def __init__(self, decision: Amount, table: Table) -> None:
        super().__init__(decision, table)
        least, most, step = decision.least, decision.most, decision.step
        self.value = least + max(0, min(most, 0) - least) // step * step
        """Value to be answered; at first the allowed value nearest to 0, from below."""

    @property
    def thought(self) -> int:
        return self.value

    def change(self, steps: int) -> None:
        """Change the value by steps, within its limits."""
        asked = self.decision
        least, most, step = asked.least, asked.most, asked.step
        last = least + (most - least) // step * step
        self.set(max(least, min(last, self.value + steps * step)))

    def set(self, value: int) -> None:
        if value != self.value:
            self.value, self.refused = value, None
            self.looks += 1

    def choices(self) -> Sequence[PromptAction]:
        take = PromptAction("take", self.words, self.decision.clause, ENTER_KEY, Weight.URGED)
        less, more = self.turns
        return take, PromptAction("less", less), PromptAction("more", more)

    @property
    def words(self) -> str:
        """Return the label of the action that takes the value."""
        return f"{self.value}{self.decision.unit}"

    @property
    def turns(self) -> tuple[str, str]:
        """Return the labels of decreasing and increasing the value by a step."""
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

    def handle(self, event: pygame.Event, hand: PointerState) -> bool:
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
    """``TC-07``  Prompt in which the ring is dragged around, in steps."""

    keys: ClassVar[tuple[tuple[str, str], ...]] = (
        ("Drag the ring", "turn it"),
        ("Left, Right", "turn it by a step"),
        ("Shift+arrows", "turn it by nine steps"),
        ("Enter", "confirm"),
    )

    def __init__(self, decision: Amount, table: Table) -> None:
        super().__init__(decision, table)
        self.floor = floor_of(table.board)
        self.model = table.models[ModelId(decision.about)]
        cell = self.model.cell
        self.ring = cell.ring if cell else 0
        self._held: tuple[float, int] | None = None
        """Bearing at which the ring was grabbed, and its turn at that moment."""

    def change(self, steps: int) -> None:
        """Turn the ring by steps; a full turn leads back to the start."""
        self.set(self._short(self.value + steps * self.decision.step))

    def _short(self, degrees: int) -> int:
        """Return the same turn in the shorter direction."""
        return (degrees - self.decision.least) % FULL_TURN + self.decision.least

    @property
    def words(self) -> str:
        """Return the label of the planned turn."""
        if not self.value:
            return "Do not turn the floor"
        direction = "clockwise" if self.value > 0 else "counter-clockwise"
        return f"Turn it {abs(self.value)}° {direction}"

    @property
    def turns(self) -> tuple[str, str]:
        """Return the labels of turning by one step, counter-clockwise and clockwise."""
        step = self.decision.step
        return f"{step}° counter-clockwise", f"{step}° clockwise"

    @property
    def rings(self) -> Rings:
        """Return the turns of all rings as planned."""
        degrees = list(self.table.rings)
        degrees[self.ring] = (degrees[self.ring] + self.value) % FULL_TURN
        return tuple(degrees)

    def spun(self) -> RingTurned:
        """Return the planned turn, with which the cage is drawn."""
        return RingTurned(self.decision.clause, self.decision.by, self.ring, self.value)

    def handle(self, event: pygame.Event, hand: PointerState) -> bool:
        """Handle a drag of the ring or a key; return whether the event was used."""
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
        """Return whether the ring is being dragged."""
        return self._held is not None

    def _bearing(self, hand: PointerState) -> float:
        at = self.floor.at
        return 0.0 if hand.at == at else heading_of_vector(unit_vector(at, hand.at))

    def _on_ring(self, hand: PointerState) -> bool:
        inches = distance(self.floor.at, hand.at)
        inner = self.floor.radii[self.ring - 1] if self.ring else 0.0
        return hand.over and inner <= inches <= self.floor.radii[self.ring]

    def below(self) -> Iterator[Overlay]:
        """Yield the inner and the outer rim of the ring."""
        tone = OverlayTone.PLANNED if self.busy else OverlayTone.COOL
        for radius in self.floor.radii[max(0, self.ring - 1) : self.ring + 1]:
            yield RangeRing(self.floor.at, radius, tone)

    def chosen(self) -> frozenset[ModelId]:
        """Return the champion that stands on the ring."""
        return frozenset({self.model.id})

    @property
    def status(self) -> str:
        """Return a hint about how to turn the ring."""
        return "Drag the ring, or turn it with the arrow keys"
