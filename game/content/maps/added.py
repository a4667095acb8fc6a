"""Objects that a situation adds to a map, written by hand in inches.

    [[object]]
    class = "Wall"
    polygon = [[0, 0], [4, 0], [4, 1], [0, 1]]

Other shapes are ``polyline`` (corners), ``rectangle`` and ``ellipse`` (left, top, width,
height) and ``point`` (x, y). ``name`` and ``rotation`` are as in a map file; any other key is a
member of the class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from game.content.faults import Fault, UnusableFile
from game.content.maps.map_file import FORMAT
from game.content.maps.outlines import PX
from game.content.pydantic_faults import shown

Told: TypeAlias = Sequence[Mapping[str, Any]]

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


def with_objects(raw: Any, told: Told, name: str, called: str = "object") -> Any:
    """Return the JSON of a map with one more layer; raise UnusableFile.

    *name*: of the map, for complaints; *called*: the layer.
    """
    layers = raw.get("layers") if isinstance(raw, dict) else None
    if not told or not isinstance(layers, list):
        return raw  # what is no map is refused by whoever reads it
    first = 1 + max((_id(one) for layer in layers for one in _objects(layer)), default=0)
    objects = [_object(n, first + n, one, name) for n, one in enumerate(told)]
    id_ = 1 + max(map(_id, layers), default=0)
    layer = {"id": id_, "name": called, "type": "objectgroup", "objects": objects}
    return raw | {"layers": [*layers, layer]}


def _id(raw: Any) -> int:
    id_ = raw.get("id") if isinstance(raw, dict) else None
    return id_ if isinstance(id_, int) else 0


def _objects(layer: Any) -> list[Any]:
    objects = layer.get("objects") if isinstance(layer, dict) else None
    return objects if isinstance(objects, list) else []


def _object(n: int, id_: int, told: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return an object as Tiled would have drawn it."""
    shapes = [shape for shape in _SHAPES if shape in told]
    if len(shapes) != 1:
        reason = f"needs one shape: {', '.join(_SHAPES)}"
        raise UnusableFile(name, [Fault(f"object[{n}]", reason)])
    own = {key: told[key] for key in ("name", "rotation") if key in told}
    members = {k: v for k, v in told.items() if k not in {"class", *own, *shapes}}
    try:
        drawn = _drawn(shapes[0], told[shapes[0]])
    except (TypeError, ValueError) as error:
        reason = f"must be numbers of inches, not {shown(told[shapes[0]])}"
        raise UnusableFile(name, [Fault(f"object[{n}].{shapes[0]}", reason)]) from error
    properties = [{"name": key, "value": value} for key, value in members.items()]
    given = {"id": id_, "type": told.get("class", ""), "properties": properties}
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
