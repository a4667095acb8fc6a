"""What the shipped boards are made of. All colours are those of full lamp light."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.view.palette import Colour


@dataclass(frozen=True, slots=True)
class Materials:
    floor: Colour = "#8E8C80"
    rough: float = 1.0
    """How strongly the floor is mottled."""
    slab: float = 2.0
    """The side of a floor slab in inches; 0 for none."""
    staggered: bool = True
    cap: Colour = "#BDB6A2"
    """The top of walls."""
    rock: Colour = "#34393C"
    """What lies behind walls."""
    roof: Colour = "#6B655C"
    dark: tuple[float, float, float] = (0.60, 0.64, 0.68)
    """The light where no lamp is, as shares of full light."""
    lit: tuple[float, float, float] = (1.0, 0.94, 0.80)
    lamps: float = 11.0
    """Inches from one lamp to the next; 0 for even light."""


CITY = Materials()
MATERIALS = {
    "city": CITY,
    "sewer": replace(
        CITY,
        floor="#8C8B7D",
        dark=(0.46, 0.50, 0.54),
        lit=(1.0, 0.92, 0.74),
        lamps=8.5,
        rock="#2C3033",
    ),
    "street": replace(
        CITY, floor="#6B6D6E", slab=6.0, staggered=False, rough=0.8, dark=(0.66, 0.69, 0.73)
    ),
    "hull": replace(
        CITY,
        floor="#76818A",
        slab=3.0,
        staggered=False,
        rough=0.45,
        cap="#A9B4BC",
        rock="#20262B",
        roof="#5E6B75",
        dark=(0.50, 0.55, 0.62),
        lit=(0.94, 0.98, 1.0),
    ),
    "field": replace(
        CITY, floor="#7C7F58", slab=0.0, rough=1.3, dark=(0.68, 0.71, 0.70), lamps=14.0
    ),
    "arena": replace(CITY, floor="#A08D68", slab=0.0, rough=1.2, dark=(0.70, 0.68, 0.66)),
}


def materials(look: str) -> Materials:
    """Return what a board of a look is made of; an unknown look is a city."""
    return MATERIALS.get(look, CITY)
