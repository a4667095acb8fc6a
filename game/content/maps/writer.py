"""The text of a map file in its canonical form."""

from __future__ import annotations

import json
from typing import Any

from pydantic.fields import FieldInfo

from game.content.maps.class_base import BY_RULEBOOK, Choice, IsColour, MapClass, RefersTo
from game.content.maps.map_file import (
    FORMAT,
    GROUP,
    PX,
    SCALE,
    Corner,
    MapFile,
    MapLayer,
    MapObject,
    MapPicture,
)

_TYPES = {bool: "bool", int: "int", float: "float", str: "string"}


def canonical(mapfile: MapFile) -> str:
    """Return the text of a map's file; ``parse_map`` returns the same map from it."""
    lines = [f"{_json(key)}:{value}" for key, value in sorted(_head(mapfile).items())]
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
    assert isinstance(field.annotation, type)
    return _TYPES[field.annotation], ""


def _head(mapfile: MapFile) -> dict[str, str]:
    objects = [one.id for _, one in mapfile.objects()]
    properties = _properties(mapfile.board)
    version = {"name": "format", "type": "int", "value": FORMAT}
    plain = {
        "class": "Board",
        "compressionlevel": -1,
        "height": mapfile.height,
        "infinite": False,
        "nextlayerid": mapfile.next_layer_id,
        "nextobjectid": max(objects, default=0) + 1,
        "orientation": "orthogonal",
        "properties": sorted([version, *properties], key=lambda one: str(one["name"])),
        "renderorder": "right-down",
        "tiledversion": "1.10.2",
        "tileheight": PX,
        "tilesets": [],
        "tilewidth": PX,
        "type": "map",
        "version": "1.10",
        "width": mapfile.width,
    }
    pictures = [_json(_picture(one)) for one in mapfile.pictures]
    layers = ",\n  ".join([*pictures, *map(_layer, mapfile.layers)])
    return {key: _json(value) for key, value in plain.items()} | {
        "layers": f"[\n  {layers}]" if layers else "[]"
    }


def _picture(picture: MapPicture) -> dict[str, Any]:
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
        whole["offsetx"] = picture.x
    if picture.y:
        whole["offsety"] = picture.y
    if picture.locked:
        whole["locked"] = True
    if picture.scale != 1.0:
        value = {"name": SCALE, "type": "float", "value": picture.scale}
        whole["properties"] = [value]
    return dict(sorted(whole.items()))


def _layer(layer: MapLayer) -> str:
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
    texts = {key: _json(value) for key, value in whole.items()}
    objects = ",\n   ".join(_json(_object(one)) for one in layer.objects)
    texts["objects"] = f"[\n   {objects}\n  ]" if objects else "[]"
    return "{" + ", ".join(f"{_json(key)}:{text}" for key, text in sorted(texts.items())) + "}"


def _object(one: MapObject) -> dict[str, Any]:
    whole: dict[str, Any] = {
        "height": one.height,
        "id": one.id,
        "name": one.name,
        "rotation": one.rotation,
        "type": type(one.what).__name__,
        "visible": one.visible,
        "width": one.width,
        "x": one.x,
        "y": one.y,
    }
    if one.opacity != 1.0:
        whole["opacity"] = one.opacity
    properties = _properties(one.what)
    if one.group:
        properties.append({"name": GROUP, "type": "int", "value": one.group})
    if properties:
        whole["properties"] = sorted(properties, key=lambda each: str(each["name"]))
    return dict(sorted((whole | _drawn(one)).items()))


def _drawn(one: MapObject) -> dict[str, Any]:
    match one.shape:
        case "polygon" | "polyline":
            return {one.shape: [_corner(c) for c in one.polygon or one.polyline or ()]}
        case "point" | "ellipse":
            return {one.shape: True}
        case "rectangle":
            return {}


def _corner(corner: Corner) -> dict[str, float]:
    return {"x": corner.x, "y": corner.y}


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
    return json.dumps(_plain(value), ensure_ascii=False, separators=(", ", ":"))


def _plain(value: Any) -> Any:
    """Convert whole floats to integers, as Tiled writes them: 2, not 2.0."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return int(value) if isinstance(value, float) and value == int(value) else value
