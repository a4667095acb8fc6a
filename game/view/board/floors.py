"""Painters of floors: ground and stars."""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from zlib import crc32

import numpy as np
import pygame

from game.content.palettes import Colour
from game.geometry.points import Path, Point
from game.geometry.polygons import box
from game.table.board import Board
from game.view.board.board_layout import BoardLayout, ScatteredObject
from game.view.board.brushes import AROUND, FINE, pile, rivet, stretched
from game.view.board.canvas import (
    BLACK,
    WHITE,
    PaintCanvas,
    Shade,
    blurred,
    faded,
    within,
)
from game.view.board.terrain import paint_shallows
from game.view.board.textures import GROUNDS, SIDE, Field, Materials, grained, mixed, noise, rgb
from game.view.board.walls import paint_breach

BEYOND: Final = 3.0
"""Inches that repeating ground extends beyond its ends; its soft edges need less."""


def _beyond_ends(outline: Path, plan: BoardLayout) -> Path:
    """Return an area, extended past the ends where it reaches them and the ground repeats."""
    along, across = abs(plan.repeats.x) * BEYOND, abs(plan.repeats.y) * BEYOND
    wide, high = plan.board.width, plan.board.height
    return tuple(
        Point(x + along * ((x >= wide) - (x <= 0.0)), y + across * ((y >= high) - (y <= 0.0)))
        for x, y in outline
    )


CLOUDS = ("#2C4468", "#4A3158", "#1C4A4C")
STARS = ("#FFFFFF", "#CFE2FF", "#FFE9C9", "#FFD2B0")
BRIGHTEST = np.float32(95.0)
"""Maximum brightness of clouds, of 255; tokens and lines must stay visible on them."""
LARGE = 0.062
"""Radius in inches from which a star has a glow."""


def paint_stars(painting: PaintCanvas, plan: BoardLayout, dark: Colour) -> None:
    """Paint a dark sky with stars, and clouds of light in open space."""
    painting.canvas.blit(painting.paper(grained(dark, 1.0)), (0, 0))
    if plan.materials.laid == "stars":
        clouds = stretched(_clouds(plan.board), painting)
        painting.canvas.blit(clouds, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    sheet = painting.blank()
    near = [s for s in enumerate(plan.stars) if _near(painting, s[1])]
    for n, (at, radius, _, _) in near:
        if radius > LARGE:
            sheet.disc(at, 2.4 * radius, STARS[n % len(STARS)])
    painting.lighten(blurred(sheet.canvas, 0.1 * painting.ppi), (95, 95, 95))
    sheet.canvas.fill(BLACK)
    for n, (at, radius, shade, _) in near:
        share = 1.0 if radius > LARGE else 0.10 + 0.65 * shade**3
        _paint_star(sheet, at, 0.7 * radius, pygame.Color(STARS[n % len(STARS)]), share)
    painting.lighten(sheet.canvas, WHITE)


def _paint_star(
    painting: PaintCanvas, at: Point, radius: float, colour: pygame.Color, share: float
) -> None:
    """Paint a star; one of less than a pixel becomes one dimmer pixel."""
    pixels = radius * painting.ppi
    if pixels >= 1.0:
        painting.disc(at, radius, faded(colour, share))
        return
    x, y = painting.spot(at)
    light = faded(colour, share * (0.6 + 0.4 * pixels))
    painting.canvas.fill(light, (int(x), int(y), 1, 1))


@lru_cache(maxsize=8)
def _clouds(board: Board) -> pygame.Surface:
    """Return a small picture of a board's clouds, which drift from corner to corner."""
    wide, high = (round((side + 2 * AROUND) * FINE) for side in (board.width, board.height))
    luck = crc32(board.name.encode())
    x = np.linspace(-1, 1, wide, dtype=np.float32)[:, None]
    y = np.linspace(-1, 1, high, dtype=np.float32)[None]
    lean = np.float32(1 if luck % 2 else -1)
    drift = np.exp(-(((x * lean + y) / np.float32(0.95)) ** 2))
    picture: Field = np.zeros((wide, high, 3), np.float32)
    for n, cloud in enumerate(CLOUDS):
        lumps, wisps = (
            _cut(noise(cell, octaves, 40 + n), wide, high, luck >> (3 * n + m))
            for m, (cell, octaves) in enumerate(((170, 5), (64, 4)))
        )
        thick = np.clip((lumps - 0.46) * 4.0, 0, 1) * (0.22 + 0.78 * drift)
        picture += (thick * np.clip(wisps * 4.4 - 1.7, 0, 1.2))[..., None] * rgb(cloud)
    soft = BRIGHTEST * (1 - np.exp(-picture / BRIGHTEST))
    return pygame.surfarray.make_surface(soft.astype(np.uint8)).convert()


def _cut(field: Field, wide: int, high: int, luck: int) -> Field:
    """Return a part of a repeating field, at an offset taken from *luck*."""
    across = (np.arange(wide) + luck) % SIDE
    down = (np.arange(high) + luck * 7) % SIDE
    cut: Field = field[across][:, down]
    return cut


def _near(painting: PaintCanvas, star: ScatteredObject) -> bool:
    (x, y), distance = star.at, 0.5
    return painting.sees((x - distance, y - distance, x + distance, y + distance))


JOINT = (150, 150, 150)
"""Brightness, of 255, that the joint between two slabs leaves."""
LIP = (16, 16, 15)
"""Light that the edge of a slab beside the joint adds, of 255."""
LEAVES: tuple[Shade, ...] = ("#6E7B3C", "#8A6B34", "#4C5A2C", "#7A4E2C", "#93874A")


def paint_floor(painting: PaintCanvas, plan: BoardLayout) -> None:
    _paint(painting, plan, plan.materials)
    for spot in plan.board.spots:
        if spot.kind == "ground":
            _paint_ground(painting, plan, spot.outline, dict(spot.words).get("material", ""))


def _paint_ground(
    painting: PaintCanvas, plan: BoardLayout, outline: Path, material: str
) -> None:
    outline = _beyond_ends(outline, plan)
    part = painting.part(box(outline), 0.9)
    if part is None:
        return
    mask = part.area(outline)
    if material == "water":
        paint_shallows(part, blurred(mask, 0.07 * part.ppi))
        return
    stuff = GROUNDS.get(material, GROUNDS["paving"])
    soft = stuff.laid == "soil" and material != "road"
    sheet = part.blank()
    _paint(sheet, plan, stuff)
    if material == "void":
        paint_breach(part, outline, sheet.canvas)
        return
    part.darken(blurred(mask, 0.14 * part.ppi), 0.0 if soft else 0.3)
    part.lay(blurred(mask, 0.12 * part.ppi) if soft else mask, sheet.canvas)
    if not soft:
        part.darken(part.band_mask(outline, 0.06, closed=True), 0.45)


def _paint(painting: PaintCanvas, plan: BoardLayout, stuff: Materials) -> None:
    if stuff.laid == "stars":
        paint_stars(painting, plan, stuff.floor)
        return
    painting.canvas.blit(painting.paper(grained(stuff.floor, stuff.rough)), (0, 0))
    if stuff.patch:
        _paint_patches(painting, plan, stuff)
    if stuff.laid == "slabs" and stuff.slab:
        _paint_slabs(painting, stuff.slab, staggered=stuff.staggered)
        _paint_cracks(painting, plan)
    elif stuff.laid == "plates":
        _paint_plates(painting, stuff.slab)
    if stuff.stain:
        painting.shadow(painting.mask(plan.stains), 0.35, stuff.stain)
    if stuff.laid == "soil" and stuff.patch:
        _paint_leaves(painting, plan.leaves(stuff.litter))
    pile(painting, plan.grit(min(stuff.litter, 0.35)))


def _paint_patches(painting: PaintCanvas, plan: BoardLayout, stuff: Materials) -> None:
    mask = blurred(painting.mask(plan.patches), 0.5 * painting.ppi)
    mask = within(mask, painting.paper(mixed(7)))
    painting.cover(mask, grained(stuff.patch, stuff.rough * 1.1, 23))


def _paint_slabs(
    painting: PaintCanvas, side: float, *, staggered: bool, least: int = 230
) -> None:
    """Paint rows of slabs, each slightly darkened, to *least* of 255 or more."""
    left, top, right, bottom = painting.box
    for i in range(int(left // side), int(right // side) + 1):
        shift = side / 2 if staggered and i % 2 else 0.0
        for j in range(int(top // side), int(bottom // side) + 2):
            x, y = painting.spot((i * side, j * side - shift))
            slab = pygame.Rect(round(x), round(y), painting.wide(side), painting.wide(side))
            _paint_slab(
                painting.canvas, slab, least + (i * 37 + j * 91 + i * j * 13) % (256 - least)
            )


def _paint_slab(canvas: pygame.Surface, slab: pygame.Rect, tint: int) -> None:
    """Tint a slab and draw its upper and left joints: a dark line with a light lip."""
    canvas.fill((tint, tint, tint), slab, pygame.BLEND_RGB_MULT)
    x, y, wide, high = slab
    canvas.fill(LIP, (x + 1, y + 1, wide, 1), pygame.BLEND_RGB_ADD)
    canvas.fill(LIP, (x + 1, y + 1, 1, high), pygame.BLEND_RGB_ADD)
    canvas.fill(JOINT, (x, y, wide, 1), pygame.BLEND_RGB_MULT)
    canvas.fill(JOINT, (x, y, 1, high), pygame.BLEND_RGB_MULT)


def _paint_plates(painting: PaintCanvas, side: float) -> None:
    """Paint steel plates: seams, a rivet in each corner, and treads on some."""
    _paint_slabs(painting, side, staggered=False, least=206)
    left, top, right, bottom = painting.box
    inset = 0.18
    for i in range(int(left // side), int(right // side) + 1):
        for j in range(int(top // side), int(bottom // side) + 1):
            x, y = i * side, j * side
            if (i * 7 + j * 13 + i * j) % 5 == 0:
                _paint_treads(painting, x, y, side)
            for at in (
                (x + inset, y + inset),
                (x + side - inset, y + inset),
                (x + inset, y + side - inset),
                (x + side - inset, y + side - inset),
            ):
                rivet(painting, at, 0.05)


def _paint_treads(painting: PaintCanvas, left: float, top: float, side: float) -> None:
    """Cover a plate with short ribs of alternating slant."""
    pitch, reach = 0.25, 0.075
    count = int((side - 0.7) / pitch)
    wide = max(1, round(0.035 * painting.ppi))
    for n in range(count):
        for m in range(count):
            x, y = left + 0.42 + n * pitch, top + 0.42 + m * pitch
            lean = reach if (n + m) % 2 else -reach
            ends = painting.spot((x - reach, y - lean)), painting.spot((x + reach, y + lean))
            pygame.draw.line(painting.canvas, (160, 166, 168), *ends, wide)


def _paint_cracks(painting: PaintCanvas, plan: BoardLayout) -> None:
    for crack in plan.cracks:
        if painting.sees(box(crack)):
            below = [(x + 1, y + 1) for x, y in painting.spots(crack)]
            pygame.draw.aalines(painting.canvas, (150, 147, 136), False, below)  # noqa: FBT003
            pygame.draw.aalines(painting.canvas, (58, 56, 50), False, painting.spots(crack))  # noqa: FBT003


def _paint_leaves(painting: PaintCanvas, leaves: tuple[ScatteredObject, ...]) -> None:
    for n, ((x, y), radius, _, corners) in enumerate(leaves):
        if painting.sees((x - 0.3, y - 0.3, x + 0.3, y + 0.3)) and radius * painting.ppi >= 0.9:
            blade = [(x + c.x * radius, y + c.y * radius * 0.45) for c in corners]
            spots = [painting.spot(at) for at in blade]
            dark = [(a + 1, b + 1) for a, b in spots]
            pygame.draw.polygon(painting.canvas, (34, 36, 24), dark)
            pygame.draw.polygon(painting.canvas, LEAVES[n % len(LEAVES)], spots)
