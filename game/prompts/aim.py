"""Choosing a direction inside an arc."""

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
from game.play.decisions import WHOLE, Aim
from game.prompts.board_anchors import one_of
from game.prompts.choose import ENTER
from game.prompts.prompt import ENTER_KEY, Choice, Hand, Prompt, Weight
from game.table.records import Model, ModelId
from game.table.state import Table
from game.view.overlays.drawing import fan
from game.view.overlays.shapes import BoardNote, Overlay, OverlayLine, OverlayTone, VisibleArea
from game.widgets.keys import Key

STEP, FINE = 15.0, 1.0
"""Degrees that an arrow key turns by, and with Shift."""
LEFT, RIGHT = Key(pygame.K_LEFT), Key(pygame.K_RIGHT)
TURNS = {pygame.K_LEFT: -1.0, pygame.K_RIGHT: 1.0}
LONG = 3.5
"""Inches from the middle of the base to the rim of the arc that is drawn."""


class AimPrompt(Prompt[Aim]):
    """Follows the mouse, inside the arc; a click takes the direction."""

    keys: ClassVar = (
        ("Click", "turn it there"),
        ("Left, Right", f"turn it by {STEP:g}°"),
        ("Shift+Left, Shift+Right", f"by {FINE:g}°"),
        ("Enter", "take it"),
    )

    def __init__(self, decision: Aim, table: Table) -> None:
        super().__init__(decision, table)
        self.model: Model = one_of(table, decision.about)
        self.off = 0.0
        """Degrees from the middle of the arc, those to the right above 0."""
        self.beyond = False
        """Whether the mouse points out of the arc."""

    @property
    def thought(self) -> float:
        return self._direction(self.off)

    def _direction(self, off: float) -> float:
        return round((self.decision.middle + off) % WHOLE, 3)

    def turn(self, off: float) -> None:
        """Turn it to so many degrees from the middle, or to the end of the arc."""
        spread = self.decision.spread
        if spread >= WHOLE / 2:
            off = (off + WHOLE / 2) % WHOLE - WHOLE / 2
        self.off, self.refused = max(-spread, min(spread, off)), None
        self.beyond = self.off != off
        self.looks += 1

    def take(self) -> None:
        self.give(self.thought)

    def choices(self) -> Sequence[Choice]:
        spread = self.decision.spread
        shown = [
            Choice("take", self._words, self.decision.clause, ENTER_KEY, Weight.URGED),
            Choice("left", f"{STEP:g}° to the left", key=LEFT),
            Choice("right", f"{STEP:g}° to the right", key=RIGHT),
        ]
        if spread < WHOLE / 2:
            ends = (("most left", -spread), ("most right", spread))
            shown += [
                Choice(id_, f"All the way {id_.removeprefix('most ')}")
                for id_, end in ends
                if self.off != end
            ]
        return shown

    @property
    def _words(self) -> str:
        if not self.off:
            return "Leave it as it faces" if self.decision.faces else "Keep it straight on"
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

    def handle(self, event: pygame.Event, hand: Hand) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self.hand = hand
            self._follow(hand)
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and hand.over:
            self._follow(hand)
            self.take()
            return True
        return event.type == pygame.KEYDOWN and self._key(event)

    def _follow(self, hand: Hand) -> None:
        """Turn it to the whole degree that is nearest to where the mouse points."""
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
        words = f"{abs(self.off):g}°{side}" if self.off else "straight on"
        if self.beyond:
            words += f", no further: {self.decision.clause}"
        # Far behind the model: before it lie the ends of the turn, beside it that it may die.
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
