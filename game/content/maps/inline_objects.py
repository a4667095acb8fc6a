"""Map objects written in a situation or a test, as raw objects of a map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from game.content.faults import Fault, UnusableFile, did_you_mean, shown
from game.content.maps.class_registry import CLASSES
from game.content.maps.map_file import FORMAT, PX
from game.content.maps.old_tiled import layers_in, objects_in

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
