"""The features of matched play that no other battle knows: ``MP-05``.

The rest of its table are classes of terrain that all battles have: woods, craters and ruins by
their names; battlescape is Rubble, obstacles are Hedge and Rail, fuel pipes are Pipe. A ruin in
a death world forest is a Ruin whose *bonus* is soft.
"""

from __future__ import annotations

from game.content.maps.map_class import LINE
from game.content.maps.terrain_class import TerrainClass
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
    """``MP-05``  Difficult, 4+ cover; soft. One can stand on its plinth."""

    kind = TerrainKind.STATUE
    colour = "#ffd8d2c2"


class Reactor(TerrainClass):
    """``MP-05``  Difficult, 4+ cover, seen into and out of, not through; hard."""

    kind = TerrainKind.REACTOR
    colour = "#ff4f7f8f"


class ServoHauler(TerrainClass):
    """``MP-05``  Difficult, 4+ cover; hard."""

    kind = TerrainKind.SERVO_HAULER
    colour = "#ffd09030"


class PlasmaRegulator(TerrainClass):
    """``MP-05``, ``MP-06``  Difficult, 4+ cover; hard, and it leaks."""

    kind = TerrainKind.REGULATOR
    colour = "#ff30a0d0"


class PlasmaConduit(TerrainClass):
    """``MP-05``, ``MP-06``  4+ cover to who is behind it; hard, and it leaks."""

    kind = TerrainKind.CONDUIT
    shapes = LINE
    colour = "#ff50c0f0"


class Barricade(TerrainClass):
    """``MP-05``  4+ cover to who is behind it; hard."""

    kind = TerrainKind.BARRICADE
    shapes = LINE
    colour = "#ffa89878"


class Fortification(TerrainClass):
    """``MP-05``  Difficult, 4+ cover, seen into and out of, not through; hard."""

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
