"""Classes of map objects of a weightless fight: hulls and debris."""

from __future__ import annotations

from game.content.maps.class_base import LINE, TerrainClass
from game.table.board import TerrainKind
from game.table.state import PieceKind


class Hull(TerrainClass):
    """``ZG-14``  An edge of the table, or part of it, that is a wall."""

    kind = TerrainKind.WALL
    shapes = LINE
    colour = "#ff6f7f8f"
    line_inches = 0.4
    on_edge = True


class Debris(TerrainClass):
    """``ZG-12``, ``ZG-13``  Impassable, stops shots. Loose debris can be pushed.

    Fixed debris is terrain; loose debris is a spot, because the table tracks its position.
    """

    kind = TerrainKind.DEBRIS
    colour = "#ffa0a0a5"

    loose: bool = False

    def spot_kind(self) -> str:
        return PieceKind.DEBRIS if self.loose else ""
