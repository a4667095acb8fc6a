"""The floor: slabs of one material, with what lies about on it."""

from __future__ import annotations

import pygame

from game.view.brush import Easel
from game.view.grain import grained
from game.view.pieces import paint_stones
from game.view.plan import Plan

JOINT = (150, 150, 150)
"""What a joint between slabs leaves of the light, of 255."""
LIP = (16, 16, 15)
"""What a slab's edge, beside the joint, adds to it."""


def paint_floor(easel: Easel, plan: Plan) -> None:
    stuff = plan.materials
    easel.canvas.blit(easel.paper(grained(stuff.floor, stuff.rough)), (0, 0))
    if stuff.slab:
        _paint_slabs(easel, stuff.slab, staggered=stuff.staggered)
    paint_stones(easel, plan.grit)


def _paint_slabs(easel: Easel, side: float, *, staggered: bool) -> None:
    left, top, right, bottom = easel.box
    for i in range(int(left // side), int(right // side) + 1):
        shift = side / 2 if staggered and i % 2 else 0.0
        for j in range(int(top // side), int(bottom // side) + 2):
            x, y = easel.spot((i * side, j * side - shift))
            slab = pygame.Rect(round(x), round(y), easel.wide(side), easel.wide(side))
            _paint_slab(easel.canvas, slab, 236 + (i * 37 + j * 91 + i * j * 13) % 20)


def _paint_slab(canvas: pygame.Surface, slab: pygame.Rect, tint: int) -> None:
    """Tint a slab a little, and draw its upper left joints: a dark line with a light lip."""
    canvas.fill((tint, tint, tint), slab, pygame.BLEND_RGB_MULT)
    x, y, wide, high = slab
    canvas.fill(LIP, (x + 1, y + 1, wide, 1), pygame.BLEND_RGB_ADD)
    canvas.fill(LIP, (x + 1, y + 1, 1, high), pygame.BLEND_RGB_ADD)
    canvas.fill(JOINT, (x, y, wide, 1), pygame.BLEND_RGB_MULT)
    canvas.fill(JOINT, (x, y, 1, high), pygame.BLEND_RGB_MULT)
