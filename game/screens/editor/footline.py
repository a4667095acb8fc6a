"""The foot of the window: what can be done now, and where the pointer is."""

from __future__ import annotations

from game.screens.editor.canvas.canvas import Canvas
from game.widgets.label import Label
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.theme import AMBER, BAR, MUTED, TEXT, Box

PLACE = 150.0
"""Units for the pointer's inches."""


class Footline:
    def __init__(self) -> None:
        self._said = ""
        self._over: object = None
        """What there was to be said of the tool when it was said."""

    def fill(self, desk: PanelStack, box: Box) -> None:
        panel = desk.add(Panel(desk.theme, box, BAR))
        _, _, wide, high = box
        self.hint = panel.add(Label((14, 0, wide - PLACE - 28, high), "", size=13))
        place = (wide - PLACE - 12, 0, PLACE, high)
        self.place = panel.add(Label(place, "", size=13, face="mono", align="right"))
        self.place.colour = MUTED

    def say(self, words: str, canvas: Canvas) -> None:
        """Say something until the tool has something else to say, or another is taken."""
        self._said, self._over = words, _told(canvas)

    def refresh(self, canvas: Canvas) -> None:
        if self._said and _told(canvas) != self._over:
            self._said = ""
        hint = self._said or _told(canvas)[0]
        self.hint.text = self.hint.short(hint, 13, self.hint.rect.width)
        self.hint.hint = hint if self.hint.text != hint else ""
        self.hint.colour = AMBER if self._said else TEXT
        at = canvas.at
        self.place.text = f'{at.x:.2f}" {at.y:.2f}"' if at else ""


def _told(canvas: Canvas) -> tuple[str, object]:
    """Return what the tool says, and which tool on which map."""
    tool = canvas.tool
    hint = canvas.sketch.hint or (tool.hint if tool else "")
    return hint, (tool, canvas.studio.workspace.map, canvas.studio.workspace.selection)
