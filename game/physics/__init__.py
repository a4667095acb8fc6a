"""Floor 2: the only room that knows pymunk, behind one door that remembers nothing."""

from __future__ import annotations

from game.physics.door import Crossed, Travel, cast, follow, stands
from game.physics.drift import Around, Drift, Glide, drift, glides

__all__ = [
    "Around",
    "Crossed",
    "Drift",
    "Glide",
    "Travel",
    "cast",
    "drift",
    "follow",
    "glides",
    "stands",
]
