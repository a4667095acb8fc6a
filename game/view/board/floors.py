"""Painters of floors with the spots that lie flat on them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from math import tau
from random import Random
from typing import Final
from zlib import crc32

import numpy as np
import pygame

from game.content.palettes import Colour
from game.geometry.points import Path, Point, unit_vector
from game.geometry.polygons import box
from game.table.board import Board, Spot
from game.view.board.board_layout import BoardLayout, ScatteredObject, along
from game.view.board.brushes import AROUND, FINE, out, paint_stripes, pile, rivet, stretched
from game.view.board.canvas import (
    BLACK,
    WHITE,
    PaintCanvas,
    Shade,
    blurred,
    faded,
    square,
    within,
)
from game.view.board.terrain import paint_shallows
from game.view.board.textures import GROUNDS, SIDE, Field, Materials, grained, mixed, noise, rgb
from game.view.board.walls import paint_breach
from game.view.surface_arrays import surfarray

BEYOND: Final = 3.0
"""Inches that repeating ground extends beyond its ends; its soft edges need less."""
CLOUDS = ("#2C4468", "#4A3158", "#1C4A4C")
STARS = ("#FFFFFF", "#CFE2FF", "#FFE9C9", "#FFD2B0")
BRIGHTEST = np.float32(95.0)
"""Maximum brightness of clouds, of 255; tokens and lines must stay visible on them."""
LARGE = 0.062
"""Radius in inches from which a star has a glow."""
JOINT = (150, 150, 150)
"""Brightness, of 255, that the joint between two slabs leaves."""
LIP = (16, 16, 15)
"""Light that the edge of a slab beside the joint adds, of 255."""
LEAVES: tuple[Shade, ...] = ("#6E7B3C", "#8A6B34", "#4C5A2C", "#7A4E2C", "#93874A")


def _beyond_ends(outline: Path, plan: BoardLayout) -> Path:
    """Return an area, extended past the ends where it reaches them and the ground repeats."""
    along, across = abs(plan.repeats.x) * BEYOND, abs(plan.repeats.y) * BEYOND
    wide, high = plan.board.width, plan.board.height
    return tuple(
        Point(x + along * ((x >= wide) - (x <= 0.0)), y + across * ((y >= high) - (y <= 0.0)))
        for x, y in outline
    )


def paint_stars(painting: PaintCanvas, plan: BoardLayout, dark: Colour) -> None:
    """Paint a dark sky with stars, and clouds of light in open space."""
    painting.canvas.blit(painting.paper(grained(dark, 1.0)), (0, 0))
    if plan.materials.laid == "stars":
        clouds = stretched(_clouds(plan.board), painting)
        painting.canvas.blit(clouds, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    sheet = painting.blank()
    near = [s for s in enumerate(plan.stars) if painting.sees((*s[1].at, *s[1].at), 0.5)]
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
    return surfarray.make_surface(soft.astype(np.uint8)).convert()


def _cut(field: Field, wide: int, high: int, luck: int) -> Field:
    """Return a part of a repeating field, at an offset taken from *luck*."""
    across = (np.arange(wide) + luck) % SIDE
    down = (np.arange(high) + luck * 7) % SIDE
    cut: Field = field[across][:, down]
    return cut


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
        if painting.sees((x, y, x, y), 0.3) and radius * painting.ppi >= 0.9:
            blade = [(x + cx * radius, y + cy * radius * 0.45) for cx, cy in corners]
            spots = [painting.spot(at) for at in blade]
            dark = [(a + 1, b + 1) for a, b in spots]
            pygame.draw.polygon(painting.canvas, (34, 36, 24), dark)
            pygame.draw.polygon(painting.canvas, LEAVES[n % len(LEAVES)], spots)


def paint_spots(painting: PaintCanvas, plan: BoardLayout) -> None:
    """Paint the spots that lie flat on the floor."""
    for spot in plan.board.spots:
        painter = _SPOTS.get(spot.kind)
        if painter and (part := painting.part(box(spot.outline), 1.6)):
            painter(part, spot)


def _drain(painting: PaintCanvas, spot: Spot) -> None:
    """``MI-06``  Paint a grille of iron bars over a dark hole."""
    (x, y), half = spot.outline[0], 0.62
    outer = square((x, y), half)
    painting.shadow(painting.area(outer), 0.2, 0.5)
    painting.fill(outer, (78, 80, 78))
    painting.square((x, y), half - 0.10, (22, 24, 26))
    for n in range(5):
        across = x - half + 0.22 + n * (2 * half - 0.44) / 4
        bar = Point(across, y - half + 0.08), Point(across, y + half - 0.08)
        painting.band(bar, 0.09, (92, 97, 97))
        painting.band(tuple(Point(p.x - 0.02, p.y) for p in bar), 0.03, (150, 155, 153))
    for corner in square((x, y), half - 0.05):
        rivet(painting, corner, 0.05)


def _nest(painting: PaintCanvas, spot: Spot) -> None:
    """``MI-01``  Paint straw and rags, heaped around a hollow."""
    x, y = spot.outline[0]
    random = Random(crc32(spot.id.encode()))  # noqa: S311  for the eye only
    painting.shadow(painting.disc_mask((x + 0.1, y + 0.12), 1.15), 0.25, 0.6)
    for n in range(150):
        turn, distance = random.uniform(0, tau), random.uniform(0.3, 1.05) ** 0.8
        at = out(spot.outline[0], turn, distance)
        lean, half = turn + random.uniform(1.0, 2.1), random.uniform(0.1, 0.24)
        straw, lit = (out(at, lean, -half), out(at, lean, half)), 14 * (n % 6)
        painting.band(straw, random.uniform(0.03, 0.06), (70 + lit, 58 + lit, 38 + lit))
    painting.disc((x, y), 0.42, (30, 25, 20))
    for n, (dx, dy) in enumerate(((-0.15, 0.05), (0.16, -0.08), (0.05, 0.2))):
        painting.disc((x + dx + 0.02, y + dy + 0.03), 0.17, (18, 15, 12))
        painting.disc((x + dx, y + dy), 0.16, (150 - 12 * n, 142 - 12 * n, 118 - 12 * n))
        painting.disc((x + dx - 0.04, y + dy - 0.05), 0.07, (190, 184, 164))


def _exit(painting: PaintCanvas, spot: Spot) -> None:
    """``MI-02``  Mark the floor where models leave: a green edge, and chevrons."""
    painting.lighten(painting.area(spot.outline), (8, 26, 20))
    painting.band(spot.outline, 0.10, (52, 150, 116), closed=True)


def _hatch(painting: PaintCanvas, spot: Spot) -> None:
    """``MI-05``  Paint a steel sill between stripes, and lights that lead to it."""
    glow = painting.band_mask(spot.outline, 1.9)
    painting.lighten(blurred(glow, 0.5 * painting.ppi), (10, 34, 38))
    painting.shadow(painting.band_mask(spot.outline, 1.3), 0.15, 0.35)
    paint_stripes(painting, painting.band_mask(spot.outline, 1.0))
    painting.bands(spot.outline, (0.46, (34, 38, 42)), (0.36, (134, 144, 150)))
    painting.band(spot.outline, 0.06, (60, 66, 70))
    for at in along(spot.outline, 0.6):
        rivet(painting, at, 0.06)
    for a, b in pairwise(spot.outline):
        toward = unit_vector(a, b)
        for at in along((a, b), 2.0):
            for side in (0.85, -0.85):
                light = at.x - toward.y * side, at.y + toward.x * side
                painting.discs(light, (0.15, (16, 22, 24)), (0.10, "#6FE3E6"))


_SPOTS: dict[str, Callable[[PaintCanvas, Spot], None]] = {
    "drain": _drain,
    "nest": _nest,
    "exit": _exit,
    "hatch": _hatch,
}
