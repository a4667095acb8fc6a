"""Map files: load, validate, convert to boards, format."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path, PurePath
from typing import Any, NamedTuple, TypeAlias

from game.content.faults import Fault, UnusableFile, did_you_mean
from game.content.file_names import joined
from game.content.file_source import (
    DISK,
    MAPS,
    FileSource,
    beside_which,
    known_by,
    made_once,
    missing,
    named,
)
from game.content.foreign_formats import read_map_text
from game.content.map_heads import MapHead
from game.content.maps.class_base import MapClass, SpotClass, TerrainClass, references
from game.content.maps.class_registry import CLASSES, board_checks
from game.content.maps.classes import DeploymentZone, Door, Objective
from game.content.maps.map_file import FORMAT, PX, MapFile, MapObject, MapPicture
from game.content.maps.old_tiled import layers_in, objects_in
from game.content.maps.reader import map_from
from game.content.maps.tmx import is_xml, raw_map, with_templates
from game.content.maps.writer import canonical
from game.content.parsing import read_bytes, read_text, shown
from game.content.storage import write_whole
from game.content.underlays import MAX_PICTURE_BYTES, beside, copy_pictures
from game.geometry.points import Point
from game.table.board import Board, BoardPicture, ObjectiveMarker, Spot, Terrain, Zone, terrain

__all__ = [
    "MapFile",
    "MapFindings",
    "board_of",
    "canonical",
    "checked_head",
    "drawn_map",
    "faults_on",
    "findings_of",
    "format_map",
    "iter_warnings",
    "load_board",
    "load_map",
    "map_of",
    "map_text",
    "map_title",
    "map_titles",
    "parse_map",
    "read_map",
    "title_in",
    "to_board",
    "with_copies",
]  # fmt: skip

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
    """Return the text of a map file or of the map in a picture, its templates resolved.

    Raise UnusableFile.
    """
    text = read_map_text(path)
    return with_templates(text, str(path), lambda file: read_text(joined(path.parent, file)))


def load_board(word: str, library: FileSource = DISK) -> Board:
    """Return the board of a map by its name (``old-quarter``) or path; raise UnusableFile.

    That of a save under a name that may lead out of the library has no pictures: they are on
    the disk, and anybody may have written that name.
    """
    if no := missing(library, "map", word, MAPS, ".tmj"):
        raise UnusableFile("", [("", no)])
    name = named(word, MAPS, ".tmj")
    with known_by(library):
        board = made_once(
            library, ("board", name), lambda source: board_of(map_text(source, name), name)
        )
    if not board.pictures or beside_which(library, name):
        return board
    return _without_pictures(board)


@lru_cache(maxsize=BOARDS)
def _without_pictures(board: Board) -> Board:
    return replace(board, pictures=())


def map_text(library: FileSource, name: str) -> str:
    """Return the text of a map, its templates resolved; raise UnusableFile."""
    text = library.read(name)
    return with_templates(text, name, lambda file: library.read(beside(name, file)))


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
        title = title_in(library.read(named(word, MAPS, ".tmj")))
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


class MapFindings(NamedTuple):
    """The findings of the check of a map."""

    faults: list[Fault]
    """Faults that make the file unusable or, if there are none, the map bad to play on."""
    warnings: list[Fault]
    """Features that are probably unintended."""


def findings_of(board: Board) -> MapFindings:
    """Return the findings of the check of a board; its doors count as open."""
    return MapFindings(faults_on(board), [one for one in iter_warnings(board) if one])


def faults_on(board: Board) -> list[Fault]:
    """Return the faults that make a board bad to play on, with its doors open."""
    return [fault for check in board_checks() for fault in check.faults(board.all_open)]


def iter_warnings(board: Board) -> Iterator[Fault | None]:
    """Yield the warnings one by one, and None between steps, at which the caller may stop."""
    for check in board_checks():
        yield from check.warnings(board.all_open)


def with_copies(mapfile: MapFile, before: Path, after: Path) -> MapFile:
    """Return a map after its pictures are copied from one folder into another.

    Pictures that cannot be read stay as they are. Raise UnusableFile if one cannot be written.
    """
    if before.resolve() == after.resolve():
        return mapfile
    images = [one.image for one in mapfile.pictures]
    new = copy_pictures(
        images, lambda name: read_bytes(joined(before, name), MAX_PICTURE_BYTES), after
    )
    return mapfile.with_images(new)


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


UNTITLED = "untitled"
"""Name of the board of an untitled map."""
_BETWEEN = re.compile(r"[\W_]+")


def to_board(mapfile: MapFile, file: str = "") -> Board:
    """Return the board of a valid map; its objects keep the order of the file.

    *file* is the name of the map's file, beside which its pictures are.
    """
    objects = [one for _, one in mapfile.objects()]
    ids = ids_of(objects)
    board = Board(
        name=mapfile.board.title or UNTITLED,
        width=float(mapfile.width),
        height=float(mapfile.height),
        terrain=tuple(piece for one in objects if (piece := _terrain(one, ids))),
        zones=tuple(
            Zone(ids[one.id], one.outline, one.what.side, one.name)
            for one in objects
            if isinstance(one.what, DeploymentZone)
        ),
        markers=_markers(objects, ids),
        spots=tuple(spot for one in objects if (spot := _spot(one, ids))),
        look=mapfile.board.look,
        pictures=tuple(_picture(one, file) for one in mapfile.pictures if one.visible),
    )
    return board.with_open_doors(
        [ids[o.id] for o in objects if isinstance(o.what, Door) and o.what.state == "open"]
    )


def ids_of(objects: Iterable[MapObject]) -> dict[int, str]:
    """Return the board's id of each object: its name, or its class and number.

    Examples are ``north-ruin`` and ``ruin-3``. Objects of the same name get their numbers
    added, and so does one whose name would be the answer of a player who passes.
    """
    found = list(objects)
    named = Counter(_slug(one.name) for one in found)
    ids, given = dict[int, str](), {"pass"}
    for one in found:
        slug = _slug(one.name)
        if not slug or named[slug] > 1:
            slug = f"{slug or _slug(one.what.words())}-{one.id}"
        while slug in given:
            slug += f"-{one.id}"
        given.add(slug)
        ids[one.id] = slug
    return ids


def _slug(name: str) -> str:
    return _BETWEEN.sub("-", name.casefold()).strip("-")


def _picture(one: MapPicture, file: str) -> BoardPicture:
    at = Point(one.x / PX, one.y / PX)
    return BoardPicture(beside(file, one.image), at, one.scale / PX, one.opacity)


def _terrain(one: MapObject, ids: Mapping[int, str]) -> Terrain | None:
    if not isinstance(one.what, TerrainClass) or one.what.spot_kind():
        return None
    closed = one.shape != "polyline"
    otherwise = one.what.otherwise()
    return terrain(ids[one.id], one.what.kind, one.outline, closed=closed, **otherwise)


def _markers(
    objects: Iterable[MapObject], ids: Mapping[int, str]
) -> tuple[ObjectiveMarker, ...]:
    """``MI-03``  Return the markers; those without a number get the free ones, in order."""
    found = [(one, one.what.number) for one in objects if isinstance(one.what, Objective)]
    used = {number for _, number in found}
    free = (number for number in range(1, 2 * len(found) + 1) if number not in used)
    return tuple(
        ObjectiveMarker(ids[one.id], one.outline[0], number or next(free))
        for one, number in found
    )


def _spot(one: MapObject, ids: Mapping[int, str]) -> Spot | None:
    what = one.what
    if not (kind := what.spot_kind()):
        return None
    names = type(what).model_fields if isinstance(what, SpotClass) else ()
    members = [_member(what, name, ids) for name in names]
    return Spot(
        ids[one.id],
        kind=kind,
        outline=one.outline,
        numbers=tuple((name, value) for name, value in members if isinstance(value, float)),
        words=tuple((name, value) for name, value in members if isinstance(value, str)),
    )


def _member(what: MapClass, name: str, ids: Mapping[int, str]) -> tuple[str, float | str]:
    """Return a member with its value; a reference becomes the id that the board has for it."""
    value = getattr(what, name)
    if name in references(type(what)):
        return name, ids.get(value, "")
    return name, value if isinstance(value, str) else float(value)


RawObjects: TypeAlias = Sequence[Mapping[str, Any]]

_SHAPES = ("polygon", "polyline", "rectangle", "ellipse", "point")


def bare(width: int, height: int) -> dict[str, Any]:
    """Return the JSON of a map without objects, its size in inches."""
    return {
        "type": "map",
        "orientation": "orthogonal",
        "width": width,
        "height": height,
        "tilewidth": PX,
        "tileheight": PX,
        "layers": [],
        "properties": [{"name": "format", "type": "int", "value": FORMAT}],
    }


def with_objects(raw: Any, given: RawObjects, name: str, called: str = "object") -> Any:
    """Return the JSON of a map with one more layer; raise UnusableFile.

    *name* is the name of the map, for error messages, and *called* that of the layer.
    """
    layers = raw.get("layers") if isinstance(raw, dict) else None
    if not given or not isinstance(layers, list):
        return raw  # data that is no map is refused when it is read
    first = 1 + max(map(_id, objects_in(raw)), default=0)
    objects = [_object(n, first + n, one, name, called) for n, one in enumerate(given)]
    id_ = 1 + max(map(_id, layers_in(raw)), default=0)
    layer = {"id": id_, "name": called, "type": "objectgroup", "objects": objects}
    return raw | {"layers": [*layers, layer]}


def _id(raw: Mapping[str, Any]) -> int:
    id_ = raw.get("id")
    return id_ if isinstance(id_, int) else 0


def _object(n: int, id_: int, raw: Mapping[str, Any], name: str, called: str) -> dict[str, Any]:
    """Return the JSON of an object as Tiled writes it; raise UnusableFile."""
    shapes = [shape for shape in _SHAPES if shape in raw]
    if len(shapes) != 1:
        reason = f"needs one shape: {', '.join(_SHAPES)}"
        raise UnusableFile(name, [Fault(f"object[{n}]", reason)])
    own = {key: raw[key] for key in ("name", "rotation") if key in raw}
    members = {k: v for k, v in raw.items() if k not in {"class", *own, *shapes}}
    try:
        drawn = _drawn(shapes[0], raw[shapes[0]])
    except (TypeError, ValueError) as error:
        reason = f"must be numbers of inches, not {shown(raw[shapes[0]])}"
        raise UnusableFile(name, [Fault(f"object[{n}].{shapes[0]}", reason)]) from error
    properties = [{"name": key, "value": value} for key, value in members.items()]
    if not raw.get("class"):
        fault = Fault(
            f"layer '{called}', object {id_}", f"has no class{did_you_mean('', CLASSES)}"
        )
        raise UnusableFile(name, [fault])
    given = {"id": id_, "type": raw.get("class", ""), "properties": properties}
    return {**given, **own, **drawn}


def _drawn(shape: str, numbers: Any) -> dict[str, Any]:
    if shape in {"polygon", "polyline"}:
        corners = [{"x": _px(x), "y": _px(y)} for x, y in numbers]
        return {"x": 0, "y": 0, shape: corners}
    if shape == "point":
        x, y = numbers
        return {"x": _px(x), "y": _px(y), "point": True}
    x, y, width, height = numbers
    place = {"x": _px(x), "y": _px(y), "width": _px(width), "height": _px(height)}
    return place | ({"ellipse": True} if shape == "ellipse" else {})


def _px(inches: Any) -> float:
    if isinstance(inches, bool) or not isinstance(inches, int | float):
        raise TypeError
    return inches * PX
