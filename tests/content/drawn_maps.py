"""Maps as Tiled would have written them, for tests."""

from __future__ import annotations

import json
from typing import Any

from game.content.maps.class_registry import CLASSES
from game.content.maps.made_board import to_board
from game.content.maps.map_class import Board as BoardClass
from game.content.maps.map_class import MapClass
from game.content.maps.map_library import parse_map
from game.table.board import Board
from tests.tools.refusals import refusal_of

Raw = dict[str, Any]


def thing(kind: str, n: int = 1, **raw: Any) -> Raw:
    """Return an object; its default shape is a rectangle of 64 x 32 pixels."""
    shaped = any(shape in raw for shape in ("polygon", "polyline", "point"))
    size = {} if shaped else {"width": 64, "height": 32}
    return {"id": n, "name": "", "type": kind, "x": 320, "y": 320, "rotation": 0} | size | raw


def polygon_of(*inches: tuple[float, float]) -> list[dict[str, float]]:
    return [{"x": x * 32, "y": y * 32} for x, y in inches]


def prop(name: str, value: Any, kind: str = "string") -> Raw:
    return {"name": name, "type": kind, "value": value}


def tmj(*objects: Any, **raw: Any) -> Raw:
    """Return a map of 48" x 48" with one layer."""
    layer = {"id": 1, "name": "things", "type": "objectgroup", "objects": list(objects)}
    return {
        "type": "map",
        "orientation": "orthogonal",
        "width": 48,
        "height": 48,
        "tilewidth": 32,
        "tileheight": 32,
        "layers": [layer],
    } | raw


def board_of(*objects: Any, **raw: Any) -> Board:
    return to_board(parse_map(json.dumps(tmj(*objects, **raw)), "x.tmj"))


def map_refusal(raw: Any) -> list[str]:
    """Return the lines with which a map is refused."""
    lines = str(refusal_of(parse_map, json.dumps(raw), "x.tmj")).split("\n")
    return [line.removeprefix("x.tmj: ") for line in lines]


def as_tiled_saves(text: str, version: str) -> str:
    """Write a map as Tiled does: without default values, and in its own layout."""
    raw = json.loads(text)
    raw["tiledversion"], raw["version"] = version, "1.9" if version == "1.9.2" else "1.10"
    raw["nextobjectid"] += 7
    _drop_defaults(raw, BoardClass)
    for layer in raw["layers"]:
        for one in layer["objects"]:
            _drop_defaults(one, CLASSES[one["type"]])
            if version == "1.9.2":
                one["class"] = one.pop("type")
    if version == "1.8.2":
        del raw["class"]
    return json.dumps(_fifteen_digits(raw), indent=4, ensure_ascii=False, sort_keys=True)


def _drop_defaults(raw: Raw, kind: type[MapClass]) -> None:
    default = {name: field.default for name, field in kind.model_fields.items()}
    kept = [p for p in raw.pop("properties", []) if p["value"] != default.get(p["name"])]
    if kept:
        raw["properties"] = kept


def _fifteen_digits(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _fifteen_digits(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_fifteen_digits(inner) for inner in value]
    return float(f"{value:.15g}") if isinstance(value, float) else value
