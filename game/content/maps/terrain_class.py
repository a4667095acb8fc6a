"""What all classes of terrain have: what the map says about a piece other than usual."""

from __future__ import annotations

from typing import Any, ClassVar

from game.content.maps.class_base import Bonus, Cover, Says
from game.content.maps.map_class import AREA, MapClass
from game.table.board import TerrainKind

_COVER = {"none": 0, "2+": 2, "3+": 3, "4+": 4, "5+": 5, "6+": 6}
_BONUS = {"none": 0, "soft": 1, "hard": 2}
_YES = {"yes": True, "no": False}


class TerrainClass(MapClass):
    """``CC-37``  A piece of terrain, and what the map says about it other than usual."""

    kind: ClassVar[TerrainKind]
    shapes = AREA

    impassable: Says = "usual"
    blocks_sight: Says = "usual"
    difficult: Says = "usual"
    dangerous: Says = "usual"
    cover: Cover = "usual"
    bonus: Bonus = "usual"
    leaks: Says = "usual"

    def otherwise(self) -> dict[str, Any]:
        """Return what differs from the nature of its kind, as ``terrain`` takes it."""
        members = ("impassable", "blocks_sight", "difficult", "dangerous", "leaks")
        said: dict[str, Any] = {
            n: _YES[says] for n in members if (says := getattr(self, n)) in _YES
        }
        if self.cover in _COVER:
            said["cover"] = _COVER[self.cover]
        if self.bonus in _BONUS:
            said["bonus"] = _BONUS[self.bonus]
        return said
