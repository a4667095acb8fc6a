"""The hull of a ship: its rim along the edge of the table, its outside, and its lights."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, floor
from typing import Final
from zlib import crc32

import pygame

from game.content.palettes import Colour
from game.geometry.points import Path, Point
from game.geometry.polygons import Box, box
from game.view.board.canvas import Easel, Shape, blurred, faded, shifted
from game.view.board.layout import Plan, along
from game.view.board.lighting import lamps
from game.view.board.marks import paint_seams, rivet
from game.view.board.textures import grained

RIM: Final = 0.4
"""Inches of a hull's rim that lie on the table."""
FRAME: Final = 6.0
"""Inches from one rib of a hull to the next."""
FREIGHT: Final = ("#6F7B82", "#7C5240", "#4F6B74", "#8A7442", "#5F6A58")
SIGNALS: Final = ("#FF9A4A", "#7FD8FF", "#7FD8FF", "#FFE2A8")


def paint_rims(easel: Easel, plan: Plan) -> None:
    """``ZG-14``  Paint the edges of the table that are hull: a thick, bolted rim of steel."""
    for line in plan.rims:
        if part := easel.part(box(line), 1.0):
            _paint_rim(part, line)


def _paint_rim(easel: Easel, line: Path) -> None:
    mask = easel.band_mask(line, 2 * RIM)
    easel.darken(blurred(shifted(mask, 0.2 * easel.ppi), 0.2 * easel.ppi), 0.6)
    easel.darken(blurred(mask, 0.4 * easel.ppi), 0.5)
    easel.lay(mask, easel.paper(grained("#8B969D", 0.9, 45)))
    easel.band(line, 2 * RIM * 0.62, (52, 59, 65))
    easel.band(line, 2 * RIM * 0.50, (112, 122, 129))
    easel.band(line, 2 * RIM * 0.16, (40, 45, 50))
    for n, (a, b) in enumerate(pairwise(list(along(line, FRAME / 4)))):
        rivet(easel, a, 0.05)
        _paint_clamp(easel, a, b, wide=n % 4 == 0)


def _paint_clamp(easel: Easel, a: Point, b: Point, *, wide: bool) -> None:
    """Paint a clamp across the rim, at one end of a stretch."""
    half, far = (0.24, RIM) if wide else (0.09, RIM * 0.82)
    flat = a.y == b.y
    step = (b.x - a.x if flat else b.y - a.y) / 2
    x, y = (a.x + step, a.y) if flat else (a.x, a.y + step)
    clamp = (
        (x - half, y - far, x + half, y + far)
        if flat
        else (x - far, y - half, x + far, y + half)
    )
    _box(
        easel,
        (clamp[0] + 0.05, clamp[1] + 0.05, clamp[2] + 0.05, clamp[3] + 0.05),
        (24, 27, 30),
    )
    _box(easel, clamp, (150, 159, 165) if wide else (96, 105, 112))
    inner = (clamp[0] + 0.06, clamp[1] + 0.06, clamp[2] - 0.04, clamp[3] - 0.04)
    _box(easel, inner, (118, 127, 133) if wide else (84, 92, 98))


def _box(easel: Easel, area: Box, colour: tuple[int, int, int]) -> None:
    (left, top), (right, low) = easel.spots((Point(area[0], area[1]), Point(area[2], area[3])))
    rect = pygame.Rect(round(left), round(top), 0, 0)
    rect.size = max(1, round(right) - rect.x), max(1, round(low) - rect.y)
    easel.canvas.fill(colour, rect)


def paint_outside(easel: Easel, plan: Plan) -> None:
    """Cover what lies behind walls with the outside of a hull: plates, ribs, pipes, lights."""
    for rock in plan.rock:
        if part := easel.part(box(rock.outline), 0.1):
            sheet = Easel(part.canvas.copy(), part.box, part.ppi)
            paint_seams(sheet, FRAME / 2)
            _paint_frame(sheet)
            part.lay(part.mask([rock]), sheet.canvas)


def _paint_frame(easel: Easel) -> None:
    left, top, right, low = easel.box
    columns = range(floor(left / FRAME) - 1, ceil(right / FRAME) + 1)
    rows = range(floor(top / FRAME) - 1, ceil(low / FRAME) + 1)
    for m in rows:
        for off, wide, colour in _PIPES:
            y = m * FRAME + 4.1 + off
            easel.band((Point(left, y), Point(right, y)), wide, colour)
    for n in columns:
        for off, wide, colour in _RIB:
            x = (n + 0.5) * FRAME + off
            easel.band((Point(x, top), Point(x, low)), wide, colour)
    lucks = [(n, m, n * 7 + m * 13 + n * m) for n in columns for m in rows]
    _paint_signals(
        easel,
        [
            (Point((n + 0.5) * FRAME, m * FRAME + 1.4), SIGNALS[luck % len(SIGNALS)])
            for n, m, luck in lucks
            if luck % 3 == 0
        ],
    )


def _paint_signals(easel: Easel, signals: list[tuple[Point, Colour]]) -> None:
    glow = pygame.Surface(easel.canvas.get_size())
    for at, colour in signals:
        pygame.draw.aacircle(glow, colour, easel.spot(at), 0.55 * easel.ppi)
    easel.lighten(blurred(glow, 0.35 * easel.ppi), (170, 170, 170))
    for at, colour in signals:
        easel.disc(at, 0.17, (18, 20, 22))
        easel.disc(at, 0.11, colour)


def paint_cargo(easel: Easel, block: Shape, roof: pygame.Surface) -> None:
    """Paint a block in a hull: freight in rows, lashed down."""
    left, top, right, low = box(block.outline)
    across, down = max(1, round((right - left) / 2.4)), max(1, round((low - top) / 1.3))
    wide, high = (right - left) / across, (low - top) / down
    sheet = Easel(easel.canvas.copy(), easel.box, easel.ppi)
    for i in range(across):
        for j in range(down):
            x, y = left + i * wide, top + j * high
            tint = FREIGHT[crc32(f"{x:.1f} {y:.1f}".encode()) % len(FREIGHT)]
            _paint_crate(sheet, (x + 0.05, y + 0.05, x + wide - 0.05, y + high - 0.05), tint)
    easel.lay(roof, sheet.canvas)


def _paint_crate(easel: Easel, area: Box, tint: str) -> None:
    left, top, right, low = area
    plain = pygame.Color(tint)
    dark, lit = faded(plain, 0.62), faded(plain, 1.3)
    _box(easel, (left - 0.05, top - 0.05, right + 0.05, low + 0.05), (18, 20, 22))
    _box(easel, area, (plain.r, plain.g, plain.b))
    for n in range(1, int((right - left) / 0.16)):
        x = left + n * 0.16
        _box(easel, (x, top, x + 0.05, low), dark)
    _box(easel, (left, top, right, top + 0.07), lit)
    _box(easel, (left, top, left + 0.07, low), lit)
    _box(easel, (left, low - 0.09, right, low), dark)
    for x in (left + (right - left) * 0.25, left + (right - left) * 0.75):
        _box(easel, (x - 0.05, top, x + 0.05, low), (34, 36, 38))
        _box(easel, (x - 0.02, top, x + 0.01, low), (122, 124, 122))


_RIB = (
    (0.22, 0.62, (22, 25, 28)),
    (0.0, 0.56, (78, 88, 96)),
    (-0.10, 0.26, (112, 124, 133)),
    (-0.22, 0.06, (160, 172, 181)),
)
_PIPES = (
    (0.14, 0.46, (20, 23, 26)),
    (0.0, 0.34, (70, 76, 80)),
    (-0.06, 0.14, (126, 134, 138)),
    (0.62, 0.22, (20, 23, 26)),
    (0.54, 0.16, (96, 70, 50)),
    (0.50, 0.05, (150, 116, 86)),
)


def paint_lights(easel: Easel, plan: Plan) -> None:
    """Paint the lamps that are let into the deck of a hull."""
    if not plan.materials.ribbed or plan.materials.laid == "stars":
        return
    for at, _, lit in lamps(plan):
        far = 0.6
        if easel.sees((at.x - far, at.y - far, at.x + far, at.y + far)):
            easel.disc((at.x + 0.03, at.y + 0.04), 0.40, (26, 29, 32))
            easel.disc(at, 0.36, (128, 138, 144))
            easel.disc(at, 0.28, (40, 44, 48))
            red, green, blue = (min(255, round(255 * share)) for share in lit)
            easel.disc(at, 0.22, (red, green, blue))
