"""Textures for the materials of boards, made of repeating noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt
import pygame

from game.content.palettes import Colour
from game.view.memory import spare
from game.view.surface_arrays import surfarray

Field: TypeAlias = npt.NDArray[np.float32]

SIDE = 512
Floor: TypeAlias = Literal["slabs", "plates", "soil", "stars"]
Shares: TypeAlias = tuple[float, float, float]
"""Shares of red, green and blue."""


@spare
@lru_cache(4)
def noise(cell: int, octaves: int, seed: int) -> Field:
    """Return noise of mean 0.5 that repeats; its coarsest lumps are *cell* pixels wide."""
    field: Field = np.zeros((SIDE, SIDE), np.float32)
    weight, total = np.float32(1.0), np.float32(0.0)
    for octave in range(octaves):
        lumps = _lumps(max(2, SIDE * 2**octave // cell), seed + octave)
        field += np.multiply(lumps, weight, out=lumps)
        total += weight
        weight /= np.float32(2.0)
    field /= total
    return np.ascontiguousarray(field.T)


def _lumps(count: int, seed: int) -> npt.NDArray[np.floating]:
    """Return random values on a *count* x *count* grid, interpolated smoothly to full size.

    The second axis of the grid comes first: whole rows are quick to interpolate.
    """
    grid = np.random.default_rng(seed).random((count, count), np.float32)
    if count >= SIDE:
        return grid[:SIDE, :SIDE].T.copy()
    at = np.arange(SIDE, dtype=np.float32) * np.float32(count / SIDE)
    low = at.astype(np.intp)
    share = at - low
    share *= share * (3 - 2 * share)
    rows = _between(grid, low, share)
    return _between(np.ascontiguousarray(rows.T), low, share)


def _between(
    values: npt.NDArray[np.floating],
    low: npt.NDArray[np.intp],
    share: npt.NDArray[np.floating],
) -> npt.NDArray[np.floating]:
    """Return rows between those of *low* and the next ones, which repeat."""
    rise = np.roll(values, -1, 0) - values
    rows: npt.NDArray[np.floating] = rise[low] * share[:, None]
    rows += values[low]
    return rows


@lru_cache(1)
def _mottling(seed: int) -> Field:
    """Return large stains, lumps and a fine grain, from about -0.4 to 0.4, by row and column.

    It is kept for good: most materials are made of it, and it takes longer than all the rest.
    """
    mottling: Field = (
        np.float32(0.34) * (noise(128, 2, seed) - np.float32(0.5))
        + np.float32(0.30) * (noise(24, 2, seed + 9) - np.float32(0.5))
        + np.float32(0.22) * (noise(4, 2, seed + 17) - np.float32(0.5))
    )
    return np.ascontiguousarray(mottling.T)


@spare
@lru_cache(20)
def grained(colour: Colour, rough: float, shift: int = 0) -> pygame.Surface:
    """Return a material in shades of one colour.

    A different *shift* gives an unrelated pattern.
    """
    plain, moved = _grain(colour, rough), pygame.Surface((SIDE, SIDE))
    cover(moved, plain, -97 * shift, -61 * shift)
    return moved


@spare
@lru_cache(2)
def _grain(colour: Colour, rough: float) -> pygame.Surface:
    """Return a material whose pattern is not shifted."""
    shade = np.float32(rough) * _mottling(1)
    shade += np.float32(1.0)
    return _surface([shade * part for part in rgb(colour)])


@spare
@lru_cache(4)
def mixed(shift: int) -> pygame.Surface:
    """Return soft clouds of white and black, to be used as a mask of uneven coverage."""
    share = np.clip((noise(160, 4, 1 + shift) - np.float32(0.40)) * np.float32(5.0), 0, 1)
    return _surface([share.T * np.float32(255)] * 3)


@spare
@lru_cache(4)
def water(deep: Colour, light: Colour) -> pygame.Surface:
    """Return water: slow swells, and bright threads at the ridges of the noise."""
    ridge = 1 - np.abs(noise(110, 3, 5) * 2 - 1)
    other = 1 - np.abs(noise(60, 2, 6) * 2 - 1)
    threads = np.clip((ridge * other - 0.74) / 0.26, 0, 1) ** 1.6 * 0.55
    swell = 0.62 + 0.76 * noise(200, 2, 8)
    base, bright = rgb(deep), rgb(light)
    rise = bright - base
    return _surface([(base[n] * swell + rise[n] * threads).T for n in range(3)])


def rgb(colour: Colour) -> Field:
    return np.array(pygame.Color(colour)[:3], np.float32)


def _surface(parts: Sequence[Field]) -> pygame.Surface:
    """Return a surface of red, green and blue by row and column, cut to the range of bytes."""
    surface = pygame.Surface((SIDE, SIDE))
    pixels = surfarray.pixels3d(surface).swapaxes(0, 1)
    for n, part in enumerate(parts):
        pixels[..., n] = np.clip(part, 0, 255)
    return surface


def cover(canvas: pygame.Surface, texture: pygame.Surface, left: int, top: int) -> None:
    """Fill a canvas with a texture; *left* and *top* are the canvas's corner on the board."""
    width, height = canvas.get_size()
    canvas.fblits(
        [
            (texture, (x, y))
            for x in range(-(left % SIDE), width, SIDE)
            for y in range(-(top % SIDE), height, SIDE)
        ]
    )


@dataclass(frozen=True, slots=True)
class Materials:
    laid: Floor = "slabs"
    floor: Colour = "#8E8C80"
    rough: float = 1.0
    """Strength of the floor's mottling."""
    _: KW_ONLY
    slab: float = 2.0
    """Side of a floor slab or plate in inches; 0 for none."""
    staggered: bool = True
    stain: float = 0.30
    """Share of the light that stains on the floor absorb."""
    patch: Colour = ""
    """Colour of growth or deposits in large patches on the floor; empty for none."""
    litter: float = 0.35
    """Stones, leaves or bolts per square inch of floor."""
    cap: Colour = "#BDB6A2"
    """Colour of the top of walls."""
    joint: Colour = "#6A6456"
    rock: Colour = "#34393C"
    """Colour of the area behind walls."""
    roof: Colour = "#6B655C"
    plated: bool = False
    """True if walls, and the area behind them, are riveted plates."""
    ribbed: bool = False
    """True if the outside of a hull lies behind walls: ribs, pipes and lights."""
    craggy: bool = False
    """True if walls are natural rocks."""
    striped: bool = False
    """True if the floor around blocks is marked with hazard stripes."""
    dark: Shares = (0.60, 0.64, 0.68)
    """Light away from lamps, as shares of full light."""
    lit: Shares = (1.0, 0.94, 0.80)
    lamps: float = 11.0
    """Inches from one lamp to the next; 0 for even light."""


CITY = Materials()
STEEL = replace(
    CITY,
    laid="plates",
    floor="#7C868D",
    rough=0.55,
    slab=3.0,
    staggered=False,
    stain=0.22,
    litter=0.08,
    cap="#A3AEB5",
    joint="#4E585F",
    rock="#262C31",
    roof="#616C74",
    plated=True,
    dark=(0.46, 0.50, 0.56),
    lit=(1.0, 0.97, 0.90),
    lamps=10.0,
)
SPACE = replace(
    STEEL,
    laid="stars",
    floor="#0A0E17",
    slab=0.0,
    stain=0.0,
    litter=0.0,
    cap="#A9B4BC",
    rock="#5A656E",
    ribbed=True,
    dark=(0.86, 0.90, 0.98),
    lit=(1.0, 0.98, 0.94),
    lamps=0.0,
)
SOIL = replace(CITY, laid="soil", slab=0.0, rough=1.3, stain=0.22)
MATERIALS = {
    "city": CITY,
    "sewer": replace(
        CITY,
        floor="#8C8B7D",
        slab=3.0,
        stain=0.42,
        patch="#5F6B4A",
        cap="#ABA592",
        rock="#24282B",
        dark=(0.40, 0.45, 0.48),
        lit=(1.0, 0.90, 0.70),
        lamps=8.5,
    ),
    "street": replace(
        CITY, floor="#6B6D6E", slab=6.0, staggered=False, rough=0.8, dark=(0.66, 0.69, 0.73)
    ),
    "industry": replace(
        STEEL,
        floor="#8B867C",
        rough=0.9,
        slab=4.0,
        stain=0.45,
        patch="#84593A",
        litter=0.22,
        cap="#9C8F7C",
        joint="#4F463A",
        rock="#2D2A27",
        roof="#6A5F53",
        striped=True,
        dark=(0.58, 0.57, 0.58),
        lit=(1.0, 0.88, 0.66),
        lamps=9.5,
    ),
    "steel": STEEL,
    "hull": replace(
        STEEL,
        floor="#76818A",
        rough=0.45,
        rock="#414B53",
        ribbed=True,
        dark=(0.38, 0.43, 0.50),
    ),
    "space": SPACE,
    "field": replace(
        SOIL, floor="#7C7F58", patch="#8E8A5C", dark=(0.68, 0.71, 0.70), lamps=14.0
    ),
    "forest": replace(
        SOIL,
        floor="#5E5A40",
        patch="#55683A",
        litter=1.6,
        cap="#8F9078",
        joint="#565A46",
        rock="#77776A",
        roof="#6A6A58",
        craggy=True,
        dark=(0.50, 0.58, 0.54),
        lit=(1.0, 0.97, 0.74),
        lamps=9.0,
    ),
    "arena": replace(
        CITY,
        floor="#64676A",
        rough=0.9,
        slab=4.0,
        staggered=False,
        stain=0.5,
        litter=0.1,
        dark=(0.56, 0.59, 0.64),
        lit=(1.0, 0.93, 0.78),
        lamps=9.0,
    ),
}
GROUNDS = {
    "paving": replace(CITY, floor="#95928A", slab=1.5),
    "road": replace(CITY, laid="soil", floor="#5C5E60", slab=0.0, rough=0.7, litter=0.2),
    "grass": replace(SOIL, floor="#66743F", patch="#58692F", litter=0.9),
    "earth": replace(SOIL, floor="#7E6A4A", patch="#6B5738"),
    "deck": replace(STEEL, slab=2.0, floor="#747F87"),
    "void": SPACE,
}
"""Materials that a map can lay on parts of its floor, except water (see ``water``)."""


def materials(look: str) -> Materials:
    """Return the materials of a board's look; an unknown look is a city."""
    return MATERIALS.get(look, CITY)
