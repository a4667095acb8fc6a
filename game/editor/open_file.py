"""Map files opened in the editor."""

from __future__ import annotations

from pathlib import Path

from game.content.background_pictures import beside, copy_pictures
from game.content.file_lookup import has_ending
from game.content.file_source import known_by
from game.content.file_words import named
from game.content.library_kinds import MAP
from game.content.maps.map_class import Board
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import (
    IMPORT_LEVELS,
    is_xml_map,
    map_of,
    parse_map,
    read_map,
    read_map_to_import,
    with_copies,
)
from game.content.maps.member_types import Look
from game.content.maps.tiled_remarks import remarks_of
from game.content.picture_heads import MAX_PICTURE_BYTES
from game.content.png_payload import is_picture
from game.content.shipped_folders import MAPS
from game.content.user_files import DISK
from game.editor.documents import History
from game.editor.workspace import Workspace, staged_pictures

DEFAULT_SIZE = (48, 48)
"""Default width and height of a new map in inches."""


def blank(
    width: int = DEFAULT_SIZE[0],
    height: int = DEFAULT_SIZE[1],
    title: str = "",
    look: Look = "city",
) -> MapFile:
    """Return an empty map."""
    bare = map_of(width, height)
    return bare.model_copy(update={"board": Board(title=title, look=look)})


def new_workspace(mapfile: MapFile | None = None) -> Workspace:
    """Return a workspace without a file; only an empty map counts as saved."""
    first = mapfile or blank()
    saved = None if any(first.objects()) else first
    return Workspace(History(first, "New map"), saved=saved)


def open_workspace(path: Path, greeting: str = "") -> Workspace:
    """Open a map file; a shipped map, or that of a picture, is opened as a copy.

    So is an XML map of Tiled; the pictures of it wait beside it, or with those of tilesets
    outside its folder as copies. *greeting*: a message for the one who opens it. Raise
    UnusableFile if it cannot be read.
    """
    xml = is_xml_map(path)
    mapfile, pictures_at = _of_tiled(path) if xml else (read_map(path), path.parent)
    copies = xml or path.resolve().is_relative_to(MAPS) or is_picture(path)
    if not greeting and (xml or mapfile.unclassed or not has_ending(path.name, ".tmj", ".png")):
        lines = ["A copy of a map of Tiled, to be saved as .tmj."] * xml
        greeting = "\n".join([*lines, *(f"{one}." for one in remarks_of(mapfile)[:8])])
    mapfile = mapfile.model_copy(update={"unclassed": ()})
    return Workspace(
        History(mapfile),
        path=None if copies else path,
        saved=mapfile,
        greeting=greeting,
        pictures_at=pictures_at if copies else None,
    )


def _of_tiled(path: Path) -> tuple[MapFile, Path | None]:
    """Return an XML map, and the folder of its pictures; None if copies of them wait."""
    mapfile = read_map_to_import(path)
    if mapfile.images(levels=IMPORT_LEVELS) == mapfile.images():
        return mapfile, path.parent
    stage = staged_pictures()
    return with_copies(mapfile, path.parent, stage, levels=IMPORT_LEVELS), None


def open_packed_map(word: str) -> Workspace:
    """Open a copy of a map in a pack, such as ``river-war/yard``; raise UnusableFile.

    Its pictures are copied out of the pack, to wait until the map is saved.
    """
    name = named(word, MAP)
    with known_by(DISK):
        mapfile = parse_map(DISK.read(name), name)
    images = copy_pictures(
        mapfile.images(),
        lambda image: DISK.read_bytes(beside(name, image), MAX_PICTURE_BYTES),
        staged_pictures(),
    )
    mapfile = mapfile.with_images(images)
    return Workspace(History(mapfile), saved=mapfile)
