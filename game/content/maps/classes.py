"""Classes of map objects that no single rule system owns."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field

from game.content.maps.class_additions import ClassAdditions, ListedClasses, PaletteGroup
from game.content.maps.map_class import (
    AREA,
    BOX,
    LINE,
    POINT,
    MapClass,
    SpotClass,
    TerrainClass,
)
from game.content.maps.member_types import (
    Colour,
    DoorState,
    Line,
    Lines,
    Material,
    NoteStyle,
    Number,
    PictureName,
    ZoneId,
)
from game.content.schemas import about
from game.table.board import TerrainKind

HALF_TURN = 180
A_ZONE = "id of a zone, or 0 for none"


class Wall(TerrainClass):
    """``CC-37``  Impassable, blocks sight; a line is a thin wall."""

    kind = TerrainKind.WALL
    shapes = AREA | LINE
    colour = "#ff30343c"
    line_inches = 0.3


class Door(TerrainClass):
    """``CC-39``  Closed: as a wall. Open: as floor. Models beside it open and close it."""

    kind = TerrainKind.DOOR
    shapes = AREA | LINE
    colour = "#ffb5793c"
    line_inches = 0.4

    state: Annotated[DoorState, about("how it is when a battle begins", "CC-39")] = "closed"


class Window(TerrainClass):
    """``CC-37``  Impassable; does not block sight: models see and shoot through it."""

    kind = TerrainKind.WINDOW
    shapes = AREA | LINE
    colour = "#ff8fc7d9"
    line_inches = 0.3


class Block(TerrainClass):
    """``CC-37``  Impassable, blocks sight: a building, a tank, a rock."""

    kind = TerrainKind.BLOCK
    colour = "#ff545a66"


class Ruin(TerrainClass):
    """``CC-37``  Difficult, 4+ cover. Models see in and out, not through."""

    kind = TerrainKind.RUIN
    colour = "#ffb09070"


class Wood(TerrainClass):
    """``CC-37``  Difficult, 4+ cover. Models see in and out, not through."""

    kind = TerrainKind.WOOD
    colour = "#ff3f7f3f"


class Rubble(TerrainClass):
    """``CC-37``  Difficult, 4+ cover."""

    kind = TerrainKind.RUBBLE
    colour = "#ff9a8f80"


class Crater(TerrainClass):
    """``CC-37``  Difficult, 4+ cover."""

    kind = TerrainKind.CRATER
    colour = "#ff7a6248"


class LowWall(TerrainClass):
    """``CC-37``  4+ cover for models behind it; free to cross."""

    kind = TerrainKind.LOW_WALL
    shapes = LINE
    colour = "#ffc8bfae"
    line_inches = 0.35


class Hedge(TerrainClass):
    """``CC-37``  5+ cover for models behind it; free to cross."""

    kind = TerrainKind.HEDGE
    shapes = LINE
    colour = "#ff5fa84f"


class Rail(TerrainClass):
    """``CC-37``  5+ cover for models behind it; free to cross."""

    kind = TerrainKind.RAIL
    shapes = LINE
    colour = "#ffb5a642"


class Pipe(TerrainClass):
    """``CC-37``, ``MP-06``  5+ cover for models behind it; leaks in matched play."""

    kind = TerrainKind.PIPE
    shapes = LINE
    colour = "#ffcd7f32"


class DeepWater(TerrainClass):
    """``CC-37``  Impassable; does not block sight."""

    kind = TerrainKind.DEEP_WATER
    colour = "#ff2f6f9f"
    rank = 1


class Weeds(TerrainClass):
    """``MP-05``  Difficult, 4+ cover; soft."""

    kind = TerrainKind.WEEDS
    colour = "#ff7fa046"


class Spines(TerrainClass):
    """``MP-05``  Difficult, 4+ cover; soft."""

    kind = TerrainKind.SPINES
    colour = "#ff9c8a3c"


class VenomPlants(TerrainClass):
    """``MP-05``  Difficult, 4+ cover; soft."""

    kind = TerrainKind.VENOM_PLANTS
    colour = "#ff8a4fa0"


class Statue(TerrainClass):
    """``MP-05``  Difficult, 4+ cover; soft. Models can stand on its plinth."""

    kind = TerrainKind.STATUE
    colour = "#ffd8d2c2"


class Reactor(TerrainClass):
    """``MP-05``  Difficult, 4+ cover; hard. Models see in and out, not through."""

    kind = TerrainKind.REACTOR
    colour = "#ff4f7f8f"


class ServoHauler(TerrainClass):
    """``MP-05``  Difficult, 4+ cover; hard."""

    kind = TerrainKind.SERVO_HAULER
    colour = "#ffd09030"


class PlasmaRegulator(TerrainClass):
    """``MP-05``, ``MP-06``  Difficult, 4+ cover; hard, leaking."""

    kind = TerrainKind.REGULATOR
    colour = "#ff30a0d0"


class PlasmaConduit(TerrainClass):
    """``MP-05``, ``MP-06``  4+ cover for models behind it; hard, leaking."""

    kind = TerrainKind.CONDUIT
    shapes = LINE
    colour = "#ff50c0f0"


class Barricade(TerrainClass):
    """``MP-05``  4+ cover for models behind it; hard."""

    kind = TerrainKind.BARRICADE
    shapes = LINE
    colour = "#ffa89878"


class Fortification(TerrainClass):
    """``MP-05``  Difficult, 4+ cover; hard. Models see in and out, not through."""

    kind = TerrainKind.FORTIFICATION
    colour = "#ff707868"


class DeploymentZone(MapClass):
    """``MI-03``, ``MP-23``  Where a side deploys. Set *side* to reserve it for one."""

    shapes = AREA
    colour = "#ff00a000"
    rank = 1
    is_tint = True
    is_landmark = True
    is_hardly_painted = True

    side: Annotated[
        Line, about("the side that it is reserved for", value="id of a side", usual="any side")
    ] = ""


class Objective(MapClass):
    """``MI-03``, ``MP-28``  An objective marker. Number 0 takes the next free number."""

    shapes = POINT
    colour = "#ffffd700"
    icon = "flag"
    is_landmark = True

    number: Annotated[
        int, Field(ge=0, le=99), about("its number; 0 takes the next free one")
    ] = 0


class Exit(SpotClass):
    """``MI-02``  Where models get out. Set *zone* to the zone of the side that deploys here."""

    kind = "exit"
    shapes = AREA
    colour = "#ff20d0a0"
    rank = 1
    is_tint = True
    is_landmark = True
    is_hardly_painted = True
    stays_clear = True

    zone: Annotated[ZoneId, about("the zone of its side", value=A_ZONE)] = 0


class Nest(SpotClass):
    """``MI-01``  Where demolition charges are placed."""

    kind = "nest"
    shapes = POINT
    colour = "#ffb03060"
    icon = "egg"
    is_landmark = True
    is_hardly_painted = True


class Drain(SpotClass):
    """``MI-06``  A drain through which sewer rats come up."""

    kind = "drain"
    shapes = POINT
    colour = "#ff607080"
    icon = "circle-dot"
    is_hardly_painted = True


class Container(SpotClass):
    """``MI-05``  Where a container starts, to be carried off."""

    kind = "container"
    shapes = POINT
    colour = "#ffe0a030"
    icon = "package"
    is_hardly_painted = True


class Hatch(SpotClass):
    """``MI-05``  Where a carrier gets out alive. Set *zone* to the zone of the hatch's side."""

    kind = "hatch"
    shapes = LINE
    colour = "#ff30e0e0"
    is_hardly_painted = True
    stays_clear = True

    zone: Annotated[ZoneId, about("the zone of its side", value=A_ZONE)] = 0


class Lamp(SpotClass):
    """A light (appearance only)."""

    kind = "lamp"
    shapes = POINT
    colour = "#fffff0a0"
    icon = "sun"
    is_hardly_painted = True
    radius_member = "radius"

    radius: Annotated[Number, Field(ge=0.1, le=48), about("radius of the light in inches")] = (
        9.0
    )
    brightness: Annotated[Number, Field(ge=0, le=2), about("how bright it is")] = 1.0
    tint: Annotated[Colour, about("the colour of the light")] = "#ffffe2b0"


class Ground(SpotClass):
    """Floor material (appearance only)."""

    kind = "ground"
    shapes = AREA
    colour = "#ff808080"
    rank = 0

    material: Annotated[Material, about("what the floor is made of")] = "paving"


class Note(SpotClass):
    """A note or a label (no rule reads it). A *hidden* one is for the game master only."""

    kind = "note"
    shapes = POINT | AREA
    colour = "#ffe8dcc0"
    icon = "clipboard"
    is_tint = True
    is_landmark = True
    is_hardly_painted = True

    text: Annotated[Lines, about("its words", usual="the name of the object")] = ""
    style: Annotated[
        NoteStyle, about("a pin shows the words when it is pointed at, a label always")
    ] = "pin"
    hidden: Annotated[bool, about("for the game master only: players never see it")] = False
    size: Annotated[
        Number, Field(ge=0.2, le=6), about("height of a label's letters in inches")
    ] = 0.8
    tint: Annotated[Colour, about("its colour")] = "#fff1eadb"


class Decor(MapClass):
    """A picture of your own on the ground (appearance only), as large as fits its box."""

    shapes = BOX
    colour = "#ffc9a06a"
    rank = 3

    image: Annotated[PictureName, about("its file, beside the map")] = ""
    flipped: Annotated[bool, about("left for right")] = False
    upended: Annotated[bool, about("top for bottom")] = False

    def after_turn(self, angle: float) -> Self:
        """Return it after the box keeps its angle in a half turn."""
        if round(angle) % 360 != HALF_TURN:
            return self
        turned = {"flipped": not self.flipped, "upended": not self.upended}
        return self.model_copy(update=turned)

    def after_mirror(self, axis: float) -> Self:
        """Return it flipped: from left to right at an upright axis, else from top to bottom."""
        if round(axis) % HALF_TURN == 0:
            return self.model_copy(update={"flipped": not self.flipped})
        return self.model_copy(update={"upended": not self.upended})


ADDED = ClassAdditions(
    listed=(
        ListedClasses(
            0,
            (Wall, Block, Ruin, Wood, Rubble, Crater, LowWall, Hedge, Rail, Pipe, DeepWater),
        ),
        ListedClasses(
            2,
            (
                Weeds,
                Spines,
                VenomPlants,
                Statue,
                Reactor,
                ServoHauler,
                PlasmaRegulator,
                PlasmaConduit,
                Barricade,
                Fortification,
                DeploymentZone,
                Objective,
            ),
        ),
        ListedClasses(4, (Exit, Nest, Drain)),
        ListedClasses(6, (Container, Hatch)),
        ListedClasses(8, (Lamp, Ground, Note, Door, Window)),
        ListedClasses(9, (Decor,)),
    ),
    groups=(
        PaletteGroup(0, "Floor and walls", (Wall, Door, Ground, Block)),
        PaletteGroup(
            2,
            "Zones and markers",
            (DeploymentZone, Objective, Exit, Nest, Drain, Container, Hatch),
        ),
        PaletteGroup(
            3,
            "Terrain",
            (
                Ruin,
                Wood,
                Rubble,
                Crater,
                DeepWater,
                LowWall,
                Window,
                Hedge,
                Rail,
                Pipe,
                Barricade,
                Fortification,
            ),
        ),
        PaletteGroup(
            4,
            "Matched-play terrain",
            (
                Weeds,
                Spines,
                VenomPlants,
                Statue,
                Reactor,
                ServoHauler,
                PlasmaRegulator,
                PlasmaConduit,
            ),
        ),
        PaletteGroup(8, "Light", (Lamp,)),
        PaletteGroup(9, "Notes", (Note,)),
        PaletteGroup(10, "Pictures", (Decor,)),
    ),
    keys={
        "1": Wall,
        "2": Ground,
        "4": DeploymentZone,
        "5": Objective,
        "8": Ruin,
        "9": Lamp,
        "0": Note,
    },
)
