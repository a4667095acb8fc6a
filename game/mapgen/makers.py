"""Generators of maps by name."""

from __future__ import annotations

from collections.abc import Mapping

from game.entry_points import EntryPoints
from game.mapgen.generator import Generator
from game.systems import ranked

MAKERS: Mapping[str, Generator] = EntryPoints(ranked("generators"))
"""All generators by name, in the order in which they are offered."""
