"""Dice and markers as a panel: how many of which, and what a marker says in which colour."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from game.prompts.sandbox import HandState, HeldItem
from game.rules.kit.queries import INKS
from game.rules.sandbox.actions import MOST_DICE, SIZES, WORDS
from game.widgets.button import Button
from game.widgets.inputs import Stepper
from game.widgets.label import heading
from game.widgets.panel import Panel
from game.widgets.theme import Box, Theme

EDGE, GAP, LINE = 9.0, 6.0, 28.0
HIGH = 2 * (24 + LINE + LINE + GAP) + 16
"""Units that the panel needs."""


@dataclass(slots=True)
class Choices:
    """What stands in the tools; it outlives a change of the window."""

    many: int = 1
    size: int = 0
    """Which of the sizes."""
    need: int = 0
    word: int = 0
    ink: int = 2


class Tools:
    def __init__(
        self,
        theme: Theme,
        box: Box,
        choices: Choices,
        grip: HandState,
        on_roll: Callable[[tuple[Any, ...]], None],
    ) -> None:
        """*on_roll* is called with all answers of the deed."""
        self.panel, self.choices, self.grip, self.on_roll = (
            Panel(theme, box),
            choices,
            grip,
            on_roll,
        )
        wide = box[2] - 2 * EDGE
        half = (wide - GAP) / 2
        second, most = EDGE + half + GAP, wide * 0.56
        self.panel.add(heading((14, 3, wide, 22), "Dice"))
        top = 26.0
        self._stepper(
            (EDGE, top, half, LINE),
            [str(n) for n in range(1, MOST_DICE + 1)],
            "many",
            "How many?",
        )
        self._stepper(
            (second, top, half, LINE), [f"d{n}" for n in SIZES], "size", "Which dice?"
        )
        top += LINE + GAP
        self.needs = self._stepper((EDGE, top, half, LINE), self._needs(), "need", "Needed?")
        self.panel.add(Button((second, top, half, LINE), "Roll", self._roll, hint="SB-07"))
        top += LINE + 6
        self.panel.add(heading((14, top, wide, 22), "Marker"))
        top += 24
        self._stepper((EDGE, top, most, LINE), WORDS, "word", "What does it say?")
        inks = [ink.capitalize() for ink in INKS]
        ink = (EDGE + most + GAP, top, wide - most - GAP, LINE)
        self._stepper(ink, inks, "ink", "In which colour?")
        top += LINE + GAP
        self.marks = self.panel.add(
            Button((EDGE, top, wide, LINE), "Draw on the table", self._draw, hint="SB-08")
        )

    def _stepper(self, box: Box, labels: Any, what: str, hint: str) -> Stepper:
        def set_(value: int) -> None:
            setattr(self.choices, what, value)
            if what == "size":
                self.choices.need = self.needs.value = 0
                self.needs.labels = tuple(self._needs())
            if what in ("word", "ink") and self.grip.held and self.grip.held.ink:
                self._draw()

        stepper = Stepper(box, labels, set_, getattr(self.choices, what))
        if what == "many":
            stepper.value = self.choices.many - 1
            stepper.on_change = self._set_many
        stepper.hint = f"{hint} Click on the right or left half, or turn the wheel"
        return self.panel.add(stepper)

    def _set_many(self, value: int) -> None:
        self.choices.many = value + 1

    def _needs(self) -> list[str]:
        return ["any", *(f"{n}+" for n in range(1, SIZES[self.choices.size] + 1))]

    def _roll(self) -> None:
        c = self.choices
        self.on_roll(("roll", f"d{SIZES[c.size]}", c.many, c.need))

    def _draw(self) -> None:
        word, ink = WORDS[self.choices.word], INKS[self.choices.ink]
        self.grip.take(HeldItem(("draw", word, ink), words=word, ink=ink))
