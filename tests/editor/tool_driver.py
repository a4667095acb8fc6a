"""A workspace with its tools, driven by pointer events."""

from __future__ import annotations

from typing import Any

from game.content.maps.class_registry import CLASSES
from game.content.maps.map_file import MapFile, MapObject
from game.content.maps.map_library import map_of
from game.editor.documents import History
from game.editor.tools import Pointer, Tool, ToolSketch
from game.editor.tools.toolbox import Toolbox
from game.editor.workspace import Workspace
from game.geometry.points import Path, Point

REACH = 0.2
"""Length in inches of eight pixels in these tests."""


def pointer(x: float, y: float, **held: bool) -> Pointer:
    return Pointer(Point(x, y), REACH, **held)


class Desk:
    def __init__(self, mapfile: MapFile | None = None, **members: Any) -> None:
        """Set *members* on the workspace."""
        self.space = Workspace(History(mapfile or map_of(48, 48)))
        for name, value in members.items():
            setattr(self.space, name, value)
        self.tools = Toolbox(self.space).tools
        self.tool: Tool = self.tools["Select"]

    def take(self, name: str, what: str = "", **members: Any) -> Desk:
        """Select a tool; if a class is named, set the brush to it with *members*."""
        self.tool = self.tools[name]
        if what:
            self.space.brush = CLASSES[what](**members)
        return self

    def drag(self, *places: tuple[float, float], **held: bool) -> ToolSketch:
        """Drag through the places; return the sketch from before the button was released."""
        first, *rest = [pointer(x, y, **held) for x, y in places]
        self.tool.hover(first)
        self.tool.press(first)
        for there in rest:
            self.tool.drag(there)
        sketch = self.tool.sketch()
        self.tool.release(rest[-1] if rest else first)
        return sketch

    def click(self, *places: tuple[float, float], **held: bool) -> ToolSketch:
        """Click the places in order; return the sketch shown afterwards."""
        for place in places:
            self.drag(place, **held)
        return self.tool.sketch()

    def draw(self, name: str, what: str, *places: tuple[float, float]) -> MapObject:
        """Draw an object with a tool, and return it."""
        self.take(name, what)
        if name in {"Rectangle", "Ellipse"}:
            self.drag(*places)
        else:
            self.click(*places)
            self.tool.finish()
        (one,) = self.space.selected()
        return one

    @property
    def objects(self) -> list[MapObject]:
        return [one for _, one in self.space.map.objects()]

    @property
    def labels(self) -> list[str]:
        return [entry.label for entry in self.space.history.entries[1:]]

    def outline(self, id_: int) -> Path:
        one = self.space.index.get(id_)
        assert one
        return one.outline


def dig_corridor(desk: Desk, *places: tuple[float, float]) -> None:
    desk.take("Corridor").click(*places)
    desk.tool.finish()
