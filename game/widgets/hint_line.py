"""A line of small text below a field."""

from __future__ import annotations

from typing import ClassVar

import pygame

from game.content.palettes import Colour
from game.widgets.sizes import APART, NOTE_TEXT
from game.widgets.theme import MUTED, Theme
from game.widgets.widget import Visible, Widget

HEIGHT = APART
"""Height of the line in pixels of the theme."""


class HintLine(Widget):
    """A line below a field that says what it is for; it ends in "…" where it is too long."""

    grows: ClassVar[tuple[float, float]] = (1.0, 0.0)

    text = Visible[str]()

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the height of a low line of running text."""
        return 0.0, HEIGHT * theme.running

    def paint(self, canvas: pygame.Surface) -> None:
        size = NOTE_TEXT * self.theme.running
        shown = self.short(self.text, size, self.rect.width)
        words = self.theme.text(shown, size, self.colour)
        canvas.blit(words, words.get_rect(left=self.rect.left, centery=self.rect.centery))

    @property
    def colour(self) -> Colour:
        return MUTED
