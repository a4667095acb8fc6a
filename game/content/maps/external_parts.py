"""Files that a map of Tiled names, written out in the text of the map."""

from __future__ import annotations

import json
from collections.abc import Callable
from posixpath import dirname, normpath
from posixpath import join as joined_names
from typing import Any, TypeAlias

from game.content.background_pictures import leads_out, plain_name
from game.content.faults import UnusableFile
from game.content.file_names import inward
from game.content.maps.map_file import MAX_VALUES
from game.content.maps.tilesets import MAX_TILESETS
from game.content.maps.tmx import is_xml, raw_map, tileset_of, with_templates
from game.content.reading import MAP_BYTES
from game.content.strict_json import parse_json
from game.content.strict_xml import parse_xml

ReadText: TypeAlias = Callable[[str], str]
"""A reader of a file's text by its name beside the map; it raises UnusableFile."""
_TILE_MARKS = ("tilelayer", "<layer", '"gid"', "gid=")
"""Texts of which a map with tiles has at least one, on the grid or off it."""
MAX_TEXT = MAP_BYTES
"""Maximum number of bytes of a map with its tilesets; a larger file could not be read again."""


def self_contained(text: str, name: str, read: ReadText, *, levels: int = 0) -> str:
    """Return the text of a map that needs no templates and tilesets of other files.

    A tileset that cannot be read, or would be too much, stays in its file. *levels*: how many
    folders up from that of the map a tileset may lie. Raise UnusableFile for the file *name*
    with all faults of its templates.
    """
    return with_tilesets(with_templates(text, name, read), name, read, levels=levels)


def with_tilesets(text: str, name: str, read: ReadText, *, levels: int = 0) -> str:
    """Return the text of a map with the tilesets of its tiles written out."""
    if not any(mark in text for mark in _TILE_MARKS):
        return text
    if '"tilesets"' not in text and "<tileset" not in text:
        return text
    raw = raw_map(text, name)
    listed = raw.get("tilesets") if isinstance(raw, dict) else None
    if not isinstance(listed, list):
        return text
    reading = _Tilesets(read, levels)
    found = [reading.written_out(one) for one in listed[:MAX_TILESETS]]
    if found == listed[:MAX_TILESETS]:
        return text
    new = raw | {"tilesets": found + listed[MAX_TILESETS:]}
    whole = json.dumps(new, ensure_ascii=False, separators=(",", ":"))
    too_long = len(whole.encode()) > MAX_TEXT or sum(map(whole.count, ",[{")) > MAX_VALUES
    return text if too_long else whole


class _Tilesets:
    """Reads the files of a map's tilesets, up to as much text as a map may have."""

    def __init__(self, read: ReadText, levels: int) -> None:
        self._read, self._levels, self._room = read, levels, MAX_TEXT

    def written_out(self, one: Any) -> Any:
        """Return the tileset of a file as the map would hold it; itself if it cannot be."""
        source = one.get("source") if isinstance(one, dict) else None
        if not isinstance(source, str):
            return one
        file = plain_name(source)
        if leads_out(inward(file, self._levels)) or self._room <= 0:
            return one
        try:
            text = self._read(file)
            self._room -= len(text)
            raw = tileset_of(parse_xml(text, file)) if is_xml(text) else _parsed(text, file)
        except UnusableFile:
            return one
        if not isinstance(raw, dict) or "source" in raw:
            return one
        tiles = raw.get("tiles")
        for table in (raw, *(tiles if isinstance(tiles, list) else [])):
            if isinstance(table, dict) and isinstance(image := table.get("image"), str):
                table["image"] = _beside_the_map(file, image)
        own = {key: value for key, value in raw.items() if key not in {"type", "tiledversion"}}
        return own | {"firstgid": one.get("firstgid", 1)}


def _parsed(text: str, file: str) -> Any:
    return parse_json(text, file, MAX_VALUES)


def _beside_the_map(file: str, image: str) -> str:
    """Return the name of a tileset's image relative to the map; one elsewhere as it is."""
    if not image or image.startswith("/") or "\\" in image:
        return image
    return normpath(joined_names(dirname(file), image))
