"""Parts of Tiled's map format that a map keeps although its board lacks them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from game.content.faults import did_you_mean
from game.content.maps.classes import Note
from game.content.maps.map_file import PX, MapObject
from game.geometry.polygons import box

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
FOREIGN_CLASS = "foreign_class"
"""Name of the property that holds the class that an object had in the file imported."""
_COLOUR = re.compile("#([0-9a-fA-F]{2})?[0-9a-fA-F]{6}")


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


def without_class(raw: dict[str, Any]) -> dict[str, Any]:
    """Return an object whose class is one of its properties, which no rule reads."""
    new = {key: value for key, value in raw.items() if key not in {"type", "class"}}
    own = {"name": FOREIGN_CLASS, "type": "string", "value": class_of(raw)}
    if isinstance(listed := raw.get("properties", []), list):
        new["properties"] = [*listed, own]
    return new


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
