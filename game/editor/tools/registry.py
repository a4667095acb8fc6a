"""The toolbox, and the filling with rock."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.content.maps.class_base import MapClass
from game.editor.map_pictures import PictureTool
from game.editor.new_objects import SHAPES
from game.editor.tools import Tool
from game.editor.tools.select import EraserTool, EyedropperTool, SelectTool
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
    EyedropperTool,
    EraserTool,
    PictureTool,
)


def toolbox(workspace: Workspace) -> dict[str, Tool]:
    """Return a tool of each kind for a workspace, by their names."""
    return {tool.name: tool(workspace) for tool in TOOLS}


def tool_for(kind: type[MapClass]) -> str:
    """Return the name of the tool with which a class is drawn by default."""
    shape = next(shape for shape in SHAPES if shape in kind.shapes)
    return shape.capitalize()


def fill_with_rock(workspace: Workspace) -> None:
    """Turn the ground of a map that nobody can reach into rock."""
    for fill in FILLS.values():
        fill(workspace)
