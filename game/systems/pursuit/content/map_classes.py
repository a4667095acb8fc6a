"""Classes of map objects of a pursuit."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from game.content.maps.class_additions import ClassAdditions, ListedClasses, PaletteGroup
from game.content.maps.map_class import AREA, LINE, SpotClass
from game.content.maps.member_types import Choice
from game.content.schemas import about

Condition: TypeAlias = Annotated[Literal["ruin", "intact"], Choice("Condition")]
"""``PU-03``  Condition of a piece of the street."""


class CityPiece(SpotClass):
    """``PU-02``, ``PU-03``  A building or ruin that rolls with the street."""

    kind = "city piece"
    shapes = AREA
    colour = "#ffcd5c5c"
    is_danger = True

    size: Annotated[int, Field(ge=1, le=3), about("how large it is")] = 1
    condition: Annotated[Condition, about("what it is when the pursuit begins")] = "ruin"


class Arrival(SpotClass):
    """``PU-01``, ``PU-26``  The short edge of the table that the riders must reach."""

    kind = "arrival"
    shapes = LINE
    colour = "#fff0f0f0"
    is_hardly_painted = True
    on_edge = True


ADDED = ClassAdditions(
    listed=(ListedClasses(5, (Arrival, CityPiece)),),
    groups=(PaletteGroup(5, "Street", (CityPiece, Arrival)),),
)
