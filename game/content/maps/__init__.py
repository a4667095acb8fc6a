"""Map files: load, validate, convert to boards, format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from game.content.faults import Fault, UnusableFile
from game.content.file_source import DISK, MAPS, FileSource, known_by, missing, named
from game.content.maps.board_builder import RawObjects, bare, to_board, with_objects
from game.content.maps.map_file import MOST_VALUES, MapFile
from game.content.maps.reader import map_from
from game.content.maps.writer import canonical
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
    "parse_map",
    "read_map",
    "to_board",
]

BOARDS = 24
"""So many are remembered."""


def parse_map(text: str, name: str, objects: RawObjects = ()) -> MapFile:
    """Return the map that a text holds; raise UnusableFile, calling the file *name*.

    *objects* are added to it, as a situation tells them.
    """
    return map_from(with_objects(parse_json(text, name, MOST_VALUES), objects, name), name)


def map_of(
    width: int, height: int, objects: RawObjects = (), name: str = "a bare board"
) -> MapFile:
    """Return a bare map of so many inches, with such objects; raise UnusableFile."""
    return map_from(with_objects(bare(width, height), objects, name), name)


def read_map(path: Path) -> MapFile:
    """Return the map of a file, or the one that a picture carries.

    Raise UnusableFile with all its faults.
    """
    return parse_map(read_map_text(path), str(path))


def load_board(word: str, library: FileSource = DISK) -> Board:
    """Return the board of a map by its name (``old-quarter``) or path; raise UnusableFile."""
    if no := missing(library, "map", word, MAPS, ".tmj"):
        raise UnusableFile(word, [("", no)])
    name = named(word, MAPS, ".tmj")
    with known_by(library):
        return board_of(library.read(name), name)


def load_map(path: Path) -> Board:
    """Return the board of a file, or of what a picture carries, as ``read_map`` does."""
    return board_of(read_map_text(path), str(path))


@lru_cache(maxsize=BOARDS)
def board_of(text: str, name: str) -> Board:
    """Return the board of a map, for one text always the same: what is known of it is kept.

    Raise UnusableFile with all its faults, calling the file *name*.
    """
    return to_board(parse_map(text, name))


def drawn_map(
    width: int, height: int, layers: Mapping[str, RawObjects], *, title: str, look: str
) -> MapFile:
    """Return a map of so many inches, with layers of objects in this order."""
    raw = bare(width, height)
    for name, told in layers.items():
        raw = with_objects(raw, told, title, name)
    for name, value in (("title", title), ("look", look)):
        raw["properties"].append({"name": name, "type": "string", "value": value})
    return map_from(raw, title)


class MapFindings(NamedTuple):
    """What the check of a map finds."""

    faults: list[Fault]
    """What makes the file unusable, or else its map bad to play on."""
    warnings: list[Fault]
    """What its author may not have meant."""


def findings_of(board: Board) -> MapFindings:
    """Return what the check of a board finds."""
    return MapFindings(faults_on(board), warnings_on(board))


def faults_on(board: Board) -> list[Fault]:
    """Return what makes a board bad to play on."""
    # Shapely takes longer to import than most maps to load.
    from game.content.maps.flood_requirements import flood_faults, is_floodable  # noqa: PLC0415  loads shapely
    from game.content.maps.warnings import battle_faults  # noqa: PLC0415  loads shapely

    return [*battle_faults(board), *(flood_faults(board) if is_floodable(board) else ())]


def warnings_on(board: Board) -> list[Fault]:
    """Return what the author of a board may not have meant."""
    return [fault for fault in iter_warnings(board) if fault]


def iter_warnings(board: Board) -> Iterator[Fault | None]:
    """Yield the same one by one, and None now and then: who has no more time can stop there."""
    from game.content.maps.flood_requirements import flood_faults, is_floodable  # noqa: PLC0415  loads shapely
    from game.content.maps.warnings import iter_flood_warnings as odd  # noqa: PLC0415  loads shapely

    # What the water would do is told once it can run.
    if is_floodable(board) and not flood_faults(board):
        yield from odd(board)


def format_map(path: Path, *, check: bool = False) -> bool:
    """Bring a file into its canonical form; return whether it was not in it.

    With *check* the file is left as it is. Raise UnusableFile.
    """
    before = read_text(path)
    after = canonical(parse_map(before, str(path)))
    changed = before != after
    if changed and not check:
        write_whole(path, after)
    return changed
