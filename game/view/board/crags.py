"""Walls of a forest: bare rock, weathered into facets."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

from game.geometry.points import Path, Point
from game.geometry.polygons import box
from game.view.board.canvas import Easel, Shape, blurred, shifted, without
from game.view.board.layout import Plan
from game.view.board.textures import grained

SHADOW = 0.5
"""Inches to the right and down that a rock's shadow falls."""
LEDGES = (1.0, 0.72, 0.38, 0.0)
"""How far from the middle each ring of facets ends."""
LIGHT = Point(-0.64, -0.77)


def paint_crags(easel: Easel, plan: Plan) -> None:
    """Paint each rock as rings of facets, bright to the upper left and dark below."""
    for wall in plan.walls:
        if part := easel.part(box(wall.outline), 1.0):
            _crag(part, wall, plan.materials.rock)


def _crag(easel: Easel, wall: Shape, rock: str) -> None:
    ppi, mask = easel.ppi, easel.mask([wall])
    easel.darken(blurred(shifted(mask, SHADOW * ppi), 0.25 * ppi), 0.62)
    easel.darken(blurred(mask, 0.4 * ppi), 0.4)
    sheet = Easel(easel.paper(grained(rock, 1.3, 67)), easel.box, ppi)
    rings = [_ring(wall.outline, share, n) for n, share in enumerate(LEDGES)]
    for n, (outer, inner) in enumerate(pairwise(rings)):
        for a, b, c, d in zip(outer, _next(outer), _next(inner), inner, strict=True):
            _facet(sheet, (a, b, c, d), n)
    easel.lay(mask, sheet.canvas)
    thin = max(1.0, 0.05 * ppi)
    easel.lighten(without(mask, shifted(mask, thin)), (40, 40, 34))
    easel.darken(without(mask, shifted(mask, -thin)), 0.5)


def _facet(sheet: Easel, corners: Path, ledge: int) -> None:
    """Shade a facet by the way it faces: outward, less steeply further up."""
    a, b = corners[0], corners[1]
    far = sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2) or 1.0
    facing = ((b.y - a.y) * LIGHT.x - (b.x - a.x) * LIGHT.y) / far
    lit = facing * (1.0, 0.75, 0.45)[ledge] + 0.16 * ledge
    mask = sheet.mask([Shape(corners)])
    if lit < 0.0:
        sheet.darken(mask, min(0.72, -0.75 * lit))
    else:
        level = round(72 * lit)
        sheet.lighten(mask, (level, level, round(0.86 * level)))


def _ring(outline: Path, share: float, ledge: int) -> Path:
    """Return an outline drawn in to a share of itself, each corner a little more or less."""
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
