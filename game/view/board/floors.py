"""The floor: one material, with what lies about on it, and other ground where a map says so."""

from __future__ import annotations

import pygame

from game.geometry.points import Path
from game.geometry.polygons import box
from game.view.board.brushes import pile
from game.view.board.canvas import Easel, Shade, Shape, blurred, within
from game.view.board.layout import Plan, Scrap
from game.view.board.marks import rivet
from game.view.board.materials import GROUNDS, Materials
from game.view.board.road import beyond_ends, paint_road
from game.view.board.stars import paint_stars
from game.view.board.textures import grained, mixed
from game.view.board.waters import paint_shallows
from game.view.board.wreck import paint_breach

JOINT = (150, 150, 150)
"""What a joint between slabs leaves of the light, of 255."""
LIP = (16, 16, 15)
"""What a slab's edge, beside the joint, adds to it."""
LEAVES: tuple[Shade, ...] = ("#6E7B3C", "#8A6B34", "#4C5A2C", "#7A4E2C", "#93874A")


def paint_floor(easel: Easel, plan: Plan) -> None:
    _paint(easel, plan, plan.materials)
    for spot in plan.board.spots:
        if spot.kind == "ground":
            _paint_ground(easel, plan, spot.outline, dict(spot.words).get("material", ""))
    paint_road(easel, plan.board)


def _paint_ground(easel: Easel, plan: Plan, outline: Path, material: str) -> None:
    outline = beyond_ends(outline, plan.board)
    part = easel.part(box(outline), 0.9)
    if part is None:
        return
    mask = part.mask([Shape(outline)])
    if material == "water":
        paint_shallows(part, blurred(mask, 0.07 * part.ppi))
        return
    stuff = GROUNDS.get(material, GROUNDS["paving"])
    soft = stuff.laid == "soil" and material != "road"
    sheet = Easel(pygame.Surface(part.canvas.get_size()), part.box, part.ppi)
    _paint(sheet, plan, stuff)
    if material == "void":
        paint_breach(part, outline, sheet.canvas)
        return
    part.darken(blurred(mask, 0.14 * part.ppi), 0.0 if soft else 0.3)
    part.lay(blurred(mask, 0.12 * part.ppi) if soft else mask, sheet.canvas)
    if not soft:
        part.darken(part.band_mask(outline, 0.06, closed=True), 0.45)


def _paint(easel: Easel, plan: Plan, stuff: Materials) -> None:
    if stuff.laid == "stars":
        paint_stars(easel, plan, stuff.floor)
        return
    easel.canvas.blit(easel.paper(grained(stuff.floor, stuff.rough)), (0, 0))
    if stuff.patch:
        _paint_patches(easel, plan, stuff)
    if stuff.laid == "slabs" and stuff.slab:
        _paint_slabs(easel, stuff.slab, staggered=stuff.staggered)
        _paint_cracks(easel, plan)
    elif stuff.laid == "plates":
        _paint_plates(easel, stuff.slab)
    if stuff.stain:
        easel.darken(blurred(easel.mask(plan.stains), 0.35 * easel.ppi), stuff.stain)
    if stuff.laid == "soil" and stuff.patch:
        _paint_leaves(easel, plan.leaves(stuff.litter))
    pile(easel, plan.grit(min(stuff.litter, 0.35)))


def _paint_patches(easel: Easel, plan: Plan, stuff: Materials) -> None:
    mask = blurred(easel.mask(plan.patches), 0.5 * easel.ppi)
    mask = within(mask, easel.paper(mixed(7)))
    easel.lay(mask, easel.paper(grained(stuff.patch, stuff.rough * 1.1, 23)))


def _paint_slabs(easel: Easel, side: float, *, staggered: bool, least: int = 230) -> None:
    """Lay slabs in a row, each a little darker than the material: at least so much of 255."""
    left, top, right, bottom = easel.box
    for i in range(int(left // side), int(right // side) + 1):
        shift = side / 2 if staggered and i % 2 else 0.0
        for j in range(int(top // side), int(bottom // side) + 2):
            x, y = easel.spot((i * side, j * side - shift))
            slab = pygame.Rect(round(x), round(y), easel.wide(side), easel.wide(side))
            _paint_slab(
                easel.canvas, slab, least + (i * 37 + j * 91 + i * j * 13) % (256 - least)
            )


def _paint_slab(canvas: pygame.Surface, slab: pygame.Rect, tint: int) -> None:
    """Tint a slab a little, and draw its upper left joints: a dark line with a light lip."""
    canvas.fill((tint, tint, tint), slab, pygame.BLEND_RGB_MULT)
    x, y, wide, high = slab
    canvas.fill(LIP, (x + 1, y + 1, wide, 1), pygame.BLEND_RGB_ADD)
    canvas.fill(LIP, (x + 1, y + 1, 1, high), pygame.BLEND_RGB_ADD)
    canvas.fill(JOINT, (x, y, wide, 1), pygame.BLEND_RGB_MULT)
    canvas.fill(JOINT, (x, y, 1, high), pygame.BLEND_RGB_MULT)


def _paint_plates(easel: Easel, side: float) -> None:
    """Lay steel plates: a seam, a rivet in each corner, and treads on some."""
    _paint_slabs(easel, side, staggered=False, least=206)
    left, top, right, bottom = easel.box
    inset = 0.18
    for i in range(int(left // side), int(right // side) + 1):
        for j in range(int(top // side), int(bottom // side) + 1):
            x, y = i * side, j * side
            if (i * 7 + j * 13 + i * j) % 5 == 0:
                _paint_treads(easel, x, y, side)
            for at in (
                (x + inset, y + inset),
                (x + side - inset, y + inset),
                (x + inset, y + side - inset),
                (x + side - inset, y + side - inset),
            ):
                rivet(easel, at, 0.05)


def _paint_treads(easel: Easel, left: float, top: float, side: float) -> None:
    """Cover a plate with short ribs that lean to and fro."""
    pitch, reach = 0.25, 0.075
    count = int((side - 0.7) / pitch)
    wide = max(1, round(0.035 * easel.ppi))
    for n in range(count):
        for m in range(count):
            x, y = left + 0.42 + n * pitch, top + 0.42 + m * pitch
            lean = reach if (n + m) % 2 else -reach
            ends = easel.spot((x - reach, y - lean)), easel.spot((x + reach, y + lean))
            pygame.draw.line(easel.canvas, (160, 166, 168), *ends, wide)


def _paint_cracks(easel: Easel, plan: Plan) -> None:
    for crack in plan.cracks:
        if easel.sees(box(crack)):
            below = [(x + 1, y + 1) for x, y in easel.spots(crack)]
            pygame.draw.aalines(easel.canvas, (150, 147, 136), False, below)  # noqa: FBT003
            pygame.draw.aalines(easel.canvas, (58, 56, 50), False, easel.spots(crack))  # noqa: FBT003


def _paint_leaves(easel: Easel, leaves: tuple[Scrap, ...]) -> None:
    for n, ((x, y), radius, _, corners) in enumerate(leaves):
        if easel.sees((x - 0.3, y - 0.3, x + 0.3, y + 0.3)) and radius * easel.ppi >= 0.9:
            blade = [(x + c.x * radius, y + c.y * radius * 0.45) for c in corners]
            spots = [easel.spot(at) for at in blade]
            dark = [(a + 1, b + 1) for a, b in spots]
            pygame.draw.polygon(easel.canvas, (34, 36, 24), dark)
            pygame.draw.polygon(easel.canvas, LEAVES[n % len(LEAVES)], spots)
