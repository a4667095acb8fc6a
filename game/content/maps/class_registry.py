"""The registry of map object classes and map checks, and the Tiled project made from it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pkgutil import resolve_name
from typing import Any, TypeAlias, cast, get_args

from game.content.faults import Fault
from game.content.maps import classes
from game.content.maps.board_check import BoardCheck
from game.content.maps.class_base import Board, Choice, MapClass
from game.content.maps.map_file import Placed
from game.content.maps.writer import member_type
from game.content.safe_writing import write_whole
from game.content.shipped_folders import MAPS
from game.systems import Parts
from game.systems.cage.content import map_classes as cage
from game.systems.flood.content import map_classes as flood
from game.systems.pursuit.content import map_classes as pursuit
from game.systems.zero_g.content import map_classes as zero_g

_ALL: tuple[type[MapClass], ...] = (
    classes.Wall, classes.Block, classes.Ruin, classes.Wood, classes.Rubble, classes.Crater,
    classes.LowWall, classes.Hedge, classes.Rail, classes.Pipe, classes.DeepWater, flood.Grate,
    flood.SluiceGate, flood.CaveIn, zero_g.Debris, zero_g.Hull, classes.Weeds, classes.Spines,
    classes.VenomPlants, classes.Statue, classes.Reactor, classes.ServoHauler,
    classes.PlasmaRegulator, classes.PlasmaConduit, classes.Barricade, classes.Fortification,
    classes.DeploymentZone, classes.Objective, flood.FloodOrigin, flood.Lane, flood.Gantry,
    classes.Exit, classes.Nest, classes.Drain, pursuit.Arrival, pursuit.CityPiece,
    classes.Container, classes.Hatch, cage.Ring, cage.Notch, classes.Lamp, classes.Ground,
    classes.Note, classes.Door,
)  # fmt: skip
CLASSES: Mapping[str, type[MapClass]] = {one.__name__: one for one in _ALL}
"""All map object classes, by their names in map files and Tiled."""
_GROUPS = {
    "Floor and walls": "Wall Door Ground Block Gantry",
    "Water": "Lane FloodOrigin Grate SluiceGate CaveIn",
    "Zones and markers": "DeploymentZone Objective Exit Nest Drain Container Hatch",
    "Terrain": (
        "Ruin Wood Rubble Crater DeepWater LowWall Hedge Rail Pipe Barricade Fortification"
    ),
    "Matched-play terrain": (
        "Weeds Spines VenomPlants Statue Reactor ServoHauler PlasmaRegulator PlasmaConduit"
    ),
    "Street": "CityPiece Arrival",
    "Hull and void": "Hull Debris",
    "Cage": "Ring Notch",
    "Light": "Lamp",
    "Notes": "Note",
}
GROUPS: Mapping[str, tuple[type[MapClass], ...]] = {
    group: tuple(CLASSES[name] for name in names.split()) for group, names in _GROUPS.items()
}
"""The same classes, in the groups and the order of the editor's palette."""
_MAP: tuple[type[MapClass]] = (Board,)
CHOICES: Mapping[str, object] = {
    mark.name: field.annotation
    for kind in (*CLASSES.values(), *_MAP)
    for field in kind.model_fields.values()
    for mark in field.metadata
    if isinstance(mark, Choice)
}
"""All choices of members, by the names that Tiled shows."""
KEYS = (
    classes.Wall, classes.Ground, flood.Lane, classes.DeploymentZone, classes.Objective,
    flood.FloodOrigin, flood.Grate, classes.Ruin, classes.Lamp, classes.Note,
)  # fmt: skip
"""The classes that the keys 1 to 9 and 0 of the editor select."""

MapCheck: TypeAlias = Callable[[Placed], Iterable[Fault]]
MAP_CHECKS: tuple[MapCheck, ...] = (cage.cage_faults,)
"""Checks of all objects together; their faults make a map unusable."""


def board_checks() -> Iterator[BoardCheck]:
    """Yield the checks of boards, imported only now: Shapely loads more slowly than maps."""
    yield cast("BoardCheck", resolve_name("game.content.maps.battle_checks:CHECK"))
    yield from Parts[BoardCheck]("content.map_checks", "CHECK").values()


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
