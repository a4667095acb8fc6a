"""The foot of the window: what can be done now, and where the pointer is."""

from __future__ import annotations

from game.screens.editor.canvas.canvas import Canvas
from game.widgets.desk import Desk
from game.widgets.label import Label
from game.widgets.palette import MUTED, TEXT
from game.widgets.panel import Panel
from game.widgets.plates import BAR
from game.widgets.theme import Box

PLACE = 150.0
"""Units for the pointer's inches."""


class Footline:
    def __init__(self) -> None:
        self._said: tuple[str, str] = ("", "")
        """What somebody said, and the hint that stood there then."""

    def fill(self, desk: Desk, box: Box) -> None:
        panel = desk.add(Panel(desk.theme, box, BAR))
        _, _, wide, high = box
        self.hint = panel.add(Label((14, 0, wide - PLACE - 28, high), "", size=13))
        self.place = panel.add(
            Label((wide - PLACE - 12, 0, PLACE, high), "", size=13, face="mono", align="right")
        )
        self.place.colour = MUTED

    def say(self, words: str) -> None:
        """Say something until there is another hint."""
        self._said = words, self.hint.text

    def refresh(self, canvas: Canvas) -> None:
        tool = canvas.tool
        hint = canvas.sketch.hint or (tool.hint if tool else "")
        self.hint.text, self.hint.colour = hint, TEXT
        at = canvas.at
        self.place.text = f'{at.x:.2f}" {at.y:.2f}"' if at else ""
