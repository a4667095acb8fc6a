"""Painters of walls, blocks and rock faces."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

import pygame

from game.geometry.points import Path, Point
from game.geometry.polygons import box
from game.view.board.board_layout import BoardLayout
from game.view.board.brushes import paint_seams, paint_stripes, swell
from game.view.board.canvas import AreaShape, PaintCanvas, blurred, shifted, within, without
from game.view.board.hulls import paint_cargo, paint_outside
from game.view.board.textures import grained

CRAG_SHADOW = 0.5
"""Offset of a rock's shadow in inches, to the right and down."""
LEDGES = (1.0, 0.72, 0.38, 0.0)
"""Share of the outline's size at which each ring of facets ends."""
LIGHT = Point(-0.64, -0.77)


def paint_crags(painting: PaintCanvas, plan: BoardLayout) -> None:
    """Paint each rock as rings of facets, bright to the upper left and dark below."""
    for wall in plan.walls:
        if part := painting.part(box(wall.outline), 1.0):
            _crag(part, wall, plan.materials.rock)


def _crag(painting: PaintCanvas, wall: AreaShape, rock: str) -> None:
    ppi, mask = painting.ppi, painting.mask([wall])
    painting.darken(blurred(shifted(mask, CRAG_SHADOW * ppi), 0.25 * ppi), 0.62)
    painting.darken(blurred(mask, 0.4 * ppi), 0.4)
    sheet = PaintCanvas(painting.paper(grained(rock, 1.3, 67)), painting.box, ppi)
    rings = [_ring(wall.outline, share, n) for n, share in enumerate(LEDGES)]
    for n, (outer, inner) in enumerate(pairwise(rings)):
        for a, b, c, d in zip(outer, _next(outer), _next(inner), inner, strict=True):
            _facet(sheet, (a, b, c, d), n)
    painting.lay(mask, sheet.canvas)
    thin = max(1.0, 0.05 * ppi)
    painting.lighten(without(mask, shifted(mask, thin)), (40, 40, 34))
    painting.darken(without(mask, shifted(mask, -thin)), 0.5)


def _facet(sheet: PaintCanvas, corners: Path, ledge: int) -> None:
    """Shade a facet by its direction; inner facets are less steep."""
    a, b = corners[0], corners[1]
    distance = sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2) or 1.0
    facing = ((b.y - a.y) * LIGHT.x - (b.x - a.x) * LIGHT.y) / distance
    lit = facing * (1.0, 0.75, 0.45)[ledge] + 0.16 * ledge
    mask = sheet.mask([AreaShape(corners)])
    if lit < 0.0:
        sheet.darken(mask, min(0.72, -0.75 * lit))
    else:
        level = round(72 * lit)
        sheet.lighten(mask, (level, level, round(0.86 * level)))


def _ring(outline: Path, share: float, ledge: int) -> Path:
    """Return an outline scaled to a share of itself, each corner varied a little."""
    left, top, right, low = box(outline)
    x, y = (left + right) / 2, (top + low) / 2
    rough = 0.0 if ledge == 0 else 0.12
    shares = [share + rough * (((7 * n + 3 * ledge) % 5) / 2 - 1) for n in range(len(outline))]
    return tuple(
        Point(x + (cx - x) * s, y + (cy - y) * s)
        for (cx, cy), s in zip(outline, shares, strict=True)
    )


def _next(ring: Path) -> Path:
    return (*ring[1:], ring[0])


WALL_SHADOW = 0.34
"""Offset of a wall's shadow in inches, to the right and down."""
TALL = 1.4
"""Factor by which a block's shadow is longer."""


def paint_walls(painting: PaintCanvas, plan: BoardLayout) -> None:
    """Paint stone caps along the edges of walls, and bare rock where walls are thick."""
    if plan.materials.craggy:
        paint_crags(painting, plan)
        return
    seen = [wall for wall in plan.walls if painting.sees(box(wall.outline), 1.0)]
    if not seen:
        return
    mask = painting.mask(seen)
    _cast(painting, mask, WALL_SHADOW)
    painting.lay(mask, painting.paper(grained(plan.materials.cap, 1.2, 3)))
    _paint_joints(painting, plan)
    rock = painting.mask(plan.rock)
    swell(painting, without(mask, rock), 0.15)
    _bevel(painting, mask)
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
        part.lay(mask, part.paper(grained(plan.materials.cap, 1.0, 3)))
        _bevel(part, mask)
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
    ppi = painting.ppi
    painting.darken(blurred(shifted(mask, distance * ppi), distance * 0.5 * ppi), 0.62)
    painting.darken(blurred(mask, 0.45 * ppi), 0.45)


def _bevel(painting: PaintCanvas, mask: pygame.Surface) -> None:
    """Light the upper left edges of a solid, darken the lower right ones."""
    wide = max(1.0, 0.07 * painting.ppi)
    painting.lighten(without(mask, shifted(mask, wide)), (46, 44, 38))
    painting.darken(without(mask, shifted(mask, -wide)), 0.5)


def _plate(painting: PaintCanvas, mask: pygame.Surface) -> None:
    """Cover an area with riveted plates."""
    sheet = PaintCanvas(painting.canvas.copy(), painting.box, painting.ppi)
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
    painting.lay(inner, painting.paper(grained(colour, 1.4, 5)))
    rim = blurred(without(mask, inner), 0.2 * painting.ppi)
    painting.darken(within(inner, shifted(rim, 0.12 * painting.ppi)), 0.7)


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


_VENT = ((0.16, "#2A2926", 1.0), (0.0, "#5E5B53", 1.0), (-0.02, "#9B968A", 0.86))
