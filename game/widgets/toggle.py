"""A switch with a label."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import pygame

from game.widgets.button import PRESSING
from game.widgets.sizes import CLOSE
from game.widgets.theme import CHOSEN, MUTED, TEXT, Plate, Theme, focus_ring, plate
from game.widgets.widget import Pixel, Visible, Widget

OFF = Plate("#1D2327", "#181D21", "#2A343B", corner=99.0)
OFF_LIT = Plate("#28323A", "#20282E", "#3F4D56", corner=99.0)
ON = Plate("#3A4954", "#2B3841", CHOSEN, corner=99.0, line=1.2)


class Toggle(Widget):
    """A switch shaped like a pill, amber while it is on."""

    focusable: ClassVar[bool] = True
    grows: ClassVar[tuple[float, float]] = (0.0, 0.0)

    on = Visible[bool]()

    def __init__(
        self, label: str, on_change: Callable[[bool], None], *, on: bool = False
    ) -> None:
        super().__init__()
        self.label, self.on, self.on_change = label, on, on_change

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of its label within the pill."""
        return theme.units(theme.width(self.label, 15, "heading")) + 2 * 16, 34.0

    def least_width(self, theme: Theme) -> float:
        """Return the width of its label close to the edges of the pill."""
        return theme.units(theme.width(self.label, 15, "heading")) + 2 * CLOSE

    def press(self) -> None:
        """Switch it, and call back."""
        self.on = not self.on
        self.on_change(self.on)

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Switch on a left click inside; return whether it was one."""
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        if not self.rect.collidepoint(at):
            return False
        self.press()
        return True

    def take_key(self, event: pygame.Event) -> bool:
        """Switch on Enter or Space; return whether it was one of them."""
        if event.type != pygame.KEYDOWN or event.key not in PRESSING:
            return False
        self.press()
        return True

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the pill and its label."""
        look = ON if self.on else OFF_LIT if self.hovered else OFF
        canvas.blit(plate(self.theme, self.rect.size, look), self.rect)
        colour = TEXT if self.on else MUTED
        words = self.theme.text(self.label, 15, colour, "heading")
        canvas.blit(words, words.get_rect(center=self.rect.center))
        if self.focused:
            focus_ring(self.theme, canvas, self.rect)
