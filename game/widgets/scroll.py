"""Scroll positions, shown as bars."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.widgets.theme import LINE, MUTED, Theme

LINES_A_NOTCH = 3


@dataclass(slots=True)
class Scroll:
    """A scroll position; all lengths are in pixels."""

    content: int = 0
    view: int = 0
    offset: int = 0

    @property
    def most(self) -> int:
        """Return the largest possible offset."""
        return max(0, self.content - self.view)

    @property
    def at_end(self) -> bool:
        return self.offset >= self.most - 1

    def to(self, offset: int) -> bool:
        """Scroll to an offset within the content; return whether that changed the position."""
        before, self.offset = self.offset, min(self.most, max(0, offset))
        return self.offset != before

    def wheel(self, event: pygame.Event, line: int) -> bool:
        """Scroll by the wheel; return whether that changed the position."""
        return self.to(self.offset - round(event.y * line * LINES_A_NOTCH))

    def key(self, event: pygame.Event, line: int) -> bool:
        """Scroll by arrow, Page, Home and End keys; return whether it was one of them."""
        steps = {
            pygame.K_UP: -line,
            pygame.K_DOWN: line,
            pygame.K_PAGEUP: -self.view,
            pygame.K_PAGEDOWN: self.view,
            pygame.K_HOME: -self.content,
            pygame.K_END: self.content,
        }
        if event.type != pygame.KEYDOWN or event.key not in steps:
            return False
        self.to(self.offset + steps[event.key])
        return True

    def show(self, top: int, bottom: int) -> None:
        """Scroll by the shortest distance that makes a part of the content visible."""
        if top < self.offset:
            self.to(top)
        elif bottom > self.offset + self.view:
            self.to(bottom - self.view)

    def paint(self, canvas: pygame.Surface, window: pygame.Rect, theme: Theme) -> None:
        """Draw a scroll bar at the right edge if the content does not fit."""
        thumb = self.thumb(window, theme)
        if thumb:
            radius, track = thumb.width // 2, thumb.copy()
            track.top, track.height = window.top, window.height
            pygame.draw.rect(canvas, LINE, track, border_radius=radius)
            pygame.draw.rect(canvas, MUTED, thumb, border_radius=radius)

    def thumb(self, window: pygame.Rect, theme: Theme) -> pygame.Rect | None:
        if not self.most:
            return None
        long = max(theme.px(24), window.height * self.view // self.content)
        top = window.top + (window.height - long) * self.offset // self.most
        wide = theme.px(4)
        return pygame.Rect(window.right - wide - theme.px(3), top, wide, long)
