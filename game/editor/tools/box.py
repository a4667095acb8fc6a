"""The box of tools, in the order of the toolbar."""

from __future__ import annotations

from game.editor.tools.base import BaseTool
from game.editor.tools.boxes import EllipseTool, RectangleTool
from game.editor.tools.select import SelectTool
from game.editor.tools.tool import Tool
from game.editor.workspace import Workspace

TOOLS: tuple[type[BaseTool], ...] = (SelectTool, RectangleTool, EllipseTool)


def toolbox(workspace: Workspace) -> dict[str, Tool]:
    """Return a tool of each kind for a workspace, by their names."""
    return {tool.name: tool(workspace) for tool in TOOLS}
