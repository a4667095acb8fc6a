"""A number to type in, to wheel, or to step with the arrow keys."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

import pygame

from game.widgets.text_field import TextField
from game.widgets.theme import Box
from game.widgets.widget import Pixel

LONGEST = 9


class NumberField(TextField):
    """Return, or going elsewhere, enters what was typed; Escape leaves the number as it was."""

    def __init__(
        self,
        box: Box,
        value: float | None,
        on_number: Callable[[float], None],
        *,
        step: float = 1.0,
        least: float | None = None,
        most: float | None = None,
        hint: str = "",
    ) -> None:
        """*value*: None where several differ; nothing stands there until one is typed."""
        super().__init__(box, told(value), ghost="–", longest=LONGEST)
        self.hint = hint
        self.value, self.on_number = value, on_number
        self.step, self.least, self.most = step, least, most
        self.on_enter = lambda _: self.enter()

    def to(self, value: float | None) -> None:
        """Show another number without telling anybody; what is being typed is left alone."""
        if value != self.value or not self.focused:
            self.value = value
            self.text = told(value)
            self.caret = len(self.text)

    def enter(self) -> None:
        """Take the number that was typed, if it is one and another."""
        try:
            typed = float(self.text.replace(",", ".").rstrip('"° '))
        except ValueError:
            typed = float("nan")
        if isfinite(typed) and typed != self.value:
            self._give(typed)
        else:
            self.text = told(self.value)
            self.caret = len(self.text)

    def leave(self) -> None:
        self.enter()

    def _give(self, value: float) -> None:
        low = value if self.least is None else max(self.least, value)
        self.value = low if self.most is None else min(self.most, low)
        self.text = told(self.value)
        self.caret = len(self.text)
        self.on_number(self.value)

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        if event.type == pygame.MOUSEWHEEL and self.hovered and self.value is not None:
            self._give(self.value + event.y * self.step)
            return True
        return super().handle(event, at)

    def _edit(self, key: int) -> bool:
        if key in {pygame.K_UP, pygame.K_DOWN} and self.value is not None:
            self.enter()
            self._give(self.value + (self.step if key == pygame.K_UP else -self.step))
            return True
        if key == pygame.K_ESCAPE and self.text != told(self.value):
            self.text = told(self.value)
            self.caret = len(self.text)
            return True
        return super()._edit(key)


def told(value: float | None) -> str:
    """Return a number as it is written: to a thousandth, without needless noughts."""
    return (
        "" if value is None else f"{round(value, 3):g}" if abs(value) < 1e5 else f"{value:.0f}"
    )
