"""Prompt for moving one model in a straight line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

import pygame

from game.content.key_bindings import Action
from game.geometry.points import (
    Point,
    distance,
    heading_of_vector,
    point_ahead,
    thousandths,
    unit_vector,
    vector_of_heading,
)
from game.play.single_move import INWARD, Steer
from game.prompts.choose import ENTER
from game.prompts.prompt import ENTER_KEY, PointerState, Prompt, PromptAction, Weight
from game.table.records import Model, ModelId
from game.table.state import Table
from game.view.overlays.overlay_shapes import Overlay, OverlayLine, OverlayTone, RangeRing
from game.widgets.keys import action_of, key_for

TURNS = {pygame.K_LEFT: -1.0, pygame.K_RIGHT: 1.0}
STEPS = {pygame.K_UP: 1.0, pygame.K_DOWN: -1.0}
DEGREES, FEW = 15.0, 1.0
INCHES, LITTLE = 1.0, 0.25
"""Changes by an arrow key, in degrees and inches; the second of each with Shift."""


class SteerPrompt(Prompt[Steer]):
    """A model that follows the mouse in its range; a click or the end of a drag sends it."""

    keys: ClassVar = (
        ("Click, drag", "send it there"),
        ("Left, Right", f"turn by {DEGREES:g}°"),
        ("Up, Down", f'{INCHES:g}" farther, shorter'),
        ("Shift+arrows", "finer"),
        ("{put_back}", "stay"),
        ("Enter", "confirm"),
    )

    def __init__(self, decision: Steer, table: Table) -> None:
        super().__init__(decision, table)
        self.model: Model = table.models[decision.model]
        self.along = self.model.facing
        """Planned direction in degrees."""
        self.distance = 0.0
        """Planned distance in inches; 0 to stay."""
        self.held = False
        """True while it is being dragged."""

    @property
    def thought(self) -> Point:
        """Return the planned destination."""
        if not self.distance:
            return self.model.at
        return thousandths(
            point_ahead(self.model.at, vector_of_heading(self.along), self.distance)
        )

    def steer(self, along: float, inches: float) -> None:
        """Plan a move by its direction in degrees and inches, limited to its range."""
        self.along = round(along % 360.0, 3)
        self.distance = max(0.0, min(self.decision.distance - INWARD, inches))
        self.refused = None
        self.looks += 1

    def go(self) -> None:
        self.give([*self.thought])

    def choices(self) -> Sequence[PromptAction]:
        shown = [PromptAction("go", self._words, self.decision.clause, ENTER_KEY, Weight.URGED)]
        if self.distance:
            shown.append(PromptAction("stay", "Stay where it is", key=key_for(Action.PUT_BACK)))
        else:
            shown.append(PromptAction("ahead", "Straight ahead, full distance"))
        return shown

    @property
    def _words(self) -> str:
        if not self.distance:
            return "Stay where it is"
        return f'{self.decision.kind.capitalize()} {self.distance:.1f}"'

    def press(self, id_: str) -> None:
        match id_:
            case "go":
                self.go()
            case "ahead":
                self.steer(self.along, self.decision.distance)
            case _:
                self.steer(self.along, 0.0)

    def handle(self, event: pygame.Event, hand: PointerState) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self.hand = hand
            self._follow(hand)
            return self.held
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and hand.over:
            self._follow(hand)
            self.held = self._on_base(hand)
            if not self.held:
                self.go()
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.held:
            self.held = False
            if hand.over and self.distance:
                self.go()
            return True
        return event.type == pygame.KEYDOWN and self._key(event)

    @property
    def busy(self) -> bool:
        return self.held

    @property
    def aims(self) -> bool:
        return self.held or (self.hand.over and self.distance > 0.0)

    def _on_base(self, hand: PointerState) -> bool:
        return distance(self.model.at, hand.at) <= self.model.base + hand.reach

    def _follow(self, hand: PointerState) -> None:
        if not hand.over:
            return
        if self._on_base(hand):
            self.steer(self.along, 0.0)
        else:
            there = unit_vector(self.model.at, hand.at)
            self.steer(heading_of_vector(there), distance(self.model.at, hand.at))

    def _key(self, event: pygame.Event) -> bool:
        fine = bool(event.mod & pygame.KMOD_SHIFT)
        if event.key in ENTER:
            self.go()
        elif event.key in TURNS:
            turn = (FEW if fine else DEGREES) * TURNS[event.key]
            self.steer(self.along + turn, self.distance or INCHES)
        elif event.key in STEPS:
            self.steer(
                self.along, self.distance + (LITTLE if fine else INCHES) * STEPS[event.key]
            )
        elif action_of(event) is Action.PUT_BACK:
            self.steer(self.along, 0.0)
        else:
            return False
        return True

    def below(self) -> Iterator[Overlay]:
        most = f'{self.decision.distance:g}"'
        yield RangeRing(self.model.at, self.decision.distance, OverlayTone.COOL, most)

    def above(self) -> Iterator[Overlay]:
        if self.distance:
            yield OverlayLine(self.model.at, self.thought, OverlayTone.PLANNED)

    def chosen(self) -> frozenset[ModelId]:
        return frozenset({self.model.id})

    @property
    def subject(self) -> str:
        return self.decision.about

    @property
    def status(self) -> str:
        if not self.distance:
            return f'Up to {self.decision.distance:g}", in one straight line'
        return f'{self.distance:.1f}" of {self.decision.distance:g}", heading {self.along:.0f}°'
