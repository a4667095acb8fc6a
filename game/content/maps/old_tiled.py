"""Maps of Tiled before 1.2, brought to the form that later versions write."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def modernised(raw: Any) -> Any:
    """Return the data of a map as Tiled 1.2 and later write it; any other data stays.

    Tiled counts layers since 1.2 and objects since 0.11: before, none of them has a number.
    They are numbered in the order of the file. Properties in JSON were tables before 1.2, with
    the types in a table of their own.
    """
    if not isinstance(raw, dict) or "nextlayerid" in raw or "version" not in raw:
        return raw
    layers = [*layers_in(raw)]
    if not any("id" in layer for layer in layers):
        _number(layers)
    if "nextobjectid" not in raw:
        objects = [*objects_in(raw)]
        if not any("id" in one for one in objects):
            _number(objects)
    for one in (raw, *layers, *objects_in(raw)):
        _list_properties(one)
    return raw


def layers_in(raw: Any) -> Iterator[dict[str, Any]]:
    """Yield the layers of a map's data, and those in their groups."""
    layers = raw.get("layers") if isinstance(raw, dict) else None
    for layer in layers if isinstance(layers, list) else ():
        if isinstance(layer, dict):
            yield layer
            yield from layers_in(layer)


def objects_in(raw: Any) -> Iterator[dict[str, Any]]:
    """Yield the objects of all layers of a map's data, those in groups included."""
    for layer in layers_in(raw):
        objects = layer.get("objects")
        listed = objects if isinstance(objects, list) else []
        yield from (one for one in listed if isinstance(one, dict))


def _number(parts: list[dict[str, Any]]) -> None:
    for number, part in enumerate(parts, 1):
        part["id"] = number


def _list_properties(one: dict[str, Any]) -> None:
    """Make a list of the properties of a part that are a table."""
    table, types = one.get("properties"), one.pop("propertytypes", {})
    if isinstance(table, dict):
        known = types if isinstance(types, dict) else {}
        one["properties"] = [
            {"name": name, "type": known.get(name, "string"), "value": value}
            for name, value in table.items()
        ]
