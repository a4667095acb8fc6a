"""Map object classes that are not terrain: zones, markers, mission spots."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from game.content.maps.class_base import (
    AREA,
    LINE,
    POINT,
    Colour,
    Condition,
    Flow,
    Line,
    Look,
    MapClass,
    Material,
    Number,
    ZoneId,
)
from game.table.cage_floor import MAX_CELLS, STEP


class DeploymentZone(MapClass):
    """``MI-03``, ``MP-23``  Where a side deploys. Set *side* to reserve it for one."""

    shapes = AREA
    colour = "#ff00a000"

    side: Line = ""


class Objective(MapClass):
    """``MI-03``, ``MP-28``  An objective marker. Number 0 takes the next free number."""

    shapes = POINT
    colour = "#ffffd700"

    number: Annotated[int, Field(ge=0, le=99)] = 0


class SpotClass(MapClass):
    """A point, line or area that becomes a ``Spot`` of the board, with its members."""

    kind: ClassVar[str]


class FloodOrigin(SpotClass):
    """``FF-01``  The source of the flood: a point, or a line along an edge."""

    kind = "flood origin"
    shapes = POINT | LINE
    colour = "#ff0060ff"


class Lane(SpotClass):
    """``FF-04``  The centre line of a corridor. Lanes join where they touch."""

    kind = "lane"
    shapes = LINE
    colour = "#ff40a0ff"

    flow: Flow = "usual"


class Gantry(SpotClass):
    """``FF-02``  Raised floor, safe from the flood."""

    kind = "gantry"
    shapes = AREA
    colour = "#ffc0c0ff"


class Exit(SpotClass):
    """``MI-02``  Where models get out. Set *zone* to the zone of the side that deploys here."""

    kind = "exit"
    shapes = AREA
    colour = "#ff20d0a0"

    zone: ZoneId = 0


class Nest(SpotClass):
    """``MI-01``  Where demolition charges are placed."""

    kind = "nest"
    shapes = POINT
    colour = "#ffb03060"


class Drain(SpotClass):
    """``MI-06``  A drain through which sewer rats come up."""

    kind = "drain"
    shapes = POINT
    colour = "#ff607080"


class Arrival(SpotClass):
    """``PU-01``, ``PU-26``  The short edge of the table that the riders must reach."""

    kind = "arrival"
    shapes = LINE
    colour = "#fff0f0f0"


class CityPiece(SpotClass):
    """``PU-02``, ``PU-03``  A building or ruin that rolls with the street."""

    kind = "city piece"
    shapes = AREA
    colour = "#ffcd5c5c"

    size: Annotated[int, Field(ge=1, le=3)] = 1
    condition: Condition = "ruin"


class Container(SpotClass):
    """``MI-05``  Where a container starts, to be carried off."""

    kind = "container"
    shapes = POINT
    colour = "#ffe0a030"


class Hatch(SpotClass):
    """``MI-05``  Where a carrier gets out alive. Set *zone* to the zone of the hatch's side."""

    kind = "hatch"
    shapes = LINE
    colour = "#ff30e0e0"

    zone: ZoneId = 0


class Ring(SpotClass):
    """``TC-01``  A ring of the cage, drawn as its outer rim. Ring 0 is the centre."""

    kind = "ring"
    shapes = frozenset({"ellipse"})
    colour = "#ffba55d3"

    number: Annotated[int, Field(ge=0, le=9)] = 0
    cells: Annotated[int, Field(ge=1, le=MAX_CELLS)] = 1
    turned: Annotated[int, Field(ge=0, le=355, multiple_of=STEP)] = 0
    """Angle in degrees, clockwise from the top, at which cell 0 begins."""


class Notch(SpotClass):
    """``TC-04``  Where a champion starts, in a cell of the outer ring.

    Set *side* to reserve the notch for one side.
    """

    kind = "notch"
    shapes = POINT
    colour = "#ffdda0dd"

    side: Line = ""


class Lamp(SpotClass):
    """A light (appearance only)."""

    kind = "lamp"
    shapes = POINT
    colour = "#fffff0a0"

    radius: Annotated[Number, Field(ge=0.1, le=48)] = 9.0
    """Radius of the light in inches."""
    brightness: Annotated[Number, Field(ge=0, le=2)] = 1.0
    tint: Colour = "#ffffe2b0"


class Ground(SpotClass):
    """Floor material (appearance only)."""

    kind = "ground"
    shapes = AREA
    colour = "#ff808080"

    material: Material = "paving"


class Board(MapClass):
    """The map itself."""

    shapes = frozenset()
    colour = "#ffffffff"

    title: Line = ""
    """Title shown to players; the file's name if empty."""
    look: Look = "city"


SPOTS: tuple[type[SpotClass], ...] = (
    FloodOrigin,
    Lane,
    Gantry,
    Exit,
    Nest,
    Drain,
    Arrival,
    CityPiece,
    Container,
    Hatch,
    Ring,
    Notch,
    Lamp,
    Ground,
)
