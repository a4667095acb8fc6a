"""The one table of what a map can hold. Tiled's project file is generated from it."""

from __future__ import annotations

from game.content.maps.map_class import MapClass
from game.content.maps.spot_classes import SPOTS, DeploymentZone, Objective
from game.content.maps.terrain_classes import TERRAIN

_ALL: tuple[type[MapClass], ...] = (*TERRAIN, DeploymentZone, Objective, *SPOTS)

CLASSES = {one.__name__: one for one in _ALL}
"""By the names that map files and Tiled have for them."""
