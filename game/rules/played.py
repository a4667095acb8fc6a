"""The systems, missions and modules that scenario files may name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from game.rules import BASE_SYSTEMS, MISSIONS, MODULES

if TYPE_CHECKING:
    # Declarations are loaded with the parts that make them.
    from game.cores.kit.parts import System

SYSTEMS: Mapping[str, System] = BASE_SYSTEMS | {
    "sandbox": "game.systems.sandbox.rules.system:SYSTEM"
}

PLAYED: Mapping[str, Sequence[str]] = {
    "system": tuple(SYSTEMS),
    "mission": tuple(MISSIONS),
    "modules": tuple(MODULES),
}
"""Values that a scenario file may give for each of these keys."""
