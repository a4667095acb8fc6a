"""How a map comes into the editor: a new one, a copy of a shipped one, one of the user's."""

from __future__ import annotations

from pathlib import Path

from game.content.faults import UnusableFile
from game.content.maps import MapFile, map_of, read_map
from game.content.maps.class_base import Look
from game.content.maps.spot_classes import Board
from game.content.maps.uvtt_import import ENDINGS, import_map
from game.content.png_payload import is_picture
from game.content.storage import MAPS
from game.editor.files.repair import Repair
from game.editor.history import History
from game.editor.workspace import Workspace

USUAL = (48, 48)
"""Inches of a new map."""


def blank(
    width: int = USUAL[0], height: int = USUAL[1], title: str = "", look: Look = "city"
) -> MapFile:
    """Return a map with nothing on it."""
    bare = map_of(width, height)
    return bare.model_copy(update={"board": Board(title=title, look=look)})


def new_workspace(mapfile: MapFile | None = None) -> Workspace:
    """Open a map that has no file yet: only an empty one may be left without a word."""
    first = mapfile or blank()
    saved = None if any(first.objects()) else first
    return Workspace(History(first, "New map"), saved=saved)


def open_workspace(path: Path) -> Workspace:
    """Open a map's file; a shipped one, or what a picture carries, as a copy.

    Raise UnusableFile.
    """
    mapfile = read_map(path)
    own = None if path.resolve().is_relative_to(MAPS) or is_picture(path) else path
    return Workspace(History(mapfile), path=own, saved=mapfile)


def open_or_repair(path: Path) -> Workspace | Repair:
    """Open a map's file, or what can be read of it; raise UnusableFile if nothing can.

    Walls and doors of another program's file become a new map.
    """
    if path.suffix.lower() in ENDINGS:
        return new_workspace(import_map(path).mapfile)
    try:
        return open_workspace(path)
    except UnusableFile:
        if is_picture(path):
            raise
        return Repair(path)
