"""The tools at the left edge, one below the other."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Protocol

from game.editor.tools.tool import Tool
from game.screens.editor.canvas.canvas import Canvas
from game.widgets.button import IconButton, Style
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.theme import BAR, Box

SIDE, GAP = 40.0, 4.0
ICONS = {
    "Select": "mouse-pointer-2",
    "Rectangle": "square",
    "Ellipse": "circle",
    "Polygon": "pentagon",
    "Line": "spline",
    "Polyline": "spline",
    "Point": "map-pin",
    "Corridor": "route",
    "Eyedropper": "pipette",
    "Eraser": "eraser",
}


class Holder(Protocol):
    """Who holds the tools."""

    canvas: Canvas

    @property
    def tools(self) -> Mapping[str, Tool]: ...

    def use(self, name: str) -> None: ...


class Toolbar:
    def __init__(self, holder: Holder) -> None:
        self.holder = holder
        self.buttons: dict[str, IconButton] = {}

    def fill(self, desk: PanelStack, box: Box) -> None:
        panel = desk.add(Panel(desk.theme, box, BAR))
        many = max(1, len(self.holder.tools))
        side = min(SIDE, (box[3] - 12) / many - GAP)
        self.buttons = {}
        for n, (name, tool) in enumerate(self.holder.tools.items()):
            place = ((box[2] - side) / 2, 8 + n * (side + GAP), side, side)
            button = IconButton(place, name, partial(self.holder.use, name))
            button.icon = f"ui/{ICONS.get(name, 'square-pen')}"
            button.hint = f"{name} ({tool.key.upper()})\n{tool.hint}"
            self.buttons[name] = panel.add(button)

    def refresh(self) -> None:
        for name, button in self.buttons.items():
            mine = self.holder.tools[name] is self.holder.canvas.tool
            button.style = Style.PRIMARY if mine else Style.GHOST
