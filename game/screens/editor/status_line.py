"""The line of the status bar."""

from __future__ import annotations

from typing import ClassVar

import pygame

from game.widgets.sizes import FIELD, GAP, HEADING_TEXT, SMALL_TEXT
from game.widgets.theme import AMBER, MUTED, TEXT, Theme
from game.widgets.widget import Visible, Widget


class StatusLine(Widget):
    """A message or a hint, and the pointer's position at the right.

    Words that have no room are cut, as the bar has one line; its tooltip shows all of them.
    """

    grows: ClassVar[tuple[float, float]] = (1.0, 0.0)

    words = Visible[str]()
    position = Visible[str]()
    is_message = Visible[bool]()

    def __init__(self, words: str, position: str, *, is_message: bool) -> None:
        super().__init__()
        self.words, self.position, self.is_message = words, position, is_message

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of the position and of a few words."""
        return 2 * FIELD, HEADING_TEXT

    def paint(self, canvas: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        place = theme.text(self.position, SMALL_TEXT, MUTED, "mono")
        room = rect.width - place.get_width() - theme.px(GAP)
        shown = self.short(self.words, SMALL_TEXT, room)
        words = theme.text(shown, SMALL_TEXT, AMBER if self.is_message else TEXT)
        canvas.blit(words, words.get_rect(left=rect.left, centery=rect.centery))
        canvas.blit(place, place.get_rect(right=rect.right, centery=rect.centery))
