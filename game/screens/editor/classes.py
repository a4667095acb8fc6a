"""The classes of objects as people choose among them: by use, with what each does in play."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from game.content.maps.class_base import MapClass
from game.content.maps.class_registry import CLASSES
from game.editor.new_objects import class_words
from game.editor.tools.registry import tool_for as first_tool

GROUPS: Mapping[str, tuple[str, ...]] = {
    "Floor and walls": ("Wall", "Ground", "Block", "Gantry"),
    "Water": ("Lane", "FloodOrigin", "Grate", "SluiceGate", "CaveIn", "DeepWater"),
    "Zones and markers": (
        *("DeploymentZone", "Objective", "Exit", "Nest", "Drain"),
        *("Container", "Hatch"),
    ),
    "Terrain": (
        *("Ruin", "Wood", "Rubble", "Crater", "LowWall", "Hedge", "Rail", "Pipe"),
        *("Barricade", "Fortification"),
    ),
    "Features of matched play": (
        *("Weeds", "Spines", "VenomPlants", "Statue", "Reactor", "ServoHauler"),
        *("PlasmaRegulator", "PlasmaConduit"),
    ),
    "Street": ("CityPiece", "Arrival"),
    "Hull and void": ("Hull", "Debris"),
    "Cage": ("Ring", "Notch"),
    "Light": ("Lamp",),
}
"""Every class stands in one group."""
DIGITS = (
    *("Wall", "Ground", "Lane", "DeploymentZone", "Objective"),
    *("FloodOrigin", "Grate", "Ruin", "Lamp"),
)
"""What the keys 1 to 9 choose."""

_CLAUSE = re.compile(r"``([^`]*)``(?:, )?")


class About(NamedTuple):
    words: str
    """What it does in play, in a sentence or two."""
    clauses: str
    """``FF-03``; empty where no rule reads it."""

    def __str__(self) -> str:
        return f"{self.words} ({self.clauses})" if self.clauses else self.words


@lru_cache(64)
def about(kind: type[MapClass]) -> About:
    """Return what a class does in play, as it says of itself."""
    first = (kind.__doc__ or "").split("\n\n")[0]
    clauses = ", ".join(_CLAUSE.findall(first))
    words = " ".join(_CLAUSE.sub("", first).split()).replace("*", "")
    return About(words, clauses)


def named(kind: type[MapClass]) -> str:
    """Return what a class is called in a list."""
    words = class_words(kind)
    return words[:1].upper() + words[1:]


def found(words: str) -> dict[str, list[str]]:
    """Return the classes that some words are about, by their groups; all for none."""
    sought = words.casefold().split()
    groups = {
        group: [name for name in names if _is_about(name, group, sought)]
        for group, names in GROUPS.items()
    }
    return {group: names for group, names in groups.items() if names}


def _is_about(name: str, group: str, sought: list[str]) -> bool:
    kind = CLASSES[name]
    told = f"{named(kind)} {group} {about(kind)}".casefold()
    return all(word in told for word in sought)


def tool_for(kind: type[MapClass], now: str) -> str:
    """Return the tool that a class is drawn with: the one in the hand, if that will do.

    What can be a point is one at first: a click is less than a line.
    """
    if now.lower() in kind.shapes:
        return now
    return "Point" if "point" in kind.shapes else first_tool(kind)
