"""The registry of generators."""

from __future__ import annotations

from collections.abc import Mapping

from game.mapgen.generator import Generator
from game.play import EntryPoints

MAKERS: Mapping[str, Generator] = EntryPoints(
    {
        "sewer": "game.systems.flood.mapgen.sewer:GENERATOR",
        "wreck": "game.systems.zero_g.mapgen:GENERATOR",
        "battlefield": "game.mapgen.battlefield:GENERATOR",
        "street": "game.systems.pursuit.mapgen:GENERATOR",
    }
)
"""All generators by name, in the order in which they are offered."""
