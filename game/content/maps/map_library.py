"""Maps of a library, read by name or path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path, PurePath

from game.content.background_pictures import beside, copy_pictures
from game.content.faults import UnusableFile
from game.content.file_names import inward, joined, joined_near
from game.content.file_source import FileSource, known_by
from game.content.file_words import beside_which, name_of, named
from game.content.library_kinds import MAP
from game.content.map_heads import MapHead
from game.content.maps.external_parts import self_contained
from game.content.maps.inline_objects import RawObjects, bare, with_objects
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.content.maps.reader import map_from
from game.content.maps.tmx import is_xml, raw_map
from game.content.maps.writer import canonical
from game.content.picture_heads import MAX_PICTURE_BYTES, picture_head
from game.content.png_payload import read_map_text
from game.content.reading import read_bytes, read_text
from game.content.safe_writing import write_whole
from game.content.source_cache import made_once
from game.content.user_files import DISK
from game.table.board import Board

IMPORT_LEVELS = 2
"""Maximum number of folders between a map that is imported and one above with tilesets."""
BOARDS = 24
"""Number of boards in the cache."""
TITLES = 100
"""Number of titles in the cache."""


def parse_map(text: str, name: str, objects: RawObjects = ()) -> MapFile:
    """Parse a map; raise UnusableFile for the file *name*.

    *objects* are those that a situation adds, as raw JSON objects with lengths in inches.
    """
    return map_from(with_objects(raw_map(text, name), objects, name), name)


def map_of(
    width: int, height: int, objects: RawObjects = (), name: str = "a bare board"
) -> MapFile:
    """Return a map of *width* x *height* inches with some objects; raise UnusableFile."""
    return map_from(with_objects(bare(width, height), objects, name), name)


def read_map(path: Path) -> MapFile:
    """Return the map of a file, or the map embedded in a picture.

    Raise UnusableFile with all its faults.
    """
    return parse_map(text_of_map(path), str(path))


def text_of_map(path: Path) -> str:
    """Return the text of a map file or of the map in a picture, its other files written out.

    Raise UnusableFile.
    """
    text = read_map_text(path)
    return self_contained(text, str(path), lambda file: read_text(joined(path.parent, file)))


def read_map_to_import(path: Path) -> MapFile:
    """Return the map of a file that the user named, with tilesets from outside its folder.

    Objects of classes of other programs are kept without their class, as ``remarks_of`` says.

    Projects of Tiled have them in ``../tilesets``. Plain opening never reads those, since a map
    comes from anybody and must not reach for files beside which it was put. An import may: the
    user chose just this file, and it can do no harm.

    - A name leads at most two folders up, by steps at its beginning only; it is relative, and
      valid on every system. Links are followed before the place is judged.
    - Files are read as tilesets or as PNG and JPEG pictures, and are refused as anything else,
      or if too big. Only the pictures are copied, by ``with_copies``.
    - Copies lie in the folder of the new map, under names without steps outwards, and never
      replace a file. No board shows a picture that was not copied.

    Raise UnusableFile with all faults of the map.
    """
    text = self_contained(
        read_map_text(path),
        str(path),
        lambda file: read_text(joined_near(path.parent, file, IMPORT_LEVELS)),
        levels=IMPORT_LEVELS,
    )
    mapfile = map_from(raw_map(text, str(path)), str(path), is_imported=True)
    return mapfile.with_image_sizes(
        lambda image: _image_size(path.parent, image), levels=IMPORT_LEVELS
    )


def _image_size(folder: Path, image: str) -> tuple[int, int] | None:
    """Return the size of an image of tiles in pixels; None if it cannot be read."""
    try:
        data = read_bytes(joined_near(folder, image, IMPORT_LEVELS), MAX_PICTURE_BYTES)
        head = picture_head(data, image)
    except UnusableFile:
        return None
    return head.width, head.height


def is_xml_map(path: Path) -> bool:
    """Return whether a map's file is XML, whatever its ending; raise UnusableFile."""
    return is_xml(read_map_text(path))


def load_board(word: str, library: FileSource = DISK) -> Board:
    """Return the board of a map by its name (``old-quarter``) or path; raise UnusableFile.

    That of a save under a name that may lead out of the library has no pictures: they are on
    the disk, and anybody may have written that name.
    """
    name = name_of(library, word, MAP)
    with known_by(library):
        board = made_once(
            library, ("board", name), lambda source: board_of(map_text(source, name), name)
        )
    if not board.picture_files or beside_which(library, name):
        return board
    return _without_pictures(board)


@lru_cache(maxsize=BOARDS)
def _without_pictures(board: Board) -> Board:
    return replace(board, pictures=(), tiles=None, decor=())


def map_text(library: FileSource, name: str) -> str:
    """Return the text of a map, its other files written out; raise UnusableFile."""
    text = library.read(name)
    return self_contained(text, name, lambda file: library.read(beside(name, file)))


def load_map(path: Path) -> Board:
    """Return the board of a map file, or of a map in a picture; raise UnusableFile."""
    text = text_of_map(path)
    try:
        # Its pictures are found from any folder.
        return board_of(text, str(path.absolute()))
    except UnusableFile as error:
        raise UnusableFile(str(path), error.faults) from error


@lru_cache(maxsize=BOARDS)
def board_of(text: str, name: str) -> Board:
    """Return the board of a map's text; the same text always gives the same object.

    The identity lets other modules cache results by board. Raise UnusableFile with all its
    faults for the file *name*.
    """
    return to_board(parse_map(text, name), name)


def map_title(word: str, library: FileSource = DISK) -> str:
    """Return the title of a map by its name or path; the file's name if it has none."""
    try:
        title = title_in(library.read(named(word, MAP)))
    except UnusableFile:
        title = ""
    return title or PurePath(word).stem


def checked_head(word: str) -> MapHead:
    """Return the head of a map by its name or path; raise UnusableFile with all its faults."""
    board = load_board(word)
    return MapHead(map_title(word), board.width, board.height, len(board.markers))


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
        raw = raw_map(text, "")
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


def with_copies(mapfile: MapFile, before: Path, after: Path, *, levels: int = 0) -> MapFile:
    """Return a map after its pictures are copied from one folder into another.

    An image layer becomes a picture once its image lies beside the map. Pictures that cannot
    be read stay as they are. *levels*: how many folders up from *before* the picture of a tile
    or an image layer may lie. Raise UnusableFile if one cannot be written.
    """
    images = mapfile.images(levels=levels)
    if before.resolve() == after.resolve():
        images = [one for one in images if one != inward(one, levels)]
    new = copy_pictures(
        images,
        lambda name: read_bytes(joined_near(before, name, levels), MAX_PICTURE_BYTES),
        after,
        levels=levels,
    )
    if not new:
        return mapfile
    found = mapfile.with_images(new, levels=levels)
    if found.unseen == mapfile.unseen:
        return found
    again = map_from(raw_map(canonical(found), str(before)), str(before))
    return again.model_copy(update={"unclassed": found.unclassed})


def format_map(path: Path, *, check: bool = False) -> bool:
    """Rewrite a map file in its canonical form; return whether it differed from it.

    With *check* the file is not changed. Raise UnusableFile.
    """
    before = read_text(path)
    if is_xml(before):
        raise UnusableFile(str(path), [("", "is XML; import makes a map (.tmj) of it")])
    after = canonical(read_map(path))
    changed = before != after
    if changed and not check:
        write_whole(path, after)
    return changed
