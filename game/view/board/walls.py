"""Painters of solids, from rock faces to hulls."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import ceil, floor
from random import Random
from typing import Final
from zlib import crc32

import pygame

from game.geometry.points import Path, Point, unit_vector
from game.geometry.polygons import Box, box, box_middle
from game.view.board.board_layout import BoardLayout, along
from game.view.board.brushes import between, lamps, loop, paint_seams, paint_stripes, swell
from game.view.board.canvas import (
    AreaShape,
    PaintCanvas,
    blurred,
    faded,
    shifted,
    within,
    without,
)
from game.view.board.textures import grained

CRAG_SHADOW = 0.5
"""Offset of a rock's shadow in inches, to the right and down."""
LEDGES = (1.0, 0.72, 0.38, 0.0)
"""Share of the outline's size at which each ring of facets ends."""
LIGHT = Point(-0.64, -0.77)
WALL_SHADOW = 0.34
"""Offset of a wall's shadow in inches, to the right and down."""
TALL = 1.4
"""Factor by which a block's shadow is longer."""
_VENT = ((0.16, "#2A2926", 1.0), (0.0, "#5E5B53", 1.0), (-0.02, "#9B968A", 0.86))
FRAME: Final = 6.0
"""Inches from one rib of a hull to the next."""
JOIST: Final = 1.3
"""Inches between the beams below a deck."""
FREIGHT: Final = ("#6F7B82", "#7C5240", "#4F6B74", "#8A7442", "#5F6A58")
SIGNALS: Final = ("#FF9A4A", "#7FD8FF", "#7FD8FF", "#FFE2A8")
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


def _crag(painting: PaintCanvas, wall: AreaShape, rock: str) -> None:
    """Paint a rock as rings of facets, bright to the upper left and dark below."""
    mask = painting.mask([wall])
    painting.shadow(mask, 0.25, 0.62, CRAG_SHADOW)
    painting.shadow(mask, 0.4, 0.4)
    sheet = painting.sheet(grained(rock, 1.3, 67))
    rings = [_ring(wall.outline, share, n) for n, share in enumerate(LEDGES)]
    for n, (outer, inner) in enumerate(pairwise(rings)):
        for a, b, c, d in zip(outer, _next(outer), _next(inner), inner, strict=True):
            _facet(sheet, (a, b, c, d), n)
    painting.lay(mask, sheet.canvas)
    painting.bevel(mask, 0.05, (40, 40, 34), 0.5)


def _facet(sheet: PaintCanvas, corners: Path, ledge: int) -> None:
    """Shade a facet by its direction; inner facets are less steep."""
    toward = unit_vector(*corners[:2])
    facing = toward.y * LIGHT.x - toward.x * LIGHT.y
    lit = facing * (1.0, 0.75, 0.45)[ledge] + 0.16 * ledge
    mask = sheet.area(corners)
    if lit < 0.0:
        sheet.darken(mask, min(0.72, -0.75 * lit))
    else:
        level = round(72 * lit)
        sheet.lighten(mask, (level, level, round(0.86 * level)))


def _ring(outline: Path, share: float, ledge: int) -> Path:
    """Return an outline scaled to a share of itself, each corner varied a little."""
    centre = box_middle(box(outline))
    rough = 0.0 if ledge == 0 else 0.12
    shares = [share + rough * (((7 * n + 3 * ledge) % 5) / 2 - 1) for n in range(len(outline))]
    return tuple(between(centre, at, s) for at, s in zip(outline, shares, strict=True))


def _next(ring: Path) -> Path:
    return (*ring[1:], ring[0])


def paint_walls(painting: PaintCanvas, plan: BoardLayout) -> None:
    """Paint stone caps along the edges of walls, and bare rock where walls are thick."""
    if plan.materials.craggy:
        for wall in plan.walls:
            if part := painting.part(box(wall.outline), 1.0):
                _crag(part, wall, plan.materials.rock)
        return
    seen = [wall for wall in plan.walls if painting.sees(box(wall.outline), 1.0)]
    if not seen:
        return
    mask = painting.mask(seen)
    _cast(painting, mask, WALL_SHADOW)
    painting.cover(mask, grained(plan.materials.cap, 1.2, 3))
    _paint_joints(painting, plan)
    rock = painting.mask(plan.rock)
    swell(painting, without(mask, rock), 0.15)
    painting.bevel(mask, 0.07, (46, 44, 38), 0.5)
    _sink(painting, mask, rock, plan.materials.rock)
    if plan.materials.ribbed:
        paint_outside(painting, plan)
    elif plan.materials.plated:
        _plate(painting, rock)


def paint_blocks(painting: PaintCanvas, plan: BoardLayout) -> None:
    """Paint buildings: a parapet around a roof, and the vents or cargo on the roof."""
    for number, block in enumerate(plan.blocks):
        part = painting.part(box(block.outline), 1.0)
        if part is None:
            continue
        mask = part.mask([block])
        if plan.materials.striped:
            _stripe_around(part, mask)
        _cast(part, mask, WALL_SHADOW * TALL)
        part.cover(mask, grained(plan.materials.cap, 1.0, 3))
        part.bevel(mask, 0.07, (46, 44, 38), 0.5)
        roof = within(part.mask(plan.roofs), mask)
        swell(part, without(mask, roof), 0.15)
        _sink(part, mask, roof, plan.materials.roof)
        if plan.materials.ribbed:
            paint_cargo(part, block, roof)
        elif plan.materials.plated:
            _plate(part, roof)
        for at, size in plan.vents(number):
            _paint_vent(part, at, size)


def _cast(painting: PaintCanvas, mask: pygame.Surface, distance: float) -> None:
    """Draw a solid's shadow on the ground, and a dim area all around it."""
    painting.shadow(mask, distance * 0.5, 0.62, distance)
    painting.shadow(mask, 0.45, 0.45)


def _plate(painting: PaintCanvas, mask: pygame.Surface) -> None:
    """Cover an area with riveted plates."""
    sheet = painting.copy()
    paint_seams(sheet, 1.5)
    painting.lay(mask, sheet.canvas)


def _stripe_around(painting: PaintCanvas, mask: pygame.Surface) -> None:
    """Mark the floor around a block with hazard stripes."""
    distance = round(0.38 * painting.ppi)
    wide = pygame.Surface(mask.get_size())
    for x in (-distance, 0, distance):
        for y in (-distance, 0, distance):
            wide.blit(mask, (x, y), special_flags=pygame.BLEND_RGB_MAX)
    paint_stripes(painting, without(wide, mask))


def _sink(
    painting: PaintCanvas, mask: pygame.Surface, inner: pygame.Surface, colour: str
) -> None:
    """Paint another ground into a solid, slightly lower than its edge."""
    painting.cover(inner, grained(colour, 1.4, 5))
    soft = 0.2 * painting.ppi
    rim = shifted(blurred(without(mask, inner), soft), 0.6 * soft)
    painting.darken(within(inner, rim), 0.7)


def _paint_joints(painting: PaintCanvas, plan: BoardLayout) -> None:
    """Draw the joints between the stones of walls."""
    wide = painting.wide(0.04)
    for a, b in plan.joints:
        if painting.sees((min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y))):
            pygame.draw.line(
                painting.canvas, plan.materials.joint, painting.spot(a), painting.spot(b), wide
            )


def _paint_vent(painting: PaintCanvas, at: Point, size: float) -> None:
    x, y = at
    for shift, colour, share in _VENT:
        left, top = painting.spot((x - size * share + shift, y - size * share + shift))
        side = round(2 * size * share * painting.ppi)
        pygame.draw.rect(painting.canvas, colour, (round(left), round(top), side, side))
    for n in range(3):
        bar = painting.spot((x - size * 0.6, y + size * (n - 1) * 0.42))
        long = round(size * 1.2 * painting.ppi)
        painting.canvas.fill(
            "#4E4C46", (round(bar[0]), round(bar[1]), long, painting.wide(0.05))
        )


def fill_box(painting: PaintCanvas, area: Box, colour: tuple[int, int, int]) -> None:
    (left, top), (right, low) = painting.spots(
        (Point(area[0], area[1]), Point(area[2], area[3]))
    )
    rect = pygame.Rect(round(left), round(top), 0, 0)
    rect.size = max(1, round(right) - rect.x), max(1, round(low) - rect.y)
    painting.canvas.fill(colour, rect)


def paint_outside(painting: PaintCanvas, plan: BoardLayout) -> None:
    """Paint the outside of a hull behind walls: plates, ribs, pipes, lights."""
    for rock in plan.rock:
        if part := painting.part(box(rock.outline), 0.1):
            sheet = part.copy()
            paint_seams(sheet, FRAME / 2)
            _paint_frame(sheet)
            part.lay(part.mask([rock]), sheet.canvas)


def _paint_frame(painting: PaintCanvas) -> None:
    left, top, right, low = painting.box
    columns = range(floor(left / FRAME) - 1, ceil(right / FRAME) + 1)
    rows = range(floor(top / FRAME) - 1, ceil(low / FRAME) + 1)
    for m in rows:
        for off, wide, colour in _PIPES:
            y = m * FRAME + 4.1 + off
            painting.band((Point(left, y), Point(right, y)), wide, colour)
    for n in columns:
        for off, wide, colour in _RIB:
            x = (n + 0.5) * FRAME + off
            painting.band((Point(x, top), Point(x, low)), wide, colour)
    lucks = [(n, m, n * 7 + m * 13 + n * m) for n in columns for m in rows]
    signals = [
        (Point((n + 0.5) * FRAME, m * FRAME + 1.4), SIGNALS[luck % len(SIGNALS)])
        for n, m, luck in lucks
        if luck % 3 == 0
    ]
    glow = painting.blank()
    for at, tint in signals:
        glow.disc(at, 0.55, tint)
    painting.lighten(blurred(glow.canvas, 0.35 * painting.ppi), (170, 170, 170))
    for at, tint in signals:
        painting.discs(at, (0.17, (18, 20, 22)), (0.11, tint))


def paint_cargo(painting: PaintCanvas, block: AreaShape, roof: pygame.Surface) -> None:
    """Paint a block in a hull as rows of freight."""
    left, top, right, low = box(block.outline)
    across, down = max(1, round((right - left) / 2.4)), max(1, round((low - top) / 1.3))
    wide, high = (right - left) / across, (low - top) / down
    sheet = painting.copy()
    for i in range(across):
        for j in range(down):
            x, y = left + i * wide, top + j * high
            tint = FREIGHT[crc32(f"{x:.1f} {y:.1f}".encode()) % len(FREIGHT)]
            _paint_crate(sheet, (x + 0.05, y + 0.05, x + wide - 0.05, y + high - 0.05), tint)
    painting.lay(roof, sheet.canvas)


def _paint_crate(painting: PaintCanvas, area: Box, tint: str) -> None:
    left, top, right, low = area
    plain = pygame.Color(tint)
    dark, lit = faded(plain, 0.62), faded(plain, 1.3)
    fill_box(painting, (left - 0.05, top - 0.05, right + 0.05, low + 0.05), (18, 20, 22))
    fill_box(painting, area, (plain.r, plain.g, plain.b))
    for n in range(1, int((right - left) / 0.16)):
        x = left + n * 0.16
        fill_box(painting, (x, top, x + 0.05, low), dark)
    fill_box(painting, (left, top, right, top + 0.07), lit)
    fill_box(painting, (left, top, left + 0.07, low), lit)
    fill_box(painting, (left, low - 0.09, right, low), dark)
    for x in (left + (right - left) * 0.25, left + (right - left) * 0.75):
        fill_box(painting, (x - 0.05, top, x + 0.05, low), (34, 36, 38))
        fill_box(painting, (x - 0.02, top, x + 0.01, low), (122, 124, 122))


def paint_lights(painting: PaintCanvas, plan: BoardLayout) -> None:
    """Paint the lamps in the deck of a hull."""
    if not plan.materials.ribbed or plan.materials.laid == "stars":
        return
    for at, _, lit in lamps(plan):
        if painting.sees((*at, *at), 0.6):
            painting.disc((at.x + 0.03, at.y + 0.04), 0.40, (26, 29, 32))
            painting.discs(at, (0.36, (128, 138, 144)), (0.28, (40, 44, 48)))
            red, green, blue = (min(255, round(255 * share)) for share in lit)
            painting.disc(at, 0.22, (red, green, blue))


def paint_breach(painting: PaintCanvas, outline: Path, sky: pygame.Surface) -> None:
    """Paint a hole in a deck: stars and beams below it, and a bent rim."""
    ppi, mask = painting.ppi, painting.area(outline)
    painting.shadow(mask, 0.7, 0.75)
    painting.band(outline, 0.24, (44, 47, 50), closed=True)
    for edge in pairwise(loop(outline)):
        for a, b in pairwise(along(edge, 0.5)):
            bent = 0.05 + 0.09 * ((crc32(f"{a}".encode()) >> 4) % 5) / 4
            painting.band((a, b), bent, (158, 166, 171))
    painting.lay(mask, sky)
    beams = pygame.Surface(mask.get_size())
    lit = beams.copy()
    for beam in _beams(outline):
        beams.blit(painting.band_mask(beam, 0.3), (0, 0), special_flags=pygame.BLEND_RGB_MAX)
        lip = tuple(Point(x, y - 0.1) for x, y in beam)
        lit.blit(painting.band_mask(lip, 0.06), (0, 0), special_flags=pygame.BLEND_RGB_MAX)
    beams = within(beams, mask)
    painting.cover(beams, grained("#343B42", 1.2, 41))
    painting.lighten(within(lit, beams), (40, 44, 48))
    side = without(mask, shifted(mask, 0.2 * ppi))
    painting.cover(side, grained("#4C555C", 1.4, 43))
    painting.darken(within(blurred(side, 0.3 * ppi), without(mask, side)), 0.75)


def _beams(outline: Path) -> Iterator[Path]:
    """Yield the beams below a hole; some are broken, some are missing."""
    left, top, right, low = box(outline)
    random = Random(crc32(f"{outline[0]}".encode()))  # noqa: S311  for the eye only
    first = int(top / JOIST) + 1
    for n in range(first, int(low / JOIST) + 1):
        y, wide = n * JOIST, right - left
        short, whole = random.uniform(0.15, 0.45) * wide, random.random()
        if whole < 0.4:
            yield Point(left, y), Point(right, y)
        elif whole < 0.8:
            yield Point(left, y), Point(left + short, y + 0.12)
            yield Point(right - short * 0.6, y - 0.08), Point(right, y)
    x = left + (right - left) * random.uniform(0.4, 0.6)
    yield Point(x, top), Point(x, low)
