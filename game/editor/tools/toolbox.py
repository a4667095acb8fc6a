"""The toolbox."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.content.maps.map_class import MapClass
from game.editor.map_pictures import PictureTool
from game.editor.new_objects import SHAPES
from game.editor.tools import Tool
from game.editor.tools.eraser import EraserTool
from game.editor.tools.eyedropper import EyedropperTool
from game.editor.tools.scatter import ScatterTool
from game.editor.tools.select import SelectTool
from game.editor.tools.shapes import (
    EllipseTool,
    PointTool,
    PolygonTool,
    PolylineTool,
    RectangleTool,
)
from game.editor.tools.stamp_tool import StampTool
from game.editor.workspace import Workspace
from game.systems import Parts

OWN_TOOLS: Mapping[str, tuple[type[Tool], ...]] = Parts("editor.own_tools", "TOOLS")
"""The tools with which the objects of a system are drawn."""
FILLS: Mapping[str, Callable[[Workspace], None]] = Parts("editor.own_tools", "FILL")
TOOLS: tuple[type[Tool], ...] = (
    SelectTool,
    RectangleTool,
    PolygonTool,
    PolylineTool,
    EllipseTool,
    PointTool,
    *(tool for tools in OWN_TOOLS.values() for tool in tools),
    StampTool,
    ScatterTool,
    EyedropperTool,
    EraserTool,
    PictureTool,
)


class Toolbox:
    """The tools of an open map, one of which is in use."""

    def __init__(self, workspace: Workspace) -> None:
        self.tools = {tool.name: tool(workspace) for tool in TOOLS}
        self.tool = next(iter(self.tools.values()))

    @property
    def name(self) -> str:
        """Return the name of the tool in use."""
        return self.tool.name

    def use(self, name: str) -> None:
        """Switch to a tool; another one cancels what it has begun."""
        tool = self.tools[name]
        if tool is not self.tool:
            self.tool.cancel()
        self.tool = tool


def tool_for(kind: type[MapClass]) -> str:
    """Return the name of the tool with which a class is drawn by default."""
    shape = next(shape for shape in SHAPES if shape in kind.shapes)
    return shape.capitalize()


def fill_with_rock(workspace: Workspace) -> None:
    """Turn the ground of a map that nobody can reach into rock."""
    for fill in FILLS.values():
        fill(workspace)
