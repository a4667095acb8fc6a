"""Features of Tiled that boards lack: which keys are kept in the file, and remarks on them."""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from binascii import Error as Base64Error
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pydantic import ValidationError

from game.content.faults import Fault, did_you_mean
from game.content.maps.classes import Note
from game.content.maps.map_file import PX, MapFile, MapObject, kept_table
from game.content.underlays import name_fault
from game.geometry.polygons import box
from game.table.records import many

MAP_KEYS = {
    "backgroundcolor", "class", "compressionlevel", "editorsettings", "hexsidelength",
    "infinite", "parallaxoriginx", "parallaxoriginy", "renderorder", "skewx", "skewy",
    "staggeraxis", "staggerindex", "tilesets",
}  # fmt: skip
"""Keys of a map of Tiled that are kept as they are."""
LAYER_KEYS = {
    "class", "height", "imageheight", "imagewidth", "mode", "opacity", "parallaxx", "parallaxy",
    "properties", "repeatx", "repeaty", "startx", "starty", "tintcolor", "transparentcolor",
    "width",
}  # fmt: skip
"""Keys of layers of Tiled that are kept as they are."""
OF_LAYERS = {
    "id", "name", "type", "x", "y", "offsetx", "offsety", "visible", "locked", "opacity",
    "objects", "draworder", "color",
}  # fmt: skip
"""Keys of object layers that are read."""
OF_GROUPS = OF_LAYERS - {"opacity", "objects", "draworder", "color"} | {"layers"}
OF_PICTURES = OF_LAYERS - {"objects", "draworder", "color"} | {
    "image", "imagewidth", "imageheight", "properties",
}  # fmt: skip
OF_LAYER = ("id", "name", "draworder", "color", "visible", "locked", "opacity")
"""Keys of object layers that are fields of ``MapLayer``."""
USUAL: Mapping[str, Sequence[Any]] = {
    "class": ("", "Board"), "compressionlevel": (-1,), "infinite": (False,), "tilesets": ([],),
    "renderorder": ("right-down",), "editorsettings": (None,),
}  # fmt: skip
"""Values of keys of the map that are not kept."""
MIN_LETTER, MAX_LETTER = 0.2, 6.0
"""Minimum and maximum height of the letters of a note in inches."""
_COLOUR = re.compile("#([0-9a-fA-F]{2})?[0-9a-fA-F]{6}")
MAX_TILE_BYTES = 1 << 24
"""Maximum number of unpacked bytes of a layer's tiles that are looked at."""


class Frame(NamedTuple):
    """The groups around a layer, as they change it."""

    within: int = 0
    """Id of the innermost group; 0 for none."""
    dx: float = 0.0
    dy: float = 0.0
    """Their offset in pixels of the file."""
    visible: bool = True
    locked: bool = False
    opacity: float = 1.0

    def moved(self, raw: dict[str, Any], scale: float = 1.0) -> dict[str, Any]:
        """Return the lengths of an object, moved by the offset and scaled.

        Values that are no numbers stay; the reader refuses them.
        """
        off = {"x": self.dx, "y": self.dy}
        moved: dict[str, Any] = {
            key: _length(raw[key], off.get(key, 0.0), scale)
            for key in ("x", "y", "width", "height")
            if key in raw
        }
        for key in ("polygon", "polyline"):
            if isinstance(corners := raw.get(key), list):
                moved[key] = [
                    {k: _length(at, 0.0, scale) for k, at in one.items()}
                    if isinstance(one, dict)
                    else one
                    for one in corners
                ]
        return moved


def _length(value: Any, by: float, scale: float) -> Any:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return (value + by) * scale if is_number else value


def class_of(raw: dict[str, Any]) -> Any:
    """Return the class of an object; Tiled 1.9 alone wrote it as ``class``."""
    return raw.get("type") or raw.get("class") or ""


def label_of(n: int, raw: dict[str, Any]) -> str:
    """Return the name of an object for faults, in the terms of its file."""
    id_ = raw.get("id")
    number = f"object {id_}" if isinstance(id_, int) else f"objects[{n}]"
    name, kind = line_of(raw.get("name")), line_of(raw.get("type") or raw.get("class"))
    return number + (f" '{name}'" if name else "") + (f" ({kind})" if kind else "")


def line_of(value: Any) -> str:
    """Return a name shortened to 60 characters; empty if it is not printable text."""
    return value[:60] if isinstance(value, str) and value.isprintable() else ""


def label(
    raw: dict[str, Any], frame: Frame, scale: float, size: tuple[int, int]
) -> MapObject | None:
    """Return a text object as a label in the middle of its box.

    *size* is that of the board. Return None for a text that is hidden, empty, too long or off
    the board.
    """
    text = raw.get("text")
    if not isinstance(text, dict) or not text.get("text") or raw.get("visible") is False:
        return None
    own: dict[str, Any] = {k: raw[k] for k in ("id", "name", "rotation") if k in raw}
    own |= frame.moved(raw, scale)
    look = {"style": "label", "text": text["text"]} | _look(text, scale)
    try:
        whole = MapObject.model_validate(own | {"what": Note.model_validate(look)})
        left, top, right, low = box(whole.outline)
        x, y = (left + right) / 2, (top + low) / 2
        if not (0.0 <= x <= size[0] and 0.0 <= y <= size[1]):
            return None
        return MapObject(
            id=whole.id, name=whole.name, what=whole.what, x=x * PX, y=y * PX, point=True
        )
    except ValidationError:
        return None


def _look(text: dict[str, Any], scale: float) -> dict[str, Any]:
    """Return the size and colour of a text as members of a note, as far as notes have them."""
    look = dict[str, Any]()
    size = text.get("pixelsize", 16)
    if isinstance(size, int | float):
        look["size"] = min(MAX_LETTER, max(MIN_LETTER, size * scale / PX))
    if isinstance(colour := text.get("color"), str) and _COLOUR.fullmatch(colour):
        look["tint"] = "#" + colour[1:].lower().rjust(8, "f")
    return look


def kept_properties(
    properties: Any, members: dict[str, Any], known: Collection[str]
) -> dict[str, Any]:
    """Take properties that are no members out of *members*; return them as they are kept.

    Those that resemble a member stay, as they may be misspelt.
    """
    own = {name for name in members if name not in known and not resembles(name, known)}
    for name in own:
        del members[name]
    return {"properties": [one for one in properties if one["name"] in own]} if own else {}


def resembles(key: str, known: Iterable[str]) -> str:
    """Return the hint at a known key that an unknown one resembles; empty if it has none."""
    guess = did_you_mean(key, known)
    return guess if guess.startswith("; did you mean") else ""


@lru_cache(maxsize=64)
def has_tiles(layer: str) -> bool:
    """Return whether a tile layer, as JSON, holds tiles; True if its data cannot be read."""
    raw = kept_table(layer)
    parts = raw["chunks"] if isinstance(raw.get("chunks"), list) else [raw]
    packing = raw.get("compression", "")
    return any(_holds(part.get("data"), packing) for part in parts if isinstance(part, dict))


def _holds(data: object, packing: object) -> bool:
    if not isinstance(data, str):
        return bool(data) and (not isinstance(data, list) or any(data))
    try:
        raw = b64decode(data.strip(), validate=True)
        if packing in {"zlib", "gzip"}:
            # 32 more than the usual window lets zlib recognise both heads.
            raw = zlib.decompressobj(32 + zlib.MAX_WBITS).decompress(raw, MAX_TILE_BYTES)
        elif packing:
            return True
    except (Base64Error, ValueError, zlib.error):
        return True
    return any(raw)


def remarks_of(mapfile: MapFile) -> list[Fault]:
    """Return what of Tiled the map has and the board does not show, each once."""
    parts = _of_map, remarks_on_notes, _hidden, _unseen, _unheeded
    return [remark for part in parts for remark in part(mapfile)]


def _of_map(mapfile: MapFile) -> Iterator[Fault]:
    kept = kept_table(mapfile.kept)
    if (tile := mapfile.tile) != PX:
        yield Fault("", f"has tiles of {tile} × {tile} pixels: each is one inch")
    if kept.get("infinite"):
        size = f"{mapfile.width} × {mapfile.height}"
        yield Fault("", f"is infinite in Tiled: the board is the {size} tiles from (0, 0)")
    if "backgroundcolor" in kept:
        reason = "has a background colour, which is not shown; its look paints the floor"
        yield Fault("", reason)


def remarks_on_notes(mapfile: MapFile) -> Iterator[Fault]:
    """Yield a remark if shapes without a class became notes when the file was read."""
    known = mapfile.by_id()
    found = [id_ for id_ in mapfile.unclassed if id_ in known and known[id_].what == Note()]
    if found:
        are = "is a note" if len(found) == 1 else "are notes"
        reason = f"{many(len(found), 'shape')} without a class {are}, which no rule reads"
        yield Fault("", f"{reason}; give a class to what should act", about=tuple(found))


def _hidden(mapfile: MapFile) -> Iterator[Fault]:
    out = "delete what should not be there"
    for layer in mapfile.layers:
        place = f"layer '{layer.name}'"
        hidden = [one.id for one in layer.objects if not (layer.visible and one.visible)]
        if not hidden:
            continue
        count = many(len(hidden), "object")
        verb = "acts" if len(hidden) == 1 else "act"
        if layer.visible:
            are = "is hidden, but acts" if len(hidden) == 1 else "are hidden, but act"
            reason = f"{count} {are} in play; {out}"
        else:
            reason = f"is hidden, but its {count} {verb} in play; {out}"
        yield Fault(place, reason, about=tuple(hidden))


def _unseen(mapfile: MapFile) -> Iterator[Fault]:
    for one in mapfile.unseen:
        raw, place = kept_table(one.text), f"layer '{one.name}'"
        if raw.get("type") == "tilelayer" and has_tiles(one.text):
            reason = "its tiles are kept, but not shown, and no rule reads them"
            yield Fault(place, f"{reason}; export them as an image, and lay that underneath")
        elif raw.get("type") == "imagelayer" and (image := raw.get("image")):
            why = name_fault(image) if isinstance(image, str) else "has no name"
            yield Fault(place, f"its image is kept, but not shown: it {why}")
    for layer in mapfile.layers:
        kinds = Counter(_kind_of(kept_table(one.text)) for one in layer.unseen)
        for word in ("tile", "text", "shape"):
            if count := kinds[word]:
                are = "is" if count == 1 else "are"
                reason = f"{many(count, word)} without a class {are} kept, but not shown"
                yield Fault(f"layer '{layer.name}'", reason)


def _kind_of(raw: dict[str, Any]) -> str:
    """Return what an object without a class is: a tile, a text or a shape."""
    if "text" in raw:
        return "text"
    return "tile" if "gid" in raw or "template" in raw else "shape"


_FEATURES: Mapping[str, tuple[str, object]] = {
    "parallaxx": ("parallax", 1), "parallaxy": ("parallax", 1),
    "mode": ("a blend mode", "normal"),
    "tintcolor": ("a tint", ""), "repeatx": ("a repeated image", False),
    "repeaty": ("a repeated image", False), "transparentcolor": ("a transparent colour", ""),
}  # fmt: skip
"""Features of layers that are not shown, by key, each with its default."""


def _unheeded(mapfile: MapFile) -> Iterator[Fault]:
    """Yield a remark for each feature of layers, and each unknown key and property."""
    kept = [(one.name, one.kept) for one in mapfile.pictures]
    kept += [(one.name, one.kept) for one in mapfile.groups]
    kept += [(one.name, one.kept) for one in mapfile.layers]
    tables = [(name, kept_table(text)) for name, text in kept if text]
    having = dict[str, dict[str, None]]()
    for name, table in tables:
        for key, (feature, usual) in _FEATURES.items():
            if table.get(key, usual) != usual:
                having.setdefault(feature, {})[f"'{name}'"] = None
    for feature, names in having.items():
        which = f"layer{'s' if len(names) > 1 else ''} {_listed(names)}"
        yield Fault(which, f"{feature} is kept, but not shown")
    yield from _unknown("the map", [kept_table(mapfile.kept)], MAP_KEYS)
    yield from _unknown("layer", [table for _, table in tables], LAYER_KEYS)
    objects = [kept_table(one.kept) for _, one in mapfile.objects() if one.kept]
    yield from _unknown("object", objects, set())


def _unknown(
    whose: str, tables: Iterable[dict[str, Any]], known: Collection[str]
) -> Iterator[Fault]:
    """Yield a remark for each key, and each property, that Undertow and Tiled do not know."""
    found = dict[str, int]()
    for table in tables:
        own = [f"key '{key}'" for key in table if key not in known and key != "properties"]
        if whose != "layer":
            own += [f"property '{one['name']}'" for one in table.get("properties", ())]
        for name in own:
            found[name] = found.get(name, 0) + 1
    for name, count in found.items():
        of = whose if whose == "the map" else many(count, whose)
        yield Fault("", f"{name} of {of} is kept, but nothing reads it")


def _listed(names: Iterable[str]) -> str:
    found = [*names]
    more = f" and {len(found) - 5} more" if len(found) > 5 else ""
    return ", ".join(found[:5]) + more
