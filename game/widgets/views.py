"""Views, through which a part of a panel is seen that scrolls."""

from __future__ import annotations

import pygame

from game.widgets.scroll import Scroll
from game.widgets.theme import Box, Theme

BAR = 10.0
"""Width of the room of the scroll bar, in units."""
LINE_UNITS = 24.0
"""Units by which an arrow key scrolls, and a third of a notch of the wheel."""


class View:
    """A scrolling part of a panel; places are in pixels of the panel."""

    def __init__(self) -> None:
        self.scroll = Scroll()
        self.outer: View | None = None
        self.held: int | None = None
        """Pixels from the top of the bar to where the mouse holds it; None if it does not."""
        self.line = 1
        self._home = pygame.Rect(0, 0, 0, 0)
        """Its place while nothing around it is scrolled."""

    def fit(self, theme: Theme, box: Box, content: float, outer: View | None) -> bool:
        """Take its place, in units, and its content's height; return whether it changed."""
        before = self.rect.copy(), self.scroll.content, self.scroll.offset
        self.outer, self.line = outer, theme.px(LINE_UNITS)
        self._home = theme.rect(box)
        whole = theme.rect((box[0], box[1], box[2], content))
        self.scroll.view, self.scroll.content = self.rect.height, whole.height
        self.scroll.to(self.scroll.offset)
        return before != (self.rect, self.scroll.content, self.scroll.offset)

    @property
    def rect(self) -> pygame.Rect:
        """Return its place."""
        return self._home.move(0, -self.outer.shift) if self.outer else self._home

    @property
    def shift(self) -> int:
        """Return by how many pixels its content is moved up."""
        return self.scroll.offset + (self.outer.shift if self.outer else 0)

    @property
    def clip(self) -> pygame.Rect:
        """Return the part of it that is visible."""
        return self.rect.clip(self.outer.clip) if self.outer else self.rect

    def wheel(self, event: pygame.Event) -> bool:
        """Scroll by the wheel; return whether that changed the position."""
        return self.scroll.wheel(event, self.line)

    def reveal(self, rect: pygame.Rect) -> bool:
        """Scroll by the shortest distance that shows a place; return whether any was needed."""
        before = self.shift
        top = rect.top - self.rect.top + self.scroll.offset
        self.scroll.show(top, min(top + rect.height, top + self.scroll.view))
        if self.outer:
            self.outer.reveal(rect.move(0, before - self.shift).clip(self.rect))
        return self.shift != before

    def _bar(self, theme: Theme) -> pygame.Rect:
        bar = self.rect.copy()
        bar.width = theme.px(BAR)
        bar.right = self.rect.right
        return bar

    def handle(self, event: pygame.Event, at: tuple[int, int], theme: Theme) -> bool:
        """Scroll by a drag of its bar; return whether the event was used."""
        thumb = self.scroll.thumb(self._bar(theme), theme)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and thumb:
            if self._bar(theme).collidepoint(at) and self.clip.collidepoint(at):
                on = thumb.collidepoint(thumb.centerx, at[1])
                self.held = at[1] - thumb.top if on else thumb.height // 2
        elif event.type == pygame.MOUSEBUTTONUP and self.held is not None:
            self.held = None
            return True
        if self.held is None or thumb is None or event.type == pygame.MOUSEWHEEL:
            return False
        room = max(1, self.rect.height - thumb.height)
        self.scroll.to((at[1] - self.held - self.rect.top) * self.scroll.most // room)
        return True

    def paint(self, canvas: pygame.Surface, theme: Theme) -> None:
        """Draw the scroll bar, if there is more than is visible."""
        canvas.set_clip(self.clip)
        self.scroll.paint(canvas, self._bar(theme), theme)
        canvas.set_clip(None)
