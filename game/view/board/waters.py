"""Water: all of it at once, for canals that meet have no kerb between them."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.geometry.polygons import box
from game.view.board.canvas import Easel, Shape, blurred, shifted, within, without
from game.view.board.layout import Plan
from game.view.board.textures import grained, water

KERB = "#A6A18F"
DEEP, GLINT = "#1F5457", "#A9E4D4"
MURKY, SHEEN = "#3F5A46", "#9DB58C"
SHALLOW = "#2E6C70"
CLEAR = 165
"""How much shallow water hides of what is below, of 255."""


def paint_water(easel: Easel, plan: Plan) -> None:
    for kerb in plan.gutter:
        if part := easel.part(box(kerb.outline), 0.3):
            _paint_channel(part, kerb, plan)
    for kerb in plan.kerbs:
        if part := easel.part(box(kerb.outline), 0.3):
            _paint_pool(part, kerb, plan)


def paint_shallows(easel: Easel, mask: pygame.Surface) -> None:
    """Lay water through which the ground still shows where the mask is white."""
    thin = mask.copy()
    thin.fill((CLEAR, CLEAR, CLEAR), special_flags=pygame.BLEND_RGB_MULT)
    easel.lay(thin, easel.paper(water(SHALLOW, GLINT)))


def _paint_pool(easel: Easel, kerb: Shape, plan: Plan) -> None:
    """Lay the kerb, sink the water into it, and let the near shore shade it."""
    stones, pool = _lay_kerb(easel, kerb, plan.water)
    easel.lay(pool, easel.paper(water(DEEP, GLINT)))
    _shade(easel, stones, pool)


def _paint_channel(easel: Easel, kerb: Shape, plan: Plan) -> None:
    """Sink a gutter between kerbs; what runs in it is no more than ankle-deep."""
    stones, run = _lay_kerb(easel, kerb, plan.channel)
    easel.lay(run, easel.paper(grained("#4A4D40", 1.3, 9)))
    thin = run.copy()
    thin.fill((205, 205, 205), special_flags=pygame.BLEND_RGB_MULT)
    easel.lay(thin, easel.paper(water(MURKY, SHEEN)))
    wide = easel.wide(0.03)
    for a, b in plan.kerb_joints:
        pygame.draw.line(easel.canvas, "#5E5A4C", easel.spot(a), easel.spot(b), wide)
    _shade(easel, stones, run)


def _lay_kerb(
    easel: Easel, kerb: Shape, inner: Sequence[Shape]
) -> tuple[pygame.Surface, pygame.Surface]:
    """Lay kerb stones; return where they and what they enclose are, and what they enclose."""
    stones, pool = easel.mask([kerb]), easel.mask(inner)
    around = blurred(stones, 0.25 * easel.ppi)
    easel.darken(without(around, stones), 0.35)
    easel.lay(stones, easel.paper(grained(KERB, 1.1, 7)))
    easel.lighten(without(stones, shifted(stones, 0.05 * easel.ppi)), (30, 29, 25))
    easel.darken(without(stones, shifted(stones, -0.07 * easel.ppi)), 0.35)
    return stones, within(pool, stones)


def _shade(easel: Easel, stones: pygame.Surface, pool: pygame.Surface) -> None:
    shore = blurred(without(stones, pool), 0.22 * easel.ppi)
    easel.darken(within(pool, shifted(shore, 0.12 * easel.ppi)), 0.75)
