"""Painters of roofs along a street."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import pygame

from game.geometry.points import Path, Point, point_ahead, unit_vector
from game.geometry.polygons import box, edges, inside, off_segment
from game.view.board.board_layout import along, is_clear, spot_in
from game.view.board.brushes import out, shrunk
from game.view.board.canvas import (
    PaintCanvas,
    blurred,
    rectangle,
    shifted,
    square,
    within,
    without,
)
from game.view.board.textures import Field, grained, noise
from game.view.surface_arrays import surfarray

TILES: Final = ("#8A4B36", "#5D6670", "#7A5A3E", "#6B4A4A", "#566357")
"""Colours of clay, slate and shingle roofs, and of their worn paint."""
TARS: Final = ("#5A5B58", "#64605A", "#535B60")
ROW: Final = 0.36
"""Width of a row of tiles, in inches."""
PARAPET: Final = 0.36
SUN: Final = Point(-0.6, -0.8)
"""Direction of the light's source; shadows fall to the right and down."""

Numbers: TypeAlias = npt.NDArray[np.int64]


class Slopes(NamedTuple):
    """For each pixel of a canvas, the nearest side of a roof and the place along it."""

    facet: npt.NDArray[np.intp]
    off: Field
    """Distance from that side, in inches."""
    along: Field
    """Distance along it, in inches."""


def slopes(painting: PaintCanvas, outline: Path) -> Slopes:
    wide, high = painting.canvas.get_size()
    x = (np.arange(wide, dtype=np.float32)[:, None] + 0.5) / painting.ppi + painting.box[0]
    y = (np.arange(high, dtype=np.float32)[None] + 0.5) / painting.ppi + painting.box[1]
    off: Field = np.full((wide, high), 1e6, np.float32)
    along: Field = np.zeros((wide, high), np.float32)
    facet = np.zeros((wide, high), np.intp)
    for n, (a, b) in enumerate(edges(outline)):
        right, down = b.x - a.x, b.y - a.y
        long = max(1e-6, (right * right + down * down) ** 0.5)
        distance = ((x - a.x) * right + (y - a.y) * down) / long
        held = np.clip(distance, 0.0, long)
        away = np.sqrt(
            (x - a.x - held * right / long) ** 2 + (y - a.y - held * down / long) ** 2
        )
        near = away < off
        off, along = np.where(near, away, off), np.where(near, distance, along)
        facet[near] = n
    return Slopes(facet, off, along)


def pitched(painting: PaintCanvas, outline: Path, random: Random) -> None:
    """Paint slopes of tiles that rise from every side to a ridge, and chimneys."""
    rise = slopes(painting, outline)
    base = np.array(pygame.Color(random.choice(TILES))[:3], np.float32)
    light = np.array([0.86 + 0.42 * _lit(a, b) for a, b in edges(outline)], np.float32)
    row = (rise.off / ROW).astype(np.int64)
    column = ((rise.along + ROW * 0.5 * (row % 2)) / (ROW * 0.8)).astype(np.int64)
    shade = light[rise.facet] * (0.84 + 0.28 * _jumbled(row, column, rise.facet))
    deep = rise.off / ROW - row
    shade *= np.where(deep < 0.16, 0.62, 1.0 + 0.14 * deep)
    seam = (rise.along + ROW * 0.5 * (row % 2)) / (ROW * 0.8) - column
    shade *= np.where(seam < 0.12, 0.86, 1.0)
    shade *= 0.82 + 0.36 * _cut(noise(90, 3, random.randrange(40)), shade.shape)
    picture = base * shade[..., None]
    ridge = _ridges(rise.facet, max(1, round(0.06 * painting.ppi)))
    picture = np.where(ridge[..., None], base * 1.28 + 14, picture)
    sheet = surfarray.make_surface(np.clip(picture, 0, 255).astype(np.uint8))
    mask = painting.area(outline)
    painting.lay(mask, sheet)
    below = shifted(white(ridge), 0.10 * painting.ppi)
    painting.darken(within(below, mask), 0.30)
    eaves = without(mask, shifted(mask, -0.10 * painting.ppi))
    painting.darken(eaves, 0.45)
    painting.lighten(without(mask, shifted(mask, max(1.0, 0.06 * painting.ppi))), (50, 46, 40))
    for at in _places(outline, random, 2, 0.95):
        chimney(painting, at, random)


def flat(painting: PaintCanvas, outline: Path, random: Random, *, storeys: int) -> None:
    """Paint a tar roof with a parapet and fittings.

    Three *storeys* add a smaller roof on top.
    """
    mask, ppi = painting.area(outline), painting.ppi
    painting.cover(mask, grained("#B3AC9B", 0.9, random.randrange(9)))
    _cope(painting, outline)
    rise = slopes(painting, outline)
    roof = within(white(rise.off > PARAPET), mask)
    painting.lay(roof, _tar(painting, random))
    rim = blurred(without(mask, roof), 0.3 * ppi)
    painting.darken(within(roof, shifted(rim, 0.2 * ppi)), 0.75)
    painting.bevel(mask, 0.06, (58, 55, 48), 0.5)
    inner = without(roof, shifted(roof, -max(1.0, 0.06 * ppi)))
    painting.lighten(inner, (26, 25, 22))
    if storeys > 2 and (upper := _upper(outline, 0.56)):
        top = painting.area(upper)
        painting.darken(within(blurred(shifted(top, 0.40 * ppi), 0.2 * ppi), roof), 0.7)
        flat(painting, upper, random, storeys=1)
        free = [at for at in _places(outline, random, 9, 1.0) if not inside(at, upper)]
        spots = [at for at in free if all(off_segment(at, e) > 0.8 for e in edges(upper))]
    else:
        spots = _places(outline, random, 2 + 2 * storeys, 0.95)
    for n, at in enumerate(spots):
        (_FITTINGS[n % len(_FITTINGS)] if storeys > 1 or n else skylight)(painting, at, random)


def _cope(painting: PaintCanvas, outline: Path) -> None:
    """Draw the joints between the stones of a parapet."""
    for a, b in edges(outline):
        toward = unit_vector(a, b)
        inward = Point(-toward.y, toward.x)
        for at in list(along((a, b), 0.9))[:-1]:
            end = point_ahead(at, inward, PARAPET)
            if not inside(end, outline):
                end = point_ahead(at, inward, -PARAPET)
            painting.band((at, end), 0.04, (98, 92, 80))


def _tar(painting: PaintCanvas, random: Random) -> pygame.Surface:
    """Return roofing felt in strips, patched and stained."""
    sheet = painting.sheet(grained(random.choice(TARS), 1.1, 31))
    left, top, right, _ = painting.box
    pitch = 1.35
    for n in range(int((right - left) / pitch) + 2):
        x = left + (n - random.random() * 0.05) * pitch
        tint = random.randint(226, 255)
        start = round(sheet.spot((x, top))[0])
        strip = pygame.Rect(start, 0, sheet.wide(pitch), sheet.canvas.get_height())
        sheet.canvas.fill((tint, tint, tint), strip, pygame.BLEND_RGB_MULT)
        line = pygame.Rect(strip.topleft, (sheet.wide(0.05), strip.height))
        sheet.canvas.fill((150, 150, 150), line, pygame.BLEND_RGB_MULT)
        lip = pygame.Rect(line.topright, (1, strip.height))
        sheet.canvas.fill((14, 14, 13), lip, pygame.BLEND_RGB_ADD)
    for _ in range(3):
        x, y = spot_in(random, painting.box)
        side = random.uniform(0.6, 1.4)
        patch = (Point(x, y), Point(x + side, y), Point(x + side, y + 0.8), Point(x, y + 0.8))
        sheet.darken(sheet.area(patch), 0.22)
    return sheet.canvas


def chimney(painting: PaintCanvas, at: Point, random: Random) -> None:
    wide = random.uniform(0.24, 0.34)
    _shade(painting, at, wide, 0.55)
    painting.square(at, wide, (112, 72, 56))
    painting.square((at.x - 0.03, at.y - 0.03), wide * 0.84, (146, 100, 80))
    for x in (-0.4, 0.4):
        painting.disc((at.x + x * wide, at.y), wide * 0.30, (24, 21, 20))


def vent(painting: PaintCanvas, at: Point, random: Random) -> None:
    """Paint a fan in its box."""
    wide = random.uniform(0.46, 0.6)
    _shade(painting, at, wide, 0.4)
    painting.square(at, wide, (118, 122, 122))
    painting.square((at.x - 0.03, at.y - 0.03), wide * 0.88, (158, 162, 160))
    painting.disc(at, wide * 0.66, (44, 48, 50))
    for n in range(4):
        turn = n * 1.571 + random.random() * 0.3
        painting.band((at, out(at, turn, wide * 0.58)), wide * 0.2, (116, 122, 124))
    painting.disc(at, wide * 0.16, (190, 194, 190))


def skylight(painting: PaintCanvas, at: Point, random: Random) -> None:
    long, wide = 0.8, random.uniform(0.4, 0.5)
    _shade(painting, at, wide, 0.2)
    for rim, colour in ((0.08, (60, 58, 54)), (0.0, (62, 92, 104))):
        painting.fill(rectangle(at, long + rim, wide + rim), colour)
    shine = ((-0.7, -wide), (-0.1, -wide), (-0.6, wide), (-1.0, wide))
    painting.fill([Point(at.x + x * long, at.y + y) for x, y in shine], (118, 152, 160))
    for x in (at.x - 0.34 * long, at.x + 0.34 * long):
        painting.band((Point(x, at.y - wide), Point(x, at.y + wide)), 0.06, (52, 52, 50))


def tank(painting: PaintCanvas, at: Point, random: Random) -> None:
    wide = random.uniform(0.5, 0.62)
    _shade(painting, at, wide, 0.5, round_=True)
    painting.disc(at, wide, (74, 60, 48))
    painting.disc((at.x - 0.03, at.y - 0.03), wide * 0.92, (126, 104, 82))
    for n in range(5):
        painting.disc(
            (at.x - 0.02 * n, at.y - 0.02 * n),
            wide * (0.78 - 0.15 * n),
            (112 + 9 * n, 92 + 8 * n, 72 + 7 * n),
        )


_FITTINGS: Final = (vent, skylight, tank, vent, chimney)


def _shade(
    painting: PaintCanvas, at: Point, wide: float, distance: float, *, round_: bool = False
) -> None:
    part = painting.part((at.x - wide, at.y - wide, at.x + wide, at.y + wide), distance + 0.4)
    if part is None:
        return
    mask = pygame.Surface(part.canvas.get_size())
    for n in range(4):
        foot = at.x + distance * n / 3, at.y + distance * n / 3
        if round_:
            pygame.draw.circle(mask, "white", part.spot(foot), wide * part.ppi)
        else:
            pygame.draw.polygon(mask, "white", part.spots(square(foot, wide)))
    part.shadow(mask, 0.08, 0.55)


def _upper(outline: Path, share: float) -> Path:
    """Return the part of a building above its roof, its shape made smaller; empty if small."""
    left, top, right, low = box(outline)
    if min(right - left, low - top) < 4.5:
        return ()
    upper = shrunk(outline, Point((left + right) / 2 - 0.1, (top + low) / 2 - 0.1), share)
    return upper if all(inside(at, outline) for at in upper) else ()


def _places(outline: Path, random: Random, most: int, off: float) -> list[Point]:
    """Return up to *most* places inside an outline, *off* inches from its sides."""
    found = list[Point]()
    for _ in range(8 * most):
        at = spot_in(random, box(outline))
        apart = all((at.x - p.x) ** 2 + (at.y - p.y) ** 2 > 3.0 for p in found)
        if apart and is_clear(at, outline, off):
            found.append(at)
        if len(found) == most:
            break
    return found


def _lit(a: Point, b: Point) -> float:
    """Return the light on the slope that rises from a side, from -1 to 1."""
    toward = unit_vector(a, b)
    # Outlines run clockwise on the screen; the outside is on the left hand.
    return toward.y * SUN.x - toward.x * SUN.y


def _jumbled(row: Numbers, column: Numbers, facet: npt.NDArray[np.intp]) -> Field:
    """Return a number from 0 to 1 for each tile, the same on all its pixels."""
    mixed = (row * 73856093) ^ (column * 19349663) ^ (facet.astype(np.int64) * 83492791)
    return ((mixed ^ (mixed >> 7)) % 97 / np.float32(97)).astype(np.float32)


def _cut(texture: Field, shape: tuple[int, ...]) -> Field:
    across, down = (-(-n // texture.shape[0]) for n in shape)
    return np.tile(texture, (across, down))[: shape[0], : shape[1]]


def _ridges(facet: npt.NDArray[np.intp], wide: int) -> npt.NDArray[np.bool_]:
    """Return a mask of the lines where two slopes meet."""
    edge = np.zeros(facet.shape, np.bool_)
    edge[wide:] |= facet[wide:] != facet[:-wide]
    edge[:, wide:] |= facet[:, wide:] != facet[:, :-wide]
    return edge


def white(there: npt.NDArray[np.bool_]) -> pygame.Surface:
    """Return a mask that is white where *there* is true."""
    level = np.where(there, 255, 0).astype(np.uint8)
    return surfarray.make_surface(np.repeat(level[..., None], 3, axis=2))
