"""Classes of map objects of a weightless fight."""

from __future__ import annotations

from typing import Annotated

from game.content.maps.class_additions import ClassAdditions, ListedClasses, PaletteGroup
from game.content.maps.map_class import LINE, TerrainClass
from game.content.schemas import about
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

    loose: Annotated[bool, about("it can be set in motion", "ZG-13")] = False

    def spot_kind(self) -> str:
        return PieceKind.DEBRIS if self.loose else ""


ADDED = ClassAdditions(
    listed=(ListedClasses(1, (Debris, Hull)),),
    groups=(PaletteGroup(6, "Hull and void", (Hull, Debris)),),
)
