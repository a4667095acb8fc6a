"""A field for a number."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import ClassVar

import pygame

from game.widgets.sizes import CONTROL
from game.widgets.text_field import TextField
from game.widgets.theme import Theme
from game.widgets.widget import Pixel

MAX_DIGITS = 9


class NumberField(TextField):
    """A field for a number; Return or losing the focus enters it, Escape restores it."""

    state: ClassVar[frozenset[str]] = TextField.state | {"value"}

    def __init__(
        self,
        value: float | None,
        on_number: Callable[[float], None],
        *,
        step: float = 1.0,
        least: float | None = None,
        most: float | None = None,
        hint: str = "",
    ) -> None:
        """Create a field; *value* is None, shown as empty, if several values differ."""
        super().__init__(format_value(value), ghost="–", longest=MAX_DIGITS)
        self.hint = hint
        self.value, self.on_number = value, on_number
        self.step, self.least, self.most = step, least, most

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return a size for a few digits."""
        return 110.0, CONTROL

    def least_width(self, theme: Theme) -> float:
        """Return the width that it needs."""
        return 64.0

    def _take_text(self, new: TextField) -> None:
        assert isinstance(new, NumberField)
        self.value = new.value
        super()._take_text(new)

    def _show(self, value: float | None) -> None:
        self.value, self.text = value, format_value(value)
        self.caret = len(self.text)

    def to(self, value: float | None) -> None:
        """Show another number without calling back; text being typed is kept."""
        if value != self.value or not self.focused:
            self._show(value)

    def enter(self) -> None:
        """Take the typed number if it is valid and different; else restore the old one."""
        try:
            typed = float(self.text.replace(",", ".").rstrip('"° '))
        except ValueError:
            typed = float("nan")
        if isfinite(typed) and typed != self.value:
            self._give(typed)
        else:
            self._show(self.value)

    def leave(self) -> None:
        """Enter the typed number."""
        self.enter()

    def _give(self, value: float) -> None:
        low = value if self.least is None else max(self.least, value)
        number = low if self.most is None else min(self.most, low)
        self._show(number)
        self.on_number(number)

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Change the number by the wheel, or place the caret; return whether it was used."""
        if event.type == pygame.MOUSEWHEEL and self.hovered and self.value is not None:
            self._give(self.value + event.y * self.step)
            return True
        return super().handle(event, at)

    def _edit(self, key: int) -> bool:
        if key in {pygame.K_RETURN, pygame.K_KP_ENTER}:
            self.enter()
            return True
        if key in {pygame.K_UP, pygame.K_DOWN} and self.value is not None:
            self.enter()
            self._give(self.value + (self.step if key == pygame.K_UP else -self.step))
            return True
        if key == pygame.K_ESCAPE and self.text != format_value(self.value):
            self._show(self.value)
            return True
        return super()._edit(key)


def format_value(value: float | None) -> str:
    """Return a number as text, to a thousandth and without trailing zeros; empty for None."""
    return (
        "" if value is None else f"{round(value, 3):g}" if abs(value) < 1e5 else f"{value:.0f}"
    )
