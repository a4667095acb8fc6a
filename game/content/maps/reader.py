"""Reading of Tiled JSON (1.8 to 1.11) as a map file."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any, Literal, TypeVar

from pydantic import Field, ValidationError

from game.content.faults import Fault, UnusableFile, did_you_mean
from game.content.maps.class_base import Board, MapClass
from game.content.maps.class_registry import CLASSES
from game.content.maps.map_file import (
    FORMAT,
    GROUP,
    MAX_OBJECTS,
    MAX_SIDE,
    SCALE,
    Inches,
    MapFile,
    MapLayer,
    MapObject,
    MapPicture,
)
from game.content.maps.validation import faults_of
from game.content.parsing import MAX_FAULTS, Part, Several, faults_in, shown, spelt
from game.table.records import many

Read = TypeVar("Read", bound=Part)

_UNKNOWN = MapClass()
FIELDS = [name for name in MapObject.model_fields if name not in {"what", GROUP}]
MAX_KEYS = 100
"""Maximum number of keys or properties of a table; Undertow's have fewer than 20."""
_KEYS = [*FIELDS, "type", "class", "properties"]
_REFUSED = {
    "text": "is text; maps show none",
    "gid": "is a tile; draw a shape",
    "capsule": "is a capsule; draw a rectangle, an ellipse or a polygon",
    "template": "comes from a template; detach it",
}
_OTHER_LAYERS = {"tilelayer": "a tile", "group": "a group"}
_OF_IMAGE_LAYERS = {
    "type", "x", "y", "offsetx", "offsety", "properties", "imagewidth", "imageheight",
}  # fmt: skip
"""Keys of image layers that a picture does not keep as they are."""


class _Head(Part):
    """The top level of a map in Tiled's JSON."""

    type: Literal["map"]
    orientation: Literal["orthogonal"]
    infinite: Literal[False] = False
    width: Inches
    height: Inches
    tilewidth: Literal[32]
    tileheight: Literal[32]
    layers: list[Any]
    properties: list[Any] = Field(default_factory=list)
    tilesets: Several[Any] = Field((), max_length=0)
    class_: Literal["", "Board"] = Field("", alias="class")
    # Properties of Tiled that Undertow ignores.
    compressionlevel: int = -1
    nextlayerid: int = 1
    nextobjectid: int = 1
    renderorder: str = "right-down"
    tiledversion: str = ""
    version: str | float = ""
    editorsettings: Any = None


def map_from(raw: Any, name: str) -> MapFile:
    """Return the map in parsed JSON; raise UnusableFile for the file *name*."""
    if not isinstance(raw, dict):
        raise UnusableFile(name, [Fault("", f"is not a map but {shown(raw)}")])
    reading = Reading()
    mapfile = reading.map(raw)
    faults = [*reading.faults, *faults_of(mapfile, reading.unread)]
    if faults:
        raise UnusableFile(name, faults)
    return mapfile


DETAILED = 1000
"""Number of faults after which those of one part are only counted."""


class Reading:
    """A reader that continues after faults; it returns the valid parts and collects faults."""

    patience = DETAILED
    """Number of faults after which reading stops."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.unread: list[int] = []
        """Ids of objects that could not be read."""
        self.room = MAX_OBJECTS + 1
        """Number of objects still to be read; one too many, so that the excess is noticed."""

    def part(
        self, model: type[Read], raw: Any, place: str, *, is_property: bool = False
    ) -> Read | None:
        """Return a part of the map, or None with faults, whose places may be properties."""

        def where(steps: Collection[int | str]) -> str:
            inner = spelt(tuple(steps))
            if is_property and inner:
                return f"{place}, property '{inner}'"
            return ": ".join(p for p in (place, inner) if p)

        if isinstance(raw, dict) and len(raw) > MAX_KEYS:
            reason = f"has {len(raw)} keys; the limit is {MAX_KEYS}"
            self.faults.append(Fault(place, reason))
            return None
        try:
            return model.model_validate(raw)
        except ValidationError as error:
            if len(self.faults) < DETAILED:
                self.faults += faults_in(error, model, where)
            else:
                self.faults.append(Fault(place, f"has {many(error.error_count(), 'fault')}"))
            return None

    def map(self, raw: dict[str, Any]) -> MapFile:
        head = self.part(_Head, raw, "")
        listed = _listed(raw, "layers")
        if len(listed) > MAX_OBJECTS:
            reason = f"has {len(listed)} layers; the limit is {MAX_OBJECTS}"
            self.faults.append(Fault("", reason))
        first = listed[:MAX_OBJECTS]
        read = [
            (self.picture if _is_picture(layer) else self.layer)(n, layer)
            for n, layer in self._patiently(first)
        ]
        if len(self.faults) >= self.patience:
            self.faults.append(Fault("", "has more faults: the rest of it was not read"))
        return MapFile(
            board=self.board(_listed(raw, "properties")),
            # Nothing is off a board whose size is unknown.
            width=head.width if head else MAX_SIDE,
            height=head.height if head else MAX_SIDE,
            pictures=tuple(one for one in read if isinstance(one, MapPicture)),
            layers=tuple(one for one in read if isinstance(one, MapLayer)),
        )

    def _patiently(self, raw: list[Any]) -> Iterator[tuple[int, Any]]:
        """Yield the items with their index until there are too many faults."""
        for n, one in enumerate(raw):
            if len(self.faults) >= self.patience:
                return
            yield n, one

    def board(self, properties: list[Any]) -> Board:
        members = self.members(properties, "map")
        version = members.pop("format", FORMAT)
        if version != FORMAT or isinstance(version, bool):
            reason = f"is {shown(version)}; this version reads only format {FORMAT}"
            self.faults.append(Fault("map, property 'format'", reason))
        return self.part(Board, members, "map", is_property=True) or Board()

    def picture(self, n: int, raw: dict[str, Any]) -> MapPicture | None:
        """Return the picture of an image layer."""
        name = _line(raw.get("name"))
        place = f"layer '{name}'" if name else f"layers[{n}]"
        rest = {k: v for k, v in raw.items() if k not in _OF_IMAGE_LAYERS}
        members = self.members(raw.get("properties", []), place)
        if SCALE in members:
            rest[SCALE] = members.pop(SCALE)
        for member in members:
            self.faults.append(Fault(f"{place}, property '{member}'", "unknown property"))
        for key, offset in (("x", "offsetx"), ("y", "offsety")):
            rest[key] = raw.get(offset, 0)
        return self.part(MapPicture, rest, place)

    def layer(self, n: int, raw: Any) -> MapLayer | None:
        place = f"layers[{n}]"
        if not isinstance(raw, dict):
            self.faults.append(Fault(place, f"must be a layer, not {shown(raw)}"))
            return None
        if name := _line(raw.get("name")):
            place = f"layer '{name}'"
        if (kind := raw.get("type")) != "objectgroup":
            what = _OTHER_LAYERS.get(kind) if isinstance(kind, str) else None
            found = f"is {what} layer" if what else f"is of type {shown(kind)}"
            self.faults.append(Fault(place, f"{found}; a map has object layers only"))
            return None
        listed = _listed(raw, "objects")[: self.room]
        self.room -= len(listed)
        objects = [self.object(k, one, place) for k, one in self._patiently(listed)]
        rest = {k: v for k, v in raw.items() if k not in {"type", "objects", "x", "y"}}
        if not isinstance(raw.get("objects"), list):
            self.faults.append(Fault(place, "has no list of objects"))
        if raw.get("x", 0) != 0 or raw.get("y", 0) != 0:
            self.faults.append(Fault(place, "is shifted; its x and y must be 0"))
        whole = rest | {"objects": tuple(one for one in objects if one)}
        return self.part(MapLayer, whole, place)

    def object(self, n: int, raw: Any, layer: str) -> MapObject | None:
        if not isinstance(raw, dict):
            self.faults.append(Fault(f"{layer}, objects[{n}]", f"is {shown(raw)}"))
            return None
        place = f"{layer}, {_label(n, raw)}"
        before = len(self.faults)
        for key in islice((key for key in raw if key not in _KEYS), MAX_KEYS):
            # Faults beyond the maximum are not shown, so no similar name is searched.
            guess = did_you_mean(key, _KEYS) if len(self.faults) < MAX_FAULTS else ""
            self.faults.append(_unknown(key, place, guess))
        own = {key: value for key, value in raw.items() if key in FIELDS}
        members = self.members(raw.get("properties", []), place)
        if GROUP in members:
            own[GROUP] = members.pop(GROUP)
        what = self.what(raw, members, place)
        one = self.part(MapObject, own | {"what": what or _UNKNOWN}, place)
        if len(self.faults) == before:
            return one
        if isinstance(id_ := raw.get("id"), int):
            self.unread.append(id_)
            self.faults[before:] = [f._replace(about=(id_,)) for f in self.faults[before:]]
        return None

    def what(self, raw: dict[str, Any], members: dict[str, Any], place: str) -> MapClass | None:
        name = raw.get("type") or raw.get("class") or ""
        if not isinstance(name, str) or name not in CLASSES:
            known = did_you_mean(str(name), CLASSES)
            said = f"there is no class {shown(name)}" if name else "has no class"
            self.faults.append(Fault(place, said + known))
            return None
        return self.part(CLASSES[name], members, place, is_property=True)

    def members(self, properties: Any, place: str) -> dict[str, Any]:
        """Return custom properties as a dict by name."""
        found = dict[str, Any]()
        if not isinstance(properties, list):
            self.faults.append(Fault(f"{place}: properties", "must be a list"))
            return found
        if len(properties) > MAX_KEYS:
            reason = f"has {len(properties)} properties; the limit is {MAX_KEYS}"
            self.faults.append(Fault(place, reason))
            return found
        for n, one in enumerate(properties):
            where = f"{place}: properties[{n}]"
            read = self.part(_Property, one, where)
            if read and read.name in found:
                self.faults.append(Fault(f"{place}, property '{read.name}'", "is given twice"))
            elif read:
                found[read.name] = read.value
        return found


def _is_picture(layer: Any) -> bool:
    return isinstance(layer, dict) and layer.get("type") == "imagelayer"


class _Property(Part):
    name: str
    value: Any
    # Tiled's type; ignored, because the map classes define the types.
    type: str = "string"
    propertytype: str = ""


def _listed(raw: dict[str, Any], key: str) -> list[Any]:
    value = raw.get(key)
    return value if isinstance(value, list) else []


def _unknown(key: str, place: str, guess: str) -> Fault:
    if key in _REFUSED:
        return Fault(place, _REFUSED[key])
    return Fault(f"{place}: {key}", f"unknown key{guess}")


def _label(n: int, raw: dict[str, Any]) -> str:
    """Return the name of an object for faults, in the terms of its file."""
    id_ = raw.get("id")
    number = f"object {id_}" if isinstance(id_, int) else f"objects[{n}]"
    name, kind = _line(raw.get("name")), _line(raw.get("type") or raw.get("class"))
    return number + (f" '{name}'" if name else "") + (f" ({kind})" if kind else "")


def _line(value: Any) -> str:
    """Return a name shortened to 60 characters; empty if it is not printable text."""
    return value[:60] if isinstance(value, str) and value.isprintable() else ""
