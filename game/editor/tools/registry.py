"""The toolbox, and the filling with rock."""

from __future__ import annotations

from game.content.maps.class_base import MapClass
from game.editor.map_pictures import PictureTool
from game.editor.object_commands import SHAPES
from game.editor.stamps import StampTool
from game.editor.tools import Tool
from game.editor.tools.select import EraserTool, EyedropperTool, SelectTool
from game.editor.tools.shapes import (
    EllipseTool,
    PointTool,
    PolygonTool,
    PolylineTool,
    RectangleTool,
)
from game.editor.workspace import Workspace
from game.systems.flood.editor.corridors import CorridorTool
from game.systems.flood.editor.rock import fill_with_rock

__all__ = ["TOOLS", "fill_with_rock", "tool_for", "toolbox"]

TOOLS: tuple[type[Tool], ...] = (
    SelectTool,
    RectangleTool,
    PolygonTool,
    PolylineTool,
    EllipseTool,
    PointTool,
    CorridorTool,
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
