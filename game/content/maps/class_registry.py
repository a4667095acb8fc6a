"""The registry of all map object classes, and the Tiled project generated from it."""

from __future__ import annotations

import json
from typing import Any, get_args

from game.content.maps.class_base import CHOICES, MapClass
from game.content.maps.spot_classes import SPOTS, Board, DeploymentZone, Objective
from game.content.maps.terrain_classes import TERRAIN
from game.content.maps.writer import member_type
from game.content.storage import MAPS, write_whole

_ALL: tuple[type[MapClass], ...] = (*TERRAIN, DeploymentZone, Objective, *SPOTS)

CLASSES = {one.__name__: one for one in _ALL}
"""All map object classes, by their names in map files and Tiled."""


FILE = MAPS / "undertow.tiled-project"


def tiled_project() -> str:
    """Return the text of the Tiled project file."""
    choices = [_choice(n, name) for n, name in enumerate(CHOICES, 1)]
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


def _choice(n: int, name: str) -> dict[str, Any]:
    return {
        "id": n,
        "name": name,
        "storageType": "string",
        "type": "enum",
        "values": list(get_args(CHOICES[name])),
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
