"""A panel without a ground of its own: what moves behind it is seen between its widgets."""

from __future__ import annotations

import pygame

from game.widgets.panel import Panel
from game.widgets.plates import plate
from game.widgets.theme import Theme
from game.widgets.widget import Widget


class Glass(Panel):
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
