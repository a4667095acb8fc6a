"""The first steps, on the board of an empty map."""

from __future__ import annotations

from typing import ClassVar

import pygame

from game.editor.system_parts import PARTS
from game.editor.tools.toolbox import Toolbox
from game.editor.workspace import Workspace
from game.view.colours import AMBER, CREAM
from game.widgets.key_bindings import insert_editor_keys
from game.widgets.sizes import (
    APART,
    BODY_TEXT,
    CLOSE,
    DIALOG,
    EDGE,
    FAR,
    HEADING_TEXT,
    LARGE,
    LARGE_ICON,
)
from game.widgets.text_layout import TextSpan, TextStyle
from game.widgets.theme import CARD, Theme, plate

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


class FirstSteps:
    title: ClassVar[str] = "AN EMPTY MAP"

    def __init__(self, work: Workspace, toolbox: Toolbox) -> None:
        self.work, self.toolbox = work, toolbox

    @property
    def shown(self) -> bool:
        """Return whether the map is empty and unchanged, and no drawing tool is selected."""
        work = self.work
        if work.history.at or self.toolbox.name != "Select":
            return False
        return not any(layer.objects for layer in work.map.layers)

    def draw(self, canvas: pygame.Surface, theme: Theme, window: pygame.Rect) -> None:
        if not self.shown:
            return
        px, script = theme.px, TextStyle(theme, 14 * theme.running, 21 * theme.running)
        wide = min(px(DIALOG), window.width - px(FAR))
        column, edge = px(LARGE_ICON), px(APART)
        found = [
            script.wrap((TextSpan(insert_editor_keys(words), CREAM),), wide - 2 * edge - column)
            for words in STEPS
        ]
        gap = px(CLOSE)
        high = px(LARGE) + sum(len(lines) * script.high + gap for lines in found) + px(CLOSE)
        card = pygame.Rect(0, 0, wide, high)
        card.center = window.center
        card.clamp_ip(window)
        canvas.set_clip(window)
        canvas.blit(plate(theme, card.size, CARD), card)
        title = theme.text(self.title, HEADING_TEXT, AMBER, "title")
        canvas.blit(title, (card.left + edge, card.top + px(EDGE)))
        top = card.top + px(LARGE - CLOSE)
        for number, lines in enumerate(found, 1):
            canvas.blit(
                theme.text(str(number), BODY_TEXT, AMBER, "title"), (card.left + edge, top)
            )
            script.paint(canvas, lines, (card.left + edge + column, top))
            top += len(lines) * script.high + gap
        canvas.set_clip(None)
