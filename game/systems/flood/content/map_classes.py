"""Classes of map objects of the flood."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from game.content.maps.class_additions import ClassAdditions, ListedClasses, PaletteGroup
from game.content.maps.map_class import AREA, LINE, POINT, SpotClass, TerrainClass
from game.content.maps.member_types import Choice
from game.content.schemas import about
from game.table.board import TerrainKind

Flow: TypeAlias = Annotated[Literal["usual", "as drawn", "against"], Choice("Flow")]
"""``FF-04``  Direction of the water in a lane, relative to the direction of drawing."""


class Lane(SpotClass):
    """``FF-04``  The centre line of a corridor. Lanes join where they touch."""

    kind = "lane"
    shapes = LINE
    colour = "#ff40a0ff"
    rank = 3
    is_hardly_painted = True
    is_danger = True
    stays_clear = True

    flow: Annotated[Flow, about("where the water runs, seen as the lane is drawn")] = "usual"

    @classmethod
    def usual(cls, member: str) -> str:
        """``FF-04``  Return the direction in which water runs by itself."""
        return "from the origin (FF-04)" if member == "flow" else ""


class FloodOrigin(SpotClass):
    """``FF-01``  The source of the flood: a point, or a line along an edge."""

    kind = "flood origin"
    shapes = POINT | LINE
    colour = "#ff0060ff"
    icon = "waves"
    is_landmark = True
    is_hardly_painted = True


class Gantry(SpotClass):
    """``FF-02``  Raised floor, safe from the flood."""

    kind = "gantry"
    shapes = AREA
    colour = "#ffc0c0ff"
    rank = 1
    is_tint = True


class FloodPiece(TerrainClass):
    """``FF-03``  Difficult; Impassable during a flood."""

    watertight: Annotated[bool, about("no water gets through", "FF-03")] = False

    def otherwise(self) -> dict[str, Any]:
        return super().otherwise() | {"watertight": self.watertight}


class Grate(FloodPiece):
    """``FF-03``  Bars across a corridor."""

    kind = TerrainKind.GRATE
    colour = "#ff8fbc8f"


class SluiceGate(FloodPiece):
    """``FF-03``  A gate across a corridor; can be watertight."""

    kind = TerrainKind.SLUICE_GATE
    colour = "#ffff8c00"


class CaveIn(FloodPiece):
    """``FF-03``  Fallen stones across a corridor."""

    kind = TerrainKind.CAVE_IN
    colour = "#ff8b5a2b"


ADDED = ClassAdditions(
    listed=(
        ListedClasses(1, (Grate, SluiceGate, CaveIn)),
        ListedClasses(3, (FloodOrigin, Lane, Gantry)),
    ),
    groups=(
        PaletteGroup(0, "Floor and walls", (Gantry,)),
        PaletteGroup(1, "Water", (Lane, FloodOrigin, Grate, SluiceGate, CaveIn)),
    ),
    keys={"3": Lane, "6": FloodOrigin, "7": Grate},
)
