"""What stands on a battlefield of each theme, and how large it is: ``MP-05``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from game.geometry.directions import toward
from game.makers.outlines import Outline, building

Shaper: TypeAlias = Callable[[Random], Outline]
"""Draws a piece, its corner or its middle anywhere."""


@dataclass(frozen=True, slots=True)
class Feature:
    kind: str
    """The class of the map object."""
    many: float
    """How many on either half of a table of 72" x 48"."""
    drawn: Shaper
    line: bool = False
    solid: bool = False
    """Whether no base gets in: others keep off, and roads lead past it."""
    square: bool = False
    """Whether it stands square to the table, or nearly; else it is turned any way."""
    names: str = ""
    """What players call it; a name is used once."""
    said: Mapping[str, Any] = field(default_factory=dict)
    """What the map says of it other than usual."""


@dataclass(frozen=True, slots=True)
class Theme:
    look: str
    road: str
    """What the road across is made of."""
    ground: str
    """What lies in patches beside it."""
    patch: Shaper
    """Such a patch, from its upper left corner."""
    middle: Feature
    """What stands in the centre."""
    features: tuple[Feature, ...]
    """The largest first."""
    fillers: tuple[Feature, ...]
    """Small cover for where there is none."""


def _rect(wide: tuple[float, float], high: tuple[float, float]) -> Shaper:
    def drawn(rng: Random) -> Outline:
        w, h = rng.uniform(*wide), rng.uniform(*high)
        return [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)]

    return drawn


def _house(wide: tuple[float, float], high: tuple[float, float]) -> Shaper:
    return lambda rng: building(rng, rng.uniform(*wide), rng.uniform(*high))


def _round(radius: tuple[float, float], corners: int = 16) -> Shaper:
    def drawn(rng: Random) -> Outline:
        far = rng.uniform(*radius)
        turns = [toward(360.0 * n / corners) for n in range(corners)]
        return [(x * far, y * far) for x, y in turns]

    return drawn


def _blob(wide: tuple[float, float], high: tuple[float, float]) -> Shaper:
    """Draw what grew or fell: an oval that is nowhere quite round."""

    def drawn(rng: Random) -> Outline:
        w, h, corners = rng.uniform(*wide) / 2, rng.uniform(*high) / 2, rng.randint(8, 11)
        turns = [
            toward(360.0 * (n + rng.uniform(-0.25, 0.25)) / corners) for n in range(corners)
        ]
        fars = [rng.uniform(0.82, 1.1) for _ in turns]
        return [(x * w * far, y * h * far) for (x, y), far in zip(turns, fars, strict=True)]

    return drawn


def _line(long: tuple[float, float], bend: float = 0.0) -> Shaper:
    """Draw a line with a bend of so many degrees at the most somewhere in it."""

    def drawn(rng: Random) -> Outline:
        far, at = rng.uniform(*long), rng.uniform(0.4, 0.6)
        turned = toward(90.0 + rng.choice((-1.0, 1.0)) * bend * rng.uniform(0.5, 1.0))
        middle, rest = (far * at, 0.0), far * (1.0 - at)
        return [(0.0, 0.0), middle, (middle[0] + turned.x * rest, turned.y * rest)]

    return drawn


def _glade(rng: Random) -> Outline:
    outline = _blob((9.0, 16.0), (7.0, 12.0))(rng)
    left, top = (min(side) for side in zip(*outline, strict=True))
    return [(x - left, y - top) for x, y in outline]


def _redoubt(rng: Random) -> Outline:
    wide, high = rng.uniform(4.5, 5.5), rng.uniform(3.25, 4.0)
    return [(0.0, 0.0), (wide, 0.0), (wide + 1.25, high / 2), (wide, high), (0.0, high)]


_HOUSES = (
    "chapel school theatre mill bank hospital inn library granary exchange bakery armoury "
    "court-house brewery foundling-house"
)
_STATUE = Feature("Statue", 1, _rect((2.5, 3.0), (2.5, 3.0)), square=True)
_CRATER = Feature("Crater", 1, _round((1.6, 2.25)))
_RUBBLE = Feature("Rubble", 1, _blob((3.0, 4.5), (2.5, 3.5)))
_BARRICADE = Feature("Barricade", 2, _line((4.0, 6.0), 45.0), line=True)
_LOW_WALL = Feature("LowWall", 1, _line((4.0, 6.0), 30.0), line=True)
_PIPE = Feature("Pipe", 2, _line((6.0, 8.0), 60.0), line=True, square=True)
_WEEDS = Feature("Weeds", 1, _blob((4.0, 5.5), (3.0, 4.0)))
_HEDGE = Feature("Hedge", 1, _line((4.0, 6.0), 30.0), line=True)

THEMES: Mapping[str, Theme] = {
    "ruins": Theme(
        "city",
        "road",
        "earth",
        _glade,
        Feature("Statue", 1, _round((2.2, 2.4), 8), names="monument"),
        (
            Feature("Ruin", 4, _house((6.5, 9.0), (5.5, 7.5)), square=True, names=_HOUSES),
            Feature(
                "Block",
                2,
                _house((4.5, 6.5), (4.0, 5.5)),
                solid=True,
                square=True,
                names="tenement tower shrine depot guard-house archive",
            ),
            Feature("Fortification", 1, _redoubt, names="redoubt bastion bunker"),
            Feature("Wall", 1, _line((3.0, 5.0)), line=True, solid=True, square=True),
            _RUBBLE,
            _CRATER,
            _CRATER,
            _STATUE,
            _BARRICADE,
            _LOW_WALL,
        ),
        (_CRATER, _RUBBLE, _BARRICADE, _LOW_WALL),
    ),
    "industry": Theme(
        "industry",
        "road",
        "deck",
        _rect((8.0, 16.0), (6.0, 12.0)),
        Feature("Reactor", 1, _rect((5.0, 5.5), (5.0, 5.5)), square=True, names="reactor"),
        (
            Feature(
                "Block",
                2,
                _house((6.0, 8.0), (4.5, 6.0)),
                solid=True,
                square=True,
                names="press-hall smeltery store turbine-hall pump-house control-room",
            ),
            Feature("ServoHauler", 1, _rect((7.0, 8.5), (4.75, 5.5)), square=True),
            Feature("Reactor", 2, _rect((6.5, 7.5), (4.0, 5.0)), square=True),
            Feature("Ruin", 1, _house((5.5, 7.0), (4.5, 5.5)), square=True, names=_HOUSES),
            Feature("Block", 1, _round((1.6, 2.1)), solid=True, names="silo tank chimney"),
            Feature("PlasmaRegulator", 2, _rect((3.0, 3.5), (3.0, 3.5)), square=True),
            Feature("PlasmaConduit", 2, _line((6.0, 8.5), 60.0), line=True, square=True),
            _PIPE,
            _RUBBLE,
            _CRATER,
            _BARRICADE,
        ),
        (_RUBBLE, _CRATER, _BARRICADE, _PIPE),
    ),
    "forest": Theme(
        "forest",
        "earth",
        "grass",
        _glade,
        Feature(
            "Ruin", 1, _rect((5.5, 6.5), (4.5, 5.5)), names="shrine", said={"bonus": "soft"}
        ),
        (
            Feature("Wood", 3.5, _blob((6.5, 9.0), (5.0, 7.0))),
            Feature(
                "DeepWater",
                1,
                _blob((5.0, 7.0), (3.5, 5.0)),
                solid=True,
                names="mere pool tarn",
                said={"bonus": "none"},
            ),
            Feature(
                "Ruin",
                1,
                _house((6.0, 7.5), (5.0, 6.0)),
                names="lodge cloister watch-house",
                said={"bonus": "soft"},
            ),
            Feature("Wood", 3, _blob((4.0, 5.5), (3.5, 4.5))),
            Feature(
                "Wall", 2, _blob((3.0, 4.5), (2.5, 3.5)), solid=True, names="crag tor rock"
            ),
            _WEEDS,
            Feature("Spines", 1, _blob((3.5, 4.5), (3.0, 3.5))),
            Feature("VenomPlants", 1, _blob((3.5, 4.5), (3.0, 3.5))),
            _CRATER,
            _HEDGE,
            _LOW_WALL,
            _STATUE,
        ),
        (_CRATER, _WEEDS, _HEDGE, _RUBBLE),
    ),
}
