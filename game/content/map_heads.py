"""The head of a map, which leaves out all objects but a count of the markers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

MARKER = "Objective"
"""Class of the objects that are objective markers."""


class MapHead(NamedTuple):
    """A map without its objects, of which only the markers are counted."""

    title: str
    """Empty if it has none."""
    width: float
    """Inches."""
    height: float
    """Inches."""
    markers: int
    """Number of objective markers."""


def head_of(text: str) -> MapHead:
    """Return the head of a valid map in its canonical form; nothing is checked."""
    raw = json.loads(text)
    properties = {one["name"]: one["value"] for one in raw["properties"]}
    markers = sum(one["type"] == MARKER for one in _objects(raw))
    title = " ".join(properties.get("title", "").split())
    return MapHead(title, float(raw["width"]), float(raw["height"]), markers)


def _objects(part: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of a map or of a group of its layers."""
    for layer in part["layers"]:
        yield from layer.get("objects", ())
        if "layers" in layer:
            yield from _objects(layer)
