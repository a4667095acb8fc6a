"""The tools that the flood adds to the editor."""

from __future__ import annotations

from game.systems.flood.editor.corridors import CorridorTool
from game.systems.flood.editor.rock import fill_with_rock

TOOLS = (CorridorTool,)
FILL = fill_with_rock
