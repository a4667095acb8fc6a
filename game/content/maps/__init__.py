"""Map files: load, validate, convert to boards, format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path, PurePath
from typing import NamedTuple

from game.content.faults import Fault, UnusableFile
from game.content.file_source import DISK, MAPS, FileSource, known_by, missing, named
from game.content.maps.board_builder import RawObjects, bare, to_board, with_objects
from game.content.maps.class_registry import board_checks
from game.content.maps.map_file import MAX_VALUES, MapFile, canonical
from game.content.maps.reader import map_from
from game.content.parsing import parse_json, read_text
from game.content.png_payload import read_map_text
from game.content.storage import write_whole
from game.table.board import Board

__all__ = [
    "MapFile",
    "MapFindings",
    "board_of",
    "canonical",
    "drawn_map",
    "faults_on",
    "findings_of",
    "format_map",
    "iter_warnings",
    "load_board",
    "load_map",
    "map_of",
    "map_title",
    "map_titles",
    "parse_map",
    "read_map",
    "title_in",
    "to_board",
]

BOARDS = 24
"""Number of boards in the cache."""
TITLES = 100
"""Number of titles in the cache."""


def parse_map(text: str, name: str, objects: RawObjects = ()) -> MapFile:
    """Parse a map; raise UnusableFile for the file *name*.

    *objects* are those that a situation adds, as raw JSON objects with lengths in inches.
    """
    return map_from(with_objects(parse_json(text, name, MAX_VALUES), objects, name), name)


def map_of(
    width: int, height: int, objects: RawObjects = (), name: str = "a bare board"
) -> MapFile:
    """Return a map of *width* x *height* inches with some objects; raise UnusableFile."""
    return map_from(with_objects(bare(width, height), objects, name), name)


def read_map(path: Path) -> MapFile:
    """Return the map of a file, or the map embedded in a picture.

    Raise UnusableFile with all its faults.
    """
    return parse_map(read_map_text(path), str(path))


def load_board(word: str, library: FileSource = DISK) -> Board:
    """Return the board of a map by its name (``old-quarter``) or path; raise UnusableFile."""
    if no := missing(library, "map", word, MAPS, ".tmj"):
        raise UnusableFile("", [("", no)])
    name = named(word, MAPS, ".tmj")
    with known_by(library):
        return board_of(library.read(name), name)


def load_map(path: Path) -> Board:
    """Return the board of a map file, or of a map in a picture; raise UnusableFile."""
    return board_of(read_map_text(path), str(path))


@lru_cache(maxsize=BOARDS)
def board_of(text: str, name: str) -> Board:
    """Return the board of a map's text; the same text always gives the same object.

    The identity lets other modules cache results by board. Raise UnusableFile with all its
    faults for the file *name*.
    """
    return to_board(parse_map(text, name))


def map_title(word: str, library: FileSource = DISK) -> str:
    """Return the title of a map by its name or path; the file's name if it has none."""
    try:
        title = title_in(library.read(named(word, MAPS, ".tmj")))
    except UnusableFile:
        title = ""
    return title or PurePath(word).stem


def map_titles(words: Iterable[str]) -> dict[str, str]:
    """Return the titles of maps by name or path; equal ones with the files' names beside."""
    titles = {word: map_title(word) for word in words}
    count = Counter(titles.values())
    return {
        word: title if count[title] == 1 else f"{title} ({PurePath(word).stem})"
        for word, title in titles.items()
    }


@lru_cache(maxsize=TITLES)
def title_in(text: str) -> str:
    """Return the title in the text of a map, which may have faults; empty if it has none."""
    try:
        raw = parse_json(text, "", MAX_VALUES)
    except UnusableFile:
        return ""
    found = raw.get("properties") if isinstance(raw, dict) else None
    listed = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    titles = (one.get("value") for one in listed if one.get("name") == "title")
    return next((" ".join(title.split()) for title in titles if isinstance(title, str)), "")


def drawn_map(
    width: int, height: int, layers: Mapping[str, RawObjects], *, title: str, look: str
) -> MapFile:
    """Return a map of *width* x *height* inches with the given layers of objects, in order."""
    raw = bare(width, height)
    for name, found in layers.items():
        raw = with_objects(raw, found, title, name)
    for name, value in (("title", title), ("look", look)):
        raw["properties"].append({"name": name, "type": "string", "value": value})
    return map_from(raw, title)


class MapFindings(NamedTuple):
    """The findings of the check of a map."""

    faults: list[Fault]
    """Faults that make the file unusable or, if there are none, the map bad to play on."""
    warnings: list[Fault]
    """Features that are probably unintended."""


def findings_of(board: Board) -> MapFindings:
    """Return the findings of the check of a board."""
    return MapFindings(faults_on(board), warnings_on(board))


def faults_on(board: Board) -> list[Fault]:
    """Return the faults that make a board bad to play on."""
    return [fault for check in board_checks() for fault in check.faults(board)]


def warnings_on(board: Board) -> list[Fault]:
    """Return the warnings: legal features of a board that are probably unintended."""
    return [fault for fault in iter_warnings(board) if fault]


def iter_warnings(board: Board) -> Iterator[Fault | None]:
    """Yield the warnings one by one, and None between steps, at which the caller may stop."""
    for check in board_checks():
        yield from check.warnings(board)


def format_map(path: Path, *, check: bool = False) -> bool:
    """Rewrite a map file in its canonical form; return whether it differed from it.

    With *check* the file is not changed. Raise UnusableFile.
    """
    before = read_text(path)
    after = canonical(parse_map(before, str(path)))
    changed = before != after
    if changed and not check:
        write_whole(path, after)
    return changed
