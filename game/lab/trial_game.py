"""The set-up of trial games on a map that may not be saved."""

from __future__ import annotations

from game.content.maps.map_file import MapFile
from game.content.maps.writer import canonical
from game.rules.battles import GameSetup

DRAWN = "drawn.tmj"
"""Name of a map that is in no file."""


def setup_on(mapfile: MapFile, scenario: str, name: str = DRAWN) -> GameSetup:
    """Return the set-up of a scenario on a map; its name is that in messages and saves."""
    return GameSetup(scenario, name, files={name: canonical(mapfile)})
