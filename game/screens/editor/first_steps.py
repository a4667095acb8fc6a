"""The first steps, on the board of an empty map."""

from __future__ import annotations

from typing import ClassVar

import pygame

from game.editor.registry import PARTS
from game.screens.editor.host import EditorHost
from game.view.style import AMBER, CREAM
from game.widgets.key_bindings import insert_editor_keys
from game.widgets.text_layout import TextSpan, TextStyle
from game.widgets.theme import CARD, plate

STEPS = (
    (
        "Dig corridors ({editor_corridor}): click for each corner, double-click to finish. "
        "Corridors that meet join up."
    ),
    *(part.first_step for part in PARTS.values() if part.first_step),
    "Draw two deployment zones, one for each side.",
    "Add objective markers, grates, gates and lamps.",
    "Press {editor_try} to try it with bots; Checks lists what is missing.",
)
WIDE = 420.0


class FirstSteps:
    title: ClassVar[str] = "AN EMPTY MAP"

    def __init__(self, host: EditorHost) -> None:
        self.host = host

    @property
    def shown(self) -> bool:
        """Return whether the map is empty and unchanged, and no drawing tool is selected."""
        work = self.host.workspace
        if work.history.at or self.host.tool_name != "Select":
            return False
        return not any(layer.objects for layer in work.map.layers)

    def draw(self, canvas: pygame.Surface, window: pygame.Rect) -> None:
        if not self.shown:
            return
        theme = self.host.frame.theme
        px, script = theme.px, TextStyle(theme, 14 * theme.running, 21 * theme.running)
        wide = min(px(WIDE), window.width - px(24))
        column, edge = px(26), px(18)
        found = [
            script.wrap((TextSpan(insert_editor_keys(words), CREAM),), wide - 2 * edge - column)
            for words in STEPS
        ]
        gap = px(6)
        high = px(58) + sum(len(lines) * script.high + gap for lines in found) + px(6)
        card = pygame.Rect(0, 0, wide, high)
        card.center = window.center
        card.clamp_ip(window)
        canvas.set_clip(window)
        canvas.blit(plate(theme, card.size, CARD), card)
        title = theme.text(self.title, 22, AMBER, "title")
        canvas.blit(title, (card.left + edge, card.top + px(14)))
        top = card.top + px(52)
        for number, lines in enumerate(found, 1):
            canvas.blit(theme.text(str(number), 15, AMBER, "title"), (card.left + edge, top))
            script.paint(canvas, lines, (card.left + edge + column, top))
            top += len(lines) * script.high + gap
        canvas.set_clip(None)
