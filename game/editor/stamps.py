"""Stamps, which are groups of map objects kept in small files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from pathlib import Path
from typing import NamedTuple

from game.content.faults import UnusableFile
from game.content.file_lookup import files_with
from game.content.maps.map_class import Board
from game.content.maps.map_file import MAX_SIDE, MIN_SIDE, MapFile, MapLayer, MapObject
from game.content.maps.map_library import parse_map, with_copies
from game.content.maps.writer import canonical
from game.content.own_folders import own_stamps, to_trash
from game.content.reading import read_text
from game.content.safe_writing import write_whole
from game.content.shipped_folders import STAMPS
from game.editor.clipboard import copy_of
from game.editor.edits import EditRefusedError
from game.editor.map_pictures import new_picture_folder
from game.editor.transforms import box_of, moved
from game.editor.workspace import Workspace

STAMP_ENDING = ".tmj"
MAX_NAME = 40
"""Maximum number of characters of a stamp's name."""


class Stamp(NamedTuple):
    """A file of the library of stamps."""

    path: Path
    name: str
    """Its title; the name of the file if it has none or is faulty."""
    is_own: bool
    map: MapFile | None
    """The stamp as a map that it fills; None if the file is faulty."""
    fault: str = ""
    """The reason why it cannot be used."""


def stamps() -> list[Stamp]:
    """Return all stamps, the user's own first, each part by name."""
    own = [_stamp(path, is_own=True) for path in files_with(own_stamps(), STAMP_ENDING)]
    shipped = [_stamp(path, is_own=False) for path in STAMPS.glob(f"*{STAMP_ENDING}")]
    return [
        *sorted(own, key=lambda one: (one.name.casefold(), one.path)),
        *sorted(shipped, key=lambda one: one.name),
    ]


def _stamp(path: Path, *, is_own: bool) -> Stamp:
    try:
        mapfile = _parsed(read_text(path), str(path))
    except UnusableFile as error:
        return Stamp(path, path.stem, is_own, None, str(error.faults[0]))
    if not any(mapfile.objects()):
        return Stamp(path, path.stem, is_own, None, "is a map without objects")
    return Stamp(path, mapfile.board.title or path.stem, is_own, mapfile)


@lru_cache(maxsize=64)
def _parsed(text: str, name: str) -> MapFile:
    return parse_map(text, name)


def stamp_of(objects: Sequence[MapObject], workspace: Workspace, name: str) -> MapFile:
    """Return objects as a map that they fill, as one group; without references to others."""
    left, top, right, low = box_of(objects)
    one_group = {"group": 1 if len(objects) > 1 else 0, "stamp_copy": ""}
    clip = copy_of(workspace.map, objects)
    placed = [moved(one.model_copy(update=one_group), -left, -top) for _, one in clip.objects()]
    wide, high = (min(MAX_SIDE, max(MIN_SIDE, ceil(s))) for s in (right - left, low - top))
    layer = MapLayer(id=1, name="objects", objects=tuple(placed))
    board = Board(title=name, look=workspace.map.board.look)
    return MapFile(board=board, width=wide, height=high, layers=(layer,))


def save_stamp(workspace: Workspace, name: str) -> Path:
    """Keep the selection as a stamp of the user's own, and return its file.

    Raise EditRefusedError if nothing is selected or the name is no name or taken; raise
    UnusableFile if the file cannot be written.
    """
    objects = workspace.selected()
    if not objects:
        raise EditRefusedError("select the objects of the stamp first")
    path = _free_path(name)
    stamp = stamp_of(objects, workspace, " ".join(name.split()))
    write_whole(path, canonical(with_copies(stamp, workspace.folder, path.parent)))
    return path


def take_stamp(workspace: Workspace, stamp: Stamp) -> None:
    """Take a stamp in hand, with its pictures beside the map; raise EditRefusedError."""
    if stamp.map is None:
        raise EditRefusedError(f"{stamp.name}: {stamp.fault}")
    if not stamp.map.images():
        workspace.stamp = stamp.map
        return
    try:
        workspace.stamp = with_copies(
            stamp.map, stamp.path.parent, new_picture_folder(workspace)
        )
    except UnusableFile as error:
        raise EditRefusedError(str(error)) from error


def _free_path(name: str, old: Path | None = None) -> Path:
    slug = "-".join("".join(c if c.isalnum() else " " for c in name.casefold()).split())
    if not slug or len(name) > MAX_NAME:
        raise EditRefusedError(
            f"a name has a letter or digit and at most {MAX_NAME} characters"
        )
    path = own_stamps() / f"{slug}{STAMP_ENDING}"
    if path != old and path.exists():
        raise EditRefusedError(f"there is a stamp “{name}” already")
    return path


def rename_stamp(stamp: Stamp, name: str) -> Path:
    """Give a stamp of the user's own another name, and return its file.

    Raise EditRefusedError if the name is no name or taken; raise UnusableFile.
    """
    if stamp.map is None:
        raise EditRefusedError(f"“{stamp.name}” cannot be read")
    path = _free_path(name, stamp.path)
    board = stamp.map.board.model_copy(update={"title": " ".join(name.split())})
    write_whole(path, canonical(stamp.map.model_copy(update={"board": board})))
    if path != stamp.path:
        stamp.path.unlink(missing_ok=True)
    return path


def delete_stamp(stamp: Stamp) -> Path:
    """Move a stamp of the user's own to the trash; return its place there."""
    return to_trash(stamp.path)
