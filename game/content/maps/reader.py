"""Reading of Tiled JSON (1.8 to 1.11) as a map file."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import Field, ValidationError

from game.content.background_pictures import name_fault, plain_name
from game.content.faults import MAX_FAULTS, Fault, UnusableFile, did_you_mean, shown, spelt
from game.content.maps.class_registry import CLASSES
from game.content.maps.classes import Note
from game.content.maps.map_class import Board, MapClass
from game.content.maps.map_file import (
    COPY,
    COPY_FORM,
    FORMAT,
    GROUP,
    MAX_OBJECTS,
    MAX_SIDE,
    ORIENTATION,
    PX,
    SCALE,
    Inches,
    KeptLayer,
    KeptObject,
    LayerGroup,
    MapFile,
    MapLayer,
    MapObject,
    MapPicture,
    has_tiles,
    is_tile_layer,
    kept_text,
)
from game.content.maps.old_tiled import objects_in
from game.content.maps.tiled import (
    FOREIGN_CLASS,
    LAYER_KEYS,
    MAP_KEYS,
    OF_GROUPS,
    OF_LAYER,
    OF_LAYERS,
    OF_PICTURES,
    USUAL,
    Frame,
    class_of,
    kept_properties,
    label,
    label_of,
    line_of,
    resembles,
    without_class,
)
from game.content.maps.validation import faults_of, shape_faults
from game.content.picture_orientations import ORIENTATIONS
from game.content.schema_faults import faults_in
from game.content.schemas import Part
from game.table.records import many

Read = TypeVar("Read", bound=Part)

_UNKNOWN = MapClass()
OWN = {"what", "kept", COPY, GROUP}
"""Fields of an object that its keys in the file do not hold directly."""
FIELDS = [name for name in MapObject.model_fields if name not in OWN]
_COPY = re.compile(COPY_FORM)
MAX_KEYS = 100
"""Maximum number of keys or properties of a table; Undertow's have fewer than 20."""
_KEYS = [*FIELDS, "type", "class", "properties"]
OF_OTHERS = {"gid", "text", "template", "capsule"}
"""Keys that an object has instead of a shape that can be drawn."""
_REFUSED = {
    "text": "is a text of a class; clear its class, or draw a shape",
    "gid": "is a tile of a class; clear its class, or draw a shape",
    "capsule": "is a capsule; draw a rectangle, an ellipse or a polygon",
    "template": "comes from a template that is not at hand; detach it in Tiled",
}
LayerPart: TypeAlias = MapPicture | MapLayer | LayerGroup | KeptLayer
_ALIKE, _LONGEST = 0.8, 60
"""Likeness from which on a class may be misspelt, and the number of its letters compared."""
DETAILED = 1000
"""Number of faults after which those of one part are only counted."""


def is_copy(value: object) -> bool:
    """Return whether a property names a linked copy of a stamp; others of its name are kept."""
    return isinstance(value, str) and _COPY.fullmatch(value) is not None


class _Head(Part):
    """The top level of a map in Tiled's JSON."""

    type: Literal["map"]
    orientation: str
    width: Inches
    height: Inches
    tilewidth: Annotated[int, Field(ge=1, le=1024)]
    tileheight: Annotated[int, Field(ge=1, le=1024)]
    layers: list[Any]
    properties: list[Any] = Field(default_factory=list)
    # Properties of Tiled that Undertow writes anew.
    nextlayerid: int = 1
    nextobjectid: int = 1
    tiledversion: str = ""
    version: str | float = ""


def map_from(raw: Any, name: str, *, is_imported: bool = False) -> MapFile:
    """Return the map in parsed JSON; raise UnusableFile for the file *name*.

    With *is_imported* objects may have classes of others, which are not refused but kept.
    """
    if not isinstance(raw, dict):
        raise UnusableFile(name, [Fault("", f"is not a map but {shown(raw)}")])
    reading = Reading(is_imported=is_imported)
    mapfile = reading.map(raw)
    faults = [*reading.faults, *faults_of(mapfile, reading.unread)]
    if faults:
        raise UnusableFile(name, faults)
    return mapfile


class Reading:
    """A reader that continues after faults; it returns the valid parts and collects faults."""

    patience = DETAILED
    """Number of faults after which reading stops."""

    def __init__(self, *, is_imported: bool = False) -> None:
        self.is_imported = is_imported
        self.faults: list[Fault] = []
        self.unread: list[int] = []
        """Ids of objects that could not be read."""
        self.unclassed: list[int] = []
        """Ids of shapes without a class, which are read as notes."""
        self.room = MAX_OBJECTS + 1
        """Number of objects still to be read; one too many, so that the excess is noticed."""
        self.has_own = False
        """True if an object of the file has a class of Undertow."""
        self.scale = 1.0
        """Pixels of the map for each of the file."""
        self.size = (MAX_SIDE, MAX_SIDE)
        """Width and height of the board in inches."""

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
        own = [field.alias or name for name, field in _Head.model_fields.items()]
        kept = self.kept(raw, own, MAP_KEYS, "")
        kept = {k: v for k, v in kept.items() if v not in USUAL.get(k, ())}
        head = self.part(_Head, {k: v for k, v in raw.items() if k in own}, "")
        if head and head.orientation != "orthogonal":
            reason = f"is {shown(head.orientation)}; make it orthogonal"
            self.faults.append(Fault("orientation", f"{reason} in the properties of the map"))
        if head and head.tilewidth != head.tileheight:
            size = f"are {head.tilewidth} × {head.tileheight} pixels"
            reason = f"{size}; a tile is one inch, so make them square"
            self.faults.append(Fault("tiles", reason))
        tile = head.tilewidth if head else PX
        # Nothing is off a board whose size is unknown.
        self.size = (head.width, head.height) if head else (MAX_SIDE, MAX_SIDE)
        self.scale = PX / tile
        self.has_own = any(class_of(one) in [*CLASSES] for one in objects_in(raw))
        parts = _in_order(self.layers(_listed(raw, "layers"), "layers", Frame()))
        if len(self.faults) >= self.patience:
            self.faults.append(Fault("", "has more faults: the rest of it was not read"))
        board, more = self.board(_listed(raw, "properties"))
        return MapFile(
            board=board,
            width=self.size[0],
            height=self.size[1],
            pictures=tuple(one for one in parts if isinstance(one, MapPicture)),
            layers=tuple(one for one in parts if isinstance(one, MapLayer)),
            tile=tile,
            groups=tuple(one for one in parts if isinstance(one, LayerGroup)),
            unseen=tuple(one for one in parts if isinstance(one, KeptLayer)),
            kept=kept_text(kept | more),
            unclassed=tuple(self.unclassed),
        )

    def kept(
        self, raw: dict[str, Any], own: Collection[str], known: Collection[str], place: str
    ) -> dict[str, Any]:
        """Return the keys besides *own* that are kept: those *known* to Tiled, and others.

        One that resembles a key is a fault, as it may be misspelt.
        """
        if len(raw) > MAX_KEYS:
            reason = f"has {len(raw)} keys; the limit is {MAX_KEYS}"
            self.faults.append(Fault(place, reason))
            return {}
        kept = {key: value for key, value in raw.items() if key not in own}
        for key in [key for key in kept if key not in known]:
            # Faults beyond the maximum are not shown, so no similar name is searched.
            guess = resembles(key, [*own, *known]) if len(self.faults) < MAX_FAULTS else ""
            if key in _REFUSED:
                self.faults.append(Fault(place, _REFUSED[key]))
                del kept[key]
            elif guess:
                at = ": ".join(filter(None, (place, key)))
                self.faults.append(Fault(at, f"unknown key{guess}"))
                del kept[key]
        return kept

    def layers(self, listed: list[Any], path: str, frame: Frame) -> Iterator[LayerPart | None]:
        """Yield the pictures, layers and groups of a list, each group before its content."""
        if len(listed) > MAX_OBJECTS:
            reason = f"has {len(listed)} layers; the limit is {MAX_OBJECTS}"
            self.faults.append(Fault("" if path == "layers" else path, reason))
        for n, raw in self._patiently(listed[:MAX_OBJECTS]):
            place = f"{path}[{n}]"
            if not isinstance(raw, dict):
                self.faults.append(Fault(place, f"must be a layer, not {shown(raw)}"))
                continue
            if name := line_of(raw.get("name")):
                place = f"layer '{name}'"
            inner = self.frame_inside(raw, place, frame)
            match raw.get("type"):
                case "objectgroup":
                    yield self.layer(raw, place, inner)
                case "imagelayer" if not name_fault(image := plain_name(str(raw.get("image")))):
                    yield self.picture(raw | {"image": image}, place, inner)
                case "imagelayer" | "tilelayer":
                    yield self.unseen_layer(raw, place, inner)
                case "group":
                    group = self.group(raw, place, frame)
                    yield group
                    inner = inner._replace(within=group.id if group else frame.within)
                    yield from self.layers(_listed(raw, "layers"), f"{path}[{n}].layers", inner)
                case kind:
                    reason = f"is of type {shown(kind)}; must be objectgroup, imagelayer, group"
                    self.faults.append(Fault(place, f"{reason} or tilelayer"))

    def frame_inside(self, raw: dict[str, Any], place: str, frame: Frame) -> Frame:
        """Return the frame of a layer's content: its own offset and visibility included."""
        off = dict.fromkeys(("offsetx", "offsety"), 0.0)
        for key in off:
            if isinstance(value := raw.get(key, 0), int | float) and not isinstance(
                value, bool
            ):
                off[key] = value
            else:
                reason = f"must be a number, not {shown(value)}"
                self.faults.append(Fault(f"{place}: {key}", reason))
        opacity = raw.get("opacity", 1)
        return frame._replace(
            dx=frame.dx + off["offsetx"],
            dy=frame.dy + off["offsety"],
            visible=frame.visible and raw.get("visible", True) is not False,
            locked=frame.locked or raw.get("locked", False) is True,
            opacity=frame.opacity * (opacity if isinstance(opacity, int | float) else 1),
        )

    def group(self, raw: dict[str, Any], place: str, frame: Frame) -> LayerGroup | None:
        kept = self.kept(raw, OF_GROUPS, LAYER_KEYS, place)
        if kept.get("opacity") == 1:
            del kept["opacity"]
        own = {key: raw[key] for key in ("id", "name") if key in raw}
        return self.part(
            LayerGroup, own | {"within": frame.within, "kept": kept_text(kept)}, place
        )

    def unseen_layer(self, raw: dict[str, Any], place: str, inner: Frame) -> KeptLayer | None:
        """Return a layer that no board shows, with the offset of the groups around it."""
        whole = raw | {"visible": inner.visible}
        whole |= {key: at for key, at in (("offsetx", inner.dx), ("offsety", inner.dy)) if at}
        own = {"id": raw.get("id"), "name": line_of(raw.get("name")), "within": inner.within}
        return self.part(KeptLayer, own | {"text": kept_text(whole)}, place)

    def _patiently(self, raw: list[Any]) -> Iterator[tuple[int, Any]]:
        """Yield the items with their index until there are too many faults."""
        for n, one in enumerate(raw):
            if len(self.faults) >= self.patience:
                return
            yield n, one

    def board(self, properties: list[Any]) -> tuple[Board, dict[str, Any]]:
        """Return the map itself, and the properties that are kept."""
        members = self.members(properties, "map")
        version = members.pop("format", FORMAT)
        if version != FORMAT or isinstance(version, bool):
            reason = f"is {shown(version)}; this version reads only format {FORMAT}"
            self.faults.append(Fault("map, property 'format'", reason))
        kept = kept_properties(properties, members, [*Board.model_fields, "format"])
        return self.part(Board, members, "map", is_property=True) or Board(), kept

    def picture(self, raw: dict[str, Any], place: str, inner: Frame) -> MapPicture | None:
        """Return the picture of an image layer, as the groups around it show it."""
        kept = self.kept(raw, OF_PICTURES, LAYER_KEYS, place)
        properties = raw.get("properties", [])
        members = self.members(properties, place)
        whole: dict[str, Any] = {k: raw[k] for k in ("id", "name", "image") if k in raw}
        if SCALE in members:
            scale = members.pop(SCALE)
            is_number = isinstance(scale, int | float) and not isinstance(scale, bool)
            whole[SCALE] = scale * self.scale if is_number else scale
        elif self.scale != 1.0:
            whole[SCALE] = self.scale
        own = [SCALE]
        if type(members.get(ORIENTATION)) is int and members[ORIENTATION] in ORIENTATIONS:
            whole[ORIENTATION] = members.pop(ORIENTATION)
            own.append(ORIENTATION)
        kept |= kept_properties(properties, members, own)
        for member in members:
            reason = f"unknown property{resembles(member, own)}"
            self.faults.append(Fault(f"{place}, property '{member}'", reason))
        off = [raw.get(key, 0) for key in ("x", "y")]  # the place before Tiled 0.15
        if all(type(at) in {int, float} for at in off):
            whole["x"], whole["y"] = (
                (at + by) * self.scale for at, by in zip(off, (inner.dx, inner.dy), strict=True)
            )
        whole |= {"visible": inner.visible, "locked": inner.locked, "opacity": inner.opacity}
        return self.part(MapPicture, whole | {"kept": kept_text(kept)}, place)

    def layer(self, raw: dict[str, Any], place: str, inner: Frame) -> MapLayer | None:
        listed = _listed(raw, "objects")[: self.room]
        self.room -= len(listed)
        objects = [self.object(k, one, place, inner) for k, one in self._patiently(listed)]
        if not isinstance(raw.get("objects"), list):
            self.faults.append(Fault(place, "has no list of objects"))
        if raw.get("x", 0) != 0 or raw.get("y", 0) != 0:
            self.faults.append(Fault(place, "is shifted; its x and y must be 0"))
        own = {k: v for k, v in raw.items() if k in OF_LAYER}
        # A group passes on that it is hidden or locked, and its offset is in its objects.
        own |= {"visible": False} if not inner.visible else {}
        own |= {"locked": True} if inner.locked else {}
        kept = self.kept(raw, OF_LAYERS, LAYER_KEYS, place)
        parts = {
            "objects": tuple(one for one in objects if isinstance(one, MapObject)),
            "unseen": tuple(one for one in objects if isinstance(one, KeptObject)),
            "within": inner.within,
            "kept": kept_text(kept),
        }
        return self.part(MapLayer, own | parts, place)

    def object(
        self, n: int, raw: Any, layer: str, inner: Frame
    ) -> MapObject | KeptObject | None:
        if not isinstance(raw, dict):
            self.faults.append(Fault(f"{layer}, objects[{n}]", f"is {shown(raw)}"))
            return None
        place = f"{layer}, {label_of(n, raw)}"
        if self.is_imported and self._is_foreign(raw):
            raw = without_class(raw)
        if not class_of(raw):
            return self.unclassed_object(raw, place, inner)
        return self.shape(raw, place, inner)

    def _is_foreign(self, raw: dict[str, Any]) -> bool:
        """Return whether an object has a class of another program, and none that is misspelt.

        Capitals differ in misspelt ones only on a map with objects of Undertow: others often
        have a class ``exit`` or ``door``.
        """
        name = class_of(raw)
        if not isinstance(name, str) or not name or name in CLASSES:
            return False
        word, own = name[:_LONGEST], [*CLASSES]
        folded = [one.lower() for one in own]
        if self.has_own:
            return not get_close_matches(word.lower(), folded, 1, _ALIKE)
        return word.lower() in folded or not get_close_matches(word, own, 1, _ALIKE)

    def unclassed_object(
        self, raw: dict[str, Any], place: str, inner: Frame
    ) -> MapObject | KeptObject | None:
        """Return a text as a label and a shape as a note, if that is possible.

        A shape that is hidden, a line, or off the board, and all else is only kept.
        """
        if len(raw) > MAX_KEYS:
            reason = f"has {len(raw)} keys; the limit is {MAX_KEYS}"
            self.faults.append(Fault(place, reason))
            return None
        if raw.keys() & OF_OTHERS:
            if note := label(raw, inner, self.scale, self.size):
                return note
        elif note := self._note(raw, place, inner):
            if f'"{FOREIGN_CLASS}"' not in note.kept:
                self.unclassed.append(note.id)
            return note
        shifted = raw | inner.moved(raw)
        whole = {"id": raw.get("id"), "text": kept_text(shifted)}
        return self.part(KeptObject, whole, place)

    def _note(self, raw: dict[str, Any], place: str, inner: Frame) -> MapObject | None:
        """Return a shape without a class as a note; None if no note can be so."""
        hidden = raw.get("visible") is False or not inner.visible
        # To look for faults in what can be no note anyway would take long in large files.
        if hidden or "polyline" in raw or not isinstance(raw.get("id"), int):
            return None
        faults, unread = len(self.faults), len(self.unread)
        one = self.shape(raw | {"type": Note.__name__}, place, inner)
        del self.faults[faults:], self.unread[unread:]
        return None if one is None or any(shape_faults(one, *self.size)) else one

    def shape(self, raw: dict[str, Any], place: str, inner: Frame) -> MapObject | None:
        """Return an object by its class, or None with faults."""
        before = len(self.faults)
        kept = self.kept(raw, _KEYS, (), place)
        own = {key: value for key, value in raw.items() if key in FIELDS}
        if inner.dx or inner.dy or self.scale != 1.0:
            own |= inner.moved(own, self.scale)
        properties = raw.get("properties", [])
        members = self.members(properties, place)
        if GROUP in members:
            own[GROUP] = members.pop(GROUP)
        if is_copy(members.get(COPY)):
            own[COPY] = members.pop(COPY)
        if kind := CLASSES.get(str(class_of(raw))):
            kept |= kept_properties(
                properties,
                members,
                [*kind.model_fields, GROUP, *((COPY,) if COPY in own else ())],
            )
        what = self.what(raw, members, place)
        whole = own | {"what": what or _UNKNOWN, "kept": kept_text(kept)}
        one = self.part(MapObject, whole, place)
        if len(self.faults) == before:
            return one
        if isinstance(id_ := raw.get("id"), int):
            self.unread.append(id_)
            self.faults[before:] = [f._replace(about=(id_,)) for f in self.faults[before:]]
        return None

    def what(self, raw: dict[str, Any], members: dict[str, Any], place: str) -> MapClass | None:
        name = class_of(raw)
        if not isinstance(name, str) or name not in CLASSES:
            known = did_you_mean(str(name), CLASSES)
            self.faults.append(Fault(place, f"there is no class {shown(name)}{known}"))
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


class _Property(Part):
    name: str
    value: Any
    # Tiled's type; ignored, because the map classes define the types.
    type: str = "string"
    propertytype: str = ""


def _in_order(parts: Iterable[LayerPart | None]) -> list[LayerPart | None]:
    """Return the parts with what their order in the file says: which lies on which."""
    layer, tiles, found = 0, 0, list[LayerPart | None]()
    for part in parts:
        match part:
            case MapLayer():
                layer = part.id
                tiles = part.id if has_tiles(part) else tiles
            case MapPicture() if tiles:
                part = part.model_copy(update={"over": tiles})  # noqa: PLW2901  completed
            case KeptLayer():
                if is_tile_layer(part):
                    tiles = part.id
                if layer:
                    part = part.model_copy(update={"over": layer})  # noqa: PLW2901  completed
            case _:
                pass
        found.append(part)
    return found


def _listed(raw: dict[str, Any], key: str) -> list[Any]:
    value = raw.get(key)
    return value if isinstance(value, list) else []
