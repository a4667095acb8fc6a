"""Generated maps that several tests look at, each made once in a process."""

from __future__ import annotations

from functools import cache
from typing import Any

from game.content.maps.map_file import MapFile
from game.mapgen.makers import MAKERS


@cache
def generated_map(maker: str, plan: Any, seed: int) -> MapFile:
    """Return the map that a generator makes of a plan and a seed."""
    mapfile: MapFile = MAKERS[maker].make(plan, seed)
    return mapfile
