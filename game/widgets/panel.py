"""Panel: repaints only widgets that changed; transparent panels."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

import pygame

from game.widgets.theme import MUTED, RULE, SHEET, Box, Plate, Theme, plate
from game.widgets.widget import Pixel, Widget

W = TypeVar("W", bound=Widget)


class Inlay(NamedTuple):
    """A plate let into a panel's ground, perhaps with a heading and a rule under it."""

    box: Box
    look: Plate
    heading: str = ""


class Panel:
    """Repaints only those of its widgets that changed, and tells where it did."""

    def __init__(self, theme: Theme, box: Box, look: Plate | None = SHEET) -> None:
        self.box, self.look = box, look
        self.widgets: list[Widget] = []
        self.inlays: list[Inlay] = []
        self.behind: pygame.Surface | None = None
        """A picture of the whole window, seen behind the plate: at its corners, or all over."""
        self.fit(theme)

    def fit(self, theme: Theme) -> None:
        """Take size and place from a theme's scale; all is painted anew."""
        self.theme = theme
        self.rect = theme.rect(self.box)
        self.surface = pygame.Surface(self.rect.size).convert()
        for widget in self.widgets:
            widget.fit(theme)
        self.dirty = True

    def move(self, box: Box) -> None:
        self.box = box
        self.fit(self.theme)

    def add(self, widget: W) -> W:
        widget.fit(self.theme)
        self.widgets.append(widget)
        return widget

    def lie_on(self, window: pygame.Surface) -> None:
        """Let what the window shows now be seen behind the plate."""
        self.behind = window.copy()
        self.dirty = True

    def inlay(self, box: Box, look: Plate, heading: str = "") -> None:
        self.inlays.append(Inlay(box, look, heading))
        self.dirty = True

    def clear(self) -> None:
        """Take all widgets and inlays off, to lay the panel out anew."""
        self.widgets.clear()
        self.inlays.clear()
        self.dirty = True

    def paint(self) -> list[pygame.Rect]:
        """Bring the surface up to date; return what changed, in pixels of the window."""
        if self.dirty:
            self.ground = self._ground()
        self._uncover()
        changed = []
        for widget in sorted(self.widgets, key=lambda w: w.shown):
            if self.dirty or widget.dirty:
                self._paint_widget(widget)
                changed.append(widget.rect.move(self.rect.topleft))
        if self.dirty:
            changed = [self.rect.copy()]
        self.dirty = False
        return changed

    def _uncover(self) -> None:
        """Let all be painted anew that lies where a hidden widget is about to be wiped away."""
        for gone in [w for w in self.widgets if w.dirty and not w.shown]:
            for widget in self.widgets:
                if widget.shown and widget.rect.colliderect(gone.rect):
                    widget.dirty = True

    def draw(self, canvas: pygame.Surface) -> list[pygame.Rect]:
        changed = self.paint()
        canvas.blit(self.surface, self.rect)
        return changed

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Offer an event to the widgets; *at* is where the mouse is in the window.

        What happens over a panel is never meant for the board below it.
        """
        here = at[0] - self.rect.left, at[1] - self.rect.top
        over = self.rect.collidepoint(at)
        if event.type == pygame.MOUSEMOTION:
            for widget in self.widgets:
                widget.hovered = over and widget.shown and widget.rect.collidepoint(here)
        taken = [w.handle(event, here) for w in list(self.widgets) if w.shown]
        return any(taken) or (over and event.type != pygame.MOUSEBUTTONUP)

    def widget_at(self, at: Pixel) -> Widget | None:
        """Return the widget under a pixel of the window."""
        here = at[0] - self.rect.left, at[1] - self.rect.top
        if not self.rect.collidepoint(at):
            return None
        return next((w for w in self.widgets if w.shown and w.rect.collidepoint(here)), None)

    def _paint_widget(self, widget: Widget) -> None:
        if not self.dirty:
            self.surface.blit(self.ground, widget.rect, widget.rect)
        widget.dirty = False
        widget.cut.clear()
        if widget.shown:
            self.surface.set_clip(widget.rect)
            widget.paint(self.surface)
            self.surface.set_clip(None)

    def _ground(self) -> pygame.Surface:
        ground = self.surface
        if self.behind:
            ground.blit(self.behind, (0, 0), self.rect)
        if self.look:
            ground.blit(plate(self.theme, self.rect.size, self.look), (0, 0))
        for inlay in self.inlays:
            place = self.theme.rect(inlay.box)
            ground.blit(plate(self.theme, place.size, inlay.look), place)
            if inlay.heading:
                self._paint_heading(ground, inlay.heading, place)
        return ground.copy()

    def _paint_heading(self, ground: pygame.Surface, words: str, place: pygame.Rect) -> None:
        px = self.theme.px
        heading = self.theme.text(words.upper(), 17, MUTED, "title")
        ground.blit(heading, (place.left + px(14), place.top + px(9)))
        y = place.top + px(37)
        pygame.draw.line(ground, RULE, (place.left + 1, y), (place.right - 2, y))


class TransparentPanel(Panel):
    """Draw all that lies behind it anew before it is drawn."""

    def fit(self, theme: Theme) -> None:
        super().fit(theme)
        self.surface = pygame.Surface(self.rect.size, pygame.SRCALPHA)

    def _ground(self) -> pygame.Surface:
        self.surface.fill((0, 0, 0, 0))
        if self.look:
            self.surface.blit(plate(self.theme, self.rect.size, self.look), (0, 0))
        return self.surface.copy()

    def _paint_widget(self, widget: Widget) -> None:
        if not self.dirty:
            # What was there is not to shine through.
            self.surface.fill((0, 0, 0, 0), widget.rect)
        super()._paint_widget(widget)
