"""Opening a map: new, own, or a copy of a shipped one."""

from __future__ import annotations

from pathlib import Path

from game.content.maps import MapFile
from game.editor.files.open_file import new_workspace, open_or_repair, open_workspace
from game.editor.files.repair import Repair
from game.screens.editor.repair_screen import RepairScreen
from game.screens.editor.screen import EditorScreen


def new_map(mapfile: MapFile | None = None) -> EditorScreen:
    """Open a map that has no file yet: a blank one if none is given."""
    return EditorScreen(new_workspace(mapfile))


def open_map(path: Path) -> EditorScreen:
    """Open a map's file; raise UnusableFile."""
    return EditorScreen(open_workspace(path))


def opened(path: Path) -> EditorScreen | RepairScreen:
    """Open a map's file, or what can be read of it; raise UnusableFile if nothing can."""
    found = open_or_repair(path)
    if isinstance(found, Repair):
        return RepairScreen(found, EditorScreen)
    return EditorScreen(found)
