"""The text of a map file in its canonical form."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from pydantic.fields import FieldInfo

from game.content.maps.map_class import MapClass
from game.content.maps.map_file import (
    COPY,
    FORMAT,
    GROUP,
    ORIENTATION,
    PX,
    SCALE,
    Corner,
    Kept,
    LayerGroup,
    MapFile,
    MapLayer,
    MapObject,
    MapPicture,
    kept_table,
    plain,
)
from game.content.maps.member_types import BY_RULEBOOK, Choice, IsColour, IsPicture, RefersTo
from game.content.picture_orientations import UPRIGHT

_TYPES = {bool: "bool", int: "int", float: "float", str: "string"}


def canonical(mapfile: MapFile) -> str:
    """Return the text of a map's file; ``parse_map`` returns the same map from it."""
    head = _Writer(mapfile).head()
    lines = [f"{_json(key)}:{value}" for key, value in sorted(head.items())]
    return "{" + ",\n ".join(lines) + "}\n"


def member_type(field: FieldInfo) -> tuple[str, str]:
    """Return Tiled's name for the type of a member, and the name of its choice or ``""``."""
    for mark in field.metadata:
        if isinstance(mark, Choice):
            return "string", mark.name
        if isinstance(mark, RefersTo):
            return "object", ""
        if isinstance(mark, IsColour):
            return "color", ""
        if isinstance(mark, IsPicture):
            return "file", ""
    assert isinstance(field.annotation, type)
    return _TYPES[field.annotation], ""


class _Writer:
    """The parts of a map as JSON, with the keys of the file that no board shows."""

    def __init__(self, mapfile: MapFile) -> None:
        self.map = mapfile
        self._groups = {one.id: one for one in mapfile.groups}
        self.scale = mapfile.tile / PX
        """Pixels of the file for each of the map."""

    def head(self) -> dict[str, str]:
        """Return the keys of the map, with their values as JSON."""
        mapfile = self.map
        version = {"name": "format", "type": "int", "value": FORMAT}
        whole = {
            "class": "Board",
            "compressionlevel": -1,
            "height": mapfile.height,
            "infinite": False,
            "nextlayerid": mapfile.next_layer_id,
            "nextobjectid": mapfile.next_id,
            "orientation": "orthogonal",
            "renderorder": "right-down",
            "tiledversion": "1.10.2",
            "tileheight": mapfile.tile,
            "tilesets": [],
            "tilewidth": mapfile.tile,
            "type": "map",
            "version": "1.10",
            "width": mapfile.width,
        }
        whole |= _with_kept([version, *_properties(mapfile.board)], mapfile.kept)
        lowest = (one for one in mapfile.pictures if not self._below(one.over))
        pictures = [self._text(one) for one in lowest]
        layers = ",\n  ".join([*pictures, *self.layers(0)])
        return {key: _json(value) for key, value in whole.items()} | {
            "layers": f"[\n  {layers}]" if layers else "[]"
        }

    def picture(self, picture: MapPicture) -> dict[str, Any]:
        whole: dict[str, Any] = {
            "id": picture.id,
            "image": picture.image,
            "name": picture.name,
            "opacity": picture.opacity,
            "type": "imagelayer",
            "visible": picture.visible,
            "x": 0,
            "y": 0,
        }
        # Tiled writes these only where they differ from its defaults.
        if picture.x:
            whole["offsetx"] = self.px(picture.x)
        if picture.y:
            whole["offsety"] = self.px(picture.y)
        if picture.locked:
            whole["locked"] = True
        scale = round(picture.scale * self.scale, 9)
        own = [{"name": SCALE, "type": "float", "value": scale}] if scale != 1.0 else []
        if picture.orientation != UPRIGHT:
            own.append({"name": ORIENTATION, "type": "int", "value": picture.orientation})
        return dict(sorted((whole | _with_kept(own, picture.kept)).items()))

    def layers(self, within: int) -> Iterator[str]:
        """Yield the layers of a group, or of none, in the order in which they are drawn.

        Those that no board shows come first, unless the file had them over an object layer.
        Pictures follow the layer with tiles that they lie on, or a group that fades it.
        """
        at = {one.id: n for n, one in enumerate(self.map.layers)}
        found, first = list[tuple[float, int, str]](), dict[int, tuple[float, int]]()
        for n, layer in enumerate(self.map.layers):
            for id_ in self._around(layer.within):
                first.setdefault(id_, (n, -1))
            if self.group_of(layer.within) == within:
                found.append((n, 0, self._with_pictures(self.layer(layer), layer.id)))
        for n, one in enumerate(self.map.unseen):
            place = at.get(one.over, -1) + 0.5
            for id_ in self._around(one.within):
                first.setdefault(id_, (place, n))
            if self.group_of(one.within) == within:
                found.append((place, n, self._with_pictures(one.text, one.id)))
        found += [
            (*first.get(one.id, (-1, 0)), self._with_pictures(self.group(one), one.id))
            for one in self.map.groups
            if self.group_of(one.within) == within
        ]
        yield from (text for *_, text in sorted(found, key=lambda part: part[:2]))

    def _with_pictures(self, text: str, id_: int) -> str:
        """Return a layer or a group with the pictures that lie on it."""
        upon = (one for one in self.map.pictures if self._below(one.over) == id_)
        return ",\n  ".join([text, *map(self._text, upon)])

    def _below(self, id_: int) -> int:
        """Return the id of the layer or group that the pictures on a layer follow; 0 for none.

        They follow the layer itself, or the outermost group around it that fades its layers:
        within that they would be faded twice.
        """
        within = {one.id: one.within for one in self.map.unseen}
        within |= {one.id: one.within for one in self.map.layers}
        if id_ not in within:
            return 0
        around = self._around(within[id_])
        fading = [n for n in around if "opacity" in kept_table(self._groups[n].kept)]
        return [id_, *fading][-1]

    def _text(self, picture: MapPicture) -> str:
        return _json(self.picture(picture))

    def group_of(self, id_: int) -> int:
        """Return the id of a group; 0 if there is none with this id."""
        return id_ if id_ in self._groups else 0

    def _around(self, id_: int) -> Iterator[int]:
        """Yield the ids of a group and of those around it."""
        while self.group_of(id_):
            yield id_
            id_ = self._groups[id_].within

    def group(self, group: LayerGroup) -> str:
        whole: dict[str, Any] = {
            "id": group.id,
            "name": group.name,
            "opacity": 1,
            "type": "group",
            "visible": True,
            "x": 0,
            "y": 0,
        }
        return self._holding(whole | kept_table(group.kept), "layers", self.layers(group.id))

    def layer(self, layer: MapLayer) -> str:
        whole: dict[str, Any] = {
            "draworder": layer.draworder,
            "id": layer.id,
            "name": layer.name,
            "opacity": layer.opacity,
            "type": "objectgroup",
            "visible": layer.visible,
            "x": 0,
            "y": 0,
        }
        if layer.locked:
            whole["locked"] = True
        if layer.color:
            whole["color"] = layer.color
        objects = [_json(self.object(one)) for one in layer.objects]
        objects += [one.text for one in layer.unseen]
        return self._holding(whole | kept_table(layer.kept), "objects", objects)

    def _holding(self, whole: dict[str, Any], key: str, parts: Iterable[str]) -> str:
        """Return the JSON of a layer that holds parts, each on a line."""
        texts = {name: _json(value) for name, value in whole.items()}
        inner = ",\n   ".join(parts)
        texts[key] = f"[\n   {inner}\n  ]" if inner else "[]"
        keys = (f"{_json(name)}:{text}" for name, text in sorted(texts.items()))
        return "{" + ", ".join(keys) + "}"

    def object(self, one: MapObject) -> dict[str, Any]:
        whole: dict[str, Any] = {
            "height": self.px(one.height),
            "id": one.id,
            "name": one.name,
            "rotation": one.rotation,
            "type": type(one.what).__name__,
            "visible": one.visible,
            "width": self.px(one.width),
            "x": self.px(one.x),
            "y": self.px(one.y),
        }
        if one.opacity != 1.0:
            whole["opacity"] = one.opacity
        properties = _properties(one.what)
        if one.group:
            properties.append({"name": GROUP, "type": "int", "value": one.group})
        if one.stamp_copy:
            properties.append({"name": COPY, "type": "string", "value": one.stamp_copy})
        return dict(
            sorted((whole | _with_kept(properties, one.kept) | self._drawn(one)).items())
        )

    def _drawn(self, one: MapObject) -> dict[str, Any]:
        match one.shape:
            case "polygon" | "polyline":
                return {one.shape: [self._corner(c) for c in one.polygon or one.polyline or ()]}
            case "point" | "ellipse":
                return {one.shape: True}
            case "rectangle":
                return {}

    def _corner(self, corner: Corner) -> dict[str, float]:
        return {"x": self.px(corner.x), "y": self.px(corner.y)}

    def px(self, value: float) -> float:
        """Return a length in pixels of the file; it is read as the same length again."""
        return value if self.scale == 1.0 else round(value * self.scale, 6)


def _with_kept(properties: list[dict[str, Any]], kept: Kept) -> dict[str, Any]:
    """Return the kept keys of a table, with its properties among them."""
    table = kept_table(kept)
    own = {one["name"] for one in properties}
    others = [one for one in table.pop("properties", []) if one["name"] not in own]
    properties = [*properties, *others]
    if properties:
        table["properties"] = sorted(properties, key=lambda one: str(one["name"]))
    return table


def _properties(what: MapClass) -> list[dict[str, Any]]:
    return [
        _property(name, field, getattr(what, name))
        for name, field in sorted(type(what).model_fields.items())
        if getattr(what, name) != BY_RULEBOOK
    ]


def _property(name: str, field: FieldInfo, value: Any) -> dict[str, Any]:
    kind, choice = member_type(field)
    named = {"propertytype": choice} if choice else {}
    return {"name": name} | named | {"type": kind, "value": value}


def _json(value: Any) -> str:
    return json.dumps(plain(value), ensure_ascii=False, separators=(", ", ":"))
