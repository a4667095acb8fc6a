"""The legend of the overlay that is shown."""

from __future__ import annotations

import pygame

from game.screens.battle.window_additions import Legend
from game.view.overlays import TagCell
from game.widgets.sizes import LOW
from game.widgets.theme import AMBER, MUTED, TEXT, Theme
from game.widgets.widget import Widget

LEGEND_WIDTH = 492.0


class LegendBar(Widget):
    """The legend of tags: meaning of the cells, and progress."""

    def __init__(self, legend: Legend, *, labelled: bool) -> None:
        """*labelled*: True if units have labels instead of tags now."""
        super().__init__()
        self.legend, self.labelled = legend, labelled

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return a size that stays the same while its words change."""
        return LEGEND_WIDTH, LOW

    @property
    def tip(self) -> str:
        return self.legend.tip

    def paint(self, canvas: pygame.Surface) -> None:
        theme, px, rect = self.theme, self.theme.px, self.rect
        x = rect.left + px(8)
        labels = self.legend.labels if self.labelled else ()
        for cell, meaning in labels or self.legend.samples:
            x = self._paint_sample(canvas, cell, meaning, x)
        room = rect.right - px(10) - x
        words = theme.text(self.short(self.legend.said, 12, room), 12, TEXT)
        canvas.blit(words, words.get_rect(left=x, centery=rect.centery))
        if self.legend.share < 1.0:
            groove = pygame.Rect(x, rect.bottom - px(5), room, px(3))
            canvas.fill("#2A333A", groove)
            full = round(groove.width * self.legend.share)
            canvas.fill(AMBER, (*groove.topleft, full, px(3)))

    def _paint_sample(
        self, canvas: pygame.Surface, cell: TagCell, meaning: str, left: int
    ) -> int:
        """Paint a cell and its meaning; return where the next begins."""
        theme, px = self.theme, self.theme.px
        number = theme.text(cell.words, 12, cell.ink, "heading")
        place = pygame.Rect(left, 0, max(px(18), number.get_width() + px(6)), px(16))
        place.centery = self.rect.centery
        canvas.fill(cell.fill, place)
        pygame.draw.rect(canvas, "#3A454D", place, 1)
        canvas.blit(number, number.get_rect(center=place.center))
        words = theme.text(meaning, 12, MUTED)
        canvas.blit(words, words.get_rect(left=place.right + px(4), centery=place.centery))
        return place.right + px(4) + words.get_width() + px(9)
