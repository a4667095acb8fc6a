"""The opening of maps in the editor."""

from __future__ import annotations

from pathlib import Path

from game.editor.autosaves import recoveries
from game.editor.map_repair import Repair, open_or_repair
from game.editor.open_file import new_workspace
from game.editor.workspace import Workspace
from game.screens.screen import Destination


def first_screen(path: Path | None) -> Destination:
    """Open a map, or its repair; without one, offer autosaves left by a crash, or a new map.

    Closing it leads to the list of maps. Raise UnusableFile if nothing of the map can be read.
    """
    if path:
        return Destination("design", opens=opened(path))
    if recoveries():
        return Destination("design")
    return Destination("design", opens=Destination("map", new_workspace()))


def opened(path: Path) -> Destination:
    """Open a map file, or its repair; raise UnusableFile if nothing of it can be read."""
    return edited(open_or_repair(path))


def edited(found: Workspace | Repair) -> Destination:
    """Return the screen to edit a map on, or to repair it on if it has faults."""
    if isinstance(found, Repair):
        return Destination("repair", found)
    return Destination("map", found)
