"""The pieces of each battlefield theme (MP-05)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from random import Random

from game.mapgen.piece_shapes import Feature, Outline, Shaper, blob, block, house, line, rounded

_HOUSES = (
    "chapel school theatre mill bank hospital inn library granary exchange bakery armoury "
    "court-house brewery foundling-house"
)
_STATUE = Feature("Statue", 1, block((2.5, 3.0), (2.5, 3.0)), square=True)
_CRATER = Feature("Crater", 1, rounded((1.6, 2.25)))
_RUBBLE = Feature("Rubble", 1, blob((3.0, 4.5), (2.5, 3.5)))
_BARRICADE = Feature("Barricade", 2, line((4.0, 6.0), 45.0), line=True)
_LOW_WALL = Feature("LowWall", 1, line((4.0, 6.0), 30.0), line=True)
_PIPE = Feature("Pipe", 2, line((6.0, 8.0), 60.0), line=True, square=True)
_WEEDS = Feature("Weeds", 1, blob((4.0, 5.5), (3.0, 4.0)))
_HEDGE = Feature("Hedge", 1, line((4.0, 6.0), 30.0), line=True)


@dataclass(frozen=True, slots=True)
class BattlefieldTheme:
    """A theme: materials of the ground, and features to place."""

    look: str
    road: str
    """Material of the road across the table."""
    ground: str
    """Material of patches beside the road."""
    _: KW_ONLY
    patch: Shaper
    """Draws the outline of a patch, relative to its upper left corner."""
    middle: Feature
    """Feature in the centre."""
    features: tuple[Feature, ...]
    """Features in pairs, the largest first."""
    fillers: tuple[Feature, ...]
    """Small features that give cover where there is none."""


def _glade(rng: Random) -> Outline:
    outline = blob((9.0, 16.0), (7.0, 12.0))(rng)
    left, top = (min(side) for side in zip(*outline, strict=True))
    return [(x - left, y - top) for x, y in outline]


def _redoubt(rng: Random) -> Outline:
    wide, high = rng.uniform(4.5, 5.5), rng.uniform(3.25, 4.0)
    return [(0.0, 0.0), (wide, 0.0), (wide + 1.25, high / 2), (wide, high), (0.0, high)]


THEMES: Mapping[str, BattlefieldTheme] = {
    "ruins": BattlefieldTheme(
        "city",
        road="road",
        ground="earth",
        patch=_glade,
        middle=Feature("Statue", 1, rounded((2.2, 2.4), 8), names="monument"),
        features=(
            Feature("Ruin", 4, house((6.5, 9.0), (5.5, 7.5)), square=True, names=_HOUSES),
            Feature(
                "Block",
                2,
                house((4.5, 6.5), (4.0, 5.5)),
                solid=True,
                square=True,
                names="tenement tower shrine depot guard-house archive",
            ),
            Feature("Fortification", 1, _redoubt, names="redoubt bastion bunker"),
            Feature("Wall", 1, line((3.0, 5.0)), line=True, solid=True, square=True),
            _RUBBLE,
            _CRATER,
            _CRATER,
            _STATUE,
            _BARRICADE,
            _LOW_WALL,
        ),
        fillers=(_CRATER, _RUBBLE, _BARRICADE, _LOW_WALL),
    ),
    "industry": BattlefieldTheme(
        "industry",
        road="road",
        ground="deck",
        patch=block((8.0, 16.0), (6.0, 12.0)),
        middle=Feature(
            "Reactor", 1, block((5.0, 5.5), (5.0, 5.5)), square=True, names="reactor"
        ),
        features=(
            Feature(
                "Block",
                2,
                house((6.0, 8.0), (4.5, 6.0)),
                solid=True,
                square=True,
                names="press-hall smeltery store turbine-hall pump-house control-room",
            ),
            Feature("ServoHauler", 1, block((7.0, 8.5), (4.75, 5.5)), square=True),
            Feature("Reactor", 2, block((6.5, 7.5), (4.0, 5.0)), square=True),
            Feature("Ruin", 1, house((5.5, 7.0), (4.5, 5.5)), square=True, names=_HOUSES),
            Feature("Block", 1, rounded((1.6, 2.1)), solid=True, names="silo tank chimney"),
            Feature("PlasmaRegulator", 2, block((3.0, 3.5), (3.0, 3.5)), square=True),
            Feature("PlasmaConduit", 2, line((6.0, 8.5), 60.0), line=True, square=True),
            _PIPE,
            _RUBBLE,
            _CRATER,
            _BARRICADE,
        ),
        fillers=(_RUBBLE, _CRATER, _BARRICADE, _PIPE),
    ),
    "forest": BattlefieldTheme(
        "forest",
        road="earth",
        ground="grass",
        patch=_glade,
        middle=Feature(
            "Ruin", 1, block((5.5, 6.5), (4.5, 5.5)), names="shrine", said={"bonus": "soft"}
        ),
        features=(
            Feature("Wood", 3.5, blob((6.5, 9.0), (5.0, 7.0))),
            Feature(
                "DeepWater",
                1,
                blob((5.0, 7.0), (3.5, 5.0)),
                solid=True,
                names="mere pool tarn",
                said={"bonus": "none"},
            ),
            Feature(
                "Ruin",
                1,
                house((6.0, 7.5), (5.0, 6.0)),
                names="lodge cloister watch-house",
                said={"bonus": "soft"},
            ),
            Feature("Wood", 3, blob((4.0, 5.5), (3.5, 4.5))),
            Feature("Wall", 2, blob((3.0, 4.5), (2.5, 3.5)), solid=True, names="crag tor rock"),
            _WEEDS,
            Feature("Spines", 1, blob((3.5, 4.5), (3.0, 3.5))),
            Feature("VenomPlants", 1, blob((3.5, 4.5), (3.0, 3.5))),
            _CRATER,
            _HEDGE,
            _LOW_WALL,
            _STATUE,
        ),
        fillers=(_CRATER, _WEEDS, _HEDGE, _RUBBLE),
    ),
}
