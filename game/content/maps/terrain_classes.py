"""Map object classes that are terrain, including the features of matched play (MP-05)."""

from __future__ import annotations

from typing import Any

from game.content.maps.class_base import AREA, LINE, TerrainClass
from game.table.board import TerrainKind


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


FEATURES: tuple[type[TerrainClass], ...] = (
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
)


class Wall(TerrainClass):
    """``CC-37``  Impassable, blocks sight; a line is a thin wall."""

    kind = TerrainKind.WALL
    shapes = AREA | LINE
    colour = "#ff30343c"


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


class FloodPiece(TerrainClass):
    """``FF-03``  Difficult; Impassable during a flood."""

    watertight: bool = False

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


class Debris(TerrainClass):
    """``ZG-12``, ``ZG-13``  Impassable, stops shots. Loose debris can be pushed.

    Fixed debris is terrain; loose debris is a spot, because the table tracks its position.
    """

    kind = TerrainKind.DEBRIS
    colour = "#ffa0a0a5"

    loose: bool = False


class Hull(TerrainClass):
    """``ZG-14``  An edge of the table, or part of it, that is a wall."""

    kind = TerrainKind.WALL
    shapes = LINE
    colour = "#ff6f7f8f"


TERRAIN: tuple[type[TerrainClass], ...] = (
    Wall,
    Block,
    Ruin,
    Wood,
    Rubble,
    Crater,
    LowWall,
    Hedge,
    Rail,
    Pipe,
    DeepWater,
    Grate,
    SluiceGate,
    CaveIn,
    Debris,
    Hull,
    *FEATURES,
)
