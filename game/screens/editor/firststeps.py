"""What to do first on an empty map: a card on the board."""

from __future__ import annotations

from typing import ClassVar

import pygame

from game.screens.editor.host import Studio
from game.view.style import AMBER, CREAM
from game.widgets.text_layout import TextSpan, TextStyle
from game.widgets.theme import CARD, plate

STEPS = (
    ("1", "Draw corridors (C): click, click, double click. Where two meet they join."),
    ("2", "Say where the water comes from: flood origin in the palette, a click."),
    ("3", "Draw two deployment zones, one for each side."),
    ("4", "Set markers, and what else stands there: grates, gates, lamps."),
    ("5", "F5 lets bots try it; the checks say what is still missing."),
)
WIDE = 420.0


class FirstSteps:
    title: ClassVar[str] = "AN EMPTY MAP"

    def __init__(self, studio: Studio) -> None:
        self.studio = studio

    @property
    def shown(self) -> bool:
        """Return whether nothing was done to an empty map yet, and nothing is about to be."""
        work = self.studio.workspace
        if work.history.at or self.studio.tool_name != "Select":
            return False
        return not any(layer.objects for layer in work.map.layers)

    def draw(self, canvas: pygame.Surface, window: pygame.Rect) -> None:
        if not self.shown:
            return
        theme = self.studio.frame.theme
        px, script = theme.px, TextStyle(theme, 14 * theme.running, 21 * theme.running)
        wide = min(px(WIDE), window.width - px(24))
        column, edge = px(26), px(18)
        told = [
            script.wrap((TextSpan(words, CREAM),), wide - 2 * edge - column)
            for _, words in STEPS
        ]
        gap = px(6)
        high = px(58) + sum(len(lines) * script.high + gap for lines in told) + px(6)
        card = pygame.Rect(0, 0, wide, high)
        card.center = window.center
        card.clamp_ip(window)
        canvas.set_clip(window)
        canvas.blit(plate(theme, card.size, CARD), card)
        title = theme.text(self.title, 22, AMBER, "title")
        canvas.blit(title, (card.left + edge, card.top + px(14)))
        top = card.top + px(52)
        for (number, _), lines in zip(STEPS, told, strict=True):
            canvas.blit(theme.text(number, 15, AMBER, "title"), (card.left + edge, top))
            script.paint(canvas, lines, (card.left + edge + column, top))
            top += len(lines) * script.high + gap
        canvas.set_clip(None)
