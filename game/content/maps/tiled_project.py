"""Tiled project file with all map object classes."""

from __future__ import annotations

import json
from typing import Any, get_args

from game.content.maps.class_registry import CHOICES, CLASSES
from game.content.maps.map_class import Board, MapClass
from game.content.maps.writer import member_type
from game.content.safe_writing import write_whole
from game.content.shipped_folders import MAPS

FILE = MAPS / "undertow.tiled-project"


def tiled_project() -> str:
    """Return the text of the Tiled project file."""
    choices = [_choice(n, *found) for n, found in enumerate(CHOICES.items(), 1)]
    first = len(choices) + 1
    classes = [_class(n, one, "object") for n, one in enumerate(CLASSES.values(), first)]
    board = _class(first + len(classes), Board, "map")
    project = {
        "automappingRulesFile": "",
        "commands": [],
        "compatibilityVersion": 1100,
        "extensionsPath": "extensions",
        "folders": ["."],
        "properties": [],
        "propertyTypes": [*choices, *classes, board],
    }
    return json.dumps(project, indent=4) + "\n"


def _choice(n: int, name: str, choice: object) -> dict[str, Any]:
    return {
        "id": n,
        "name": name,
        "storageType": "string",
        "type": "enum",
        "values": list(get_args(choice)),
        "valuesAsFlags": False,
    }


def _class(n: int, one: type[MapClass], use: str) -> dict[str, Any]:
    return {
        "color": one.colour,
        "drawFill": True,
        "id": n,
        "members": [_member(one, name) for name in sorted(one.model_fields)],
        "name": one.__name__,
        "type": "class",
        "useAs": [use],
    }


def _member(one: type[MapClass], name: str) -> dict[str, Any]:
    field = one.model_fields[name]
    kind, choice = member_type(field)
    named = {"propertyType": choice} if choice else {}
    return {"name": name} | named | {"type": kind, "value": field.default}


if __name__ == "__main__":
    write_whole(FILE, tiled_project())
