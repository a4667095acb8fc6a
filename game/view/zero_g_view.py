"""What drifts about and is no model: containers as crates, loose debris as it is painted."""

from __future__ import annotations

from math import ceil
from typing import Final

import numpy as np
import pygame

from game.geometry.points import Point
from game.geometry.polygons import box
from game.table.board import TerrainKind, terrain
from game.table.pieces import Piece
from game.view.board.canvas import Easel, Shape
from game.view.board.layout import Plan
from game.view.board.wreck import debris
from game.view.sprites import AROUND
from game.view.style import HALO, NEUTRAL
from game.view.svg import draw_svg

HELD: Final = 0.66
"""How much of its size a container has in somebody's arms."""
MARGIN: Final = 1.0
"""Inches around loose debris that its shadow may reach."""


class Crates:
    """Pictures of pieces, premultiplied, each drawn once, about the middle of the piece."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._kept: dict[tuple[str, int, bool], pygame.Surface] = {}

    def picture(self, piece: Piece, ppi: int) -> pygame.Surface:
        """Return a piece at so many pixels an inch; a container that is held is smaller."""
        held = piece.holder is not None
        key = piece.id if piece.outline else "", ppi, held
        if key not in self._kept:
            self._kept[key] = (
                self._debris(piece, ppi)
                if piece.outline
                else _crate(piece.radius, ppi, held=held)
            )
        return self._kept[key]

    def _debris(self, piece: Piece, ppi: int) -> pygame.Surface:
        left, top, right, low = box(piece.outline)
        half = ceil(max(-left, -top, right, low) + MARGIN)
        size = 2 * half * ppi, 2 * half * ppi
        colour, shade = (
            Easel(pygame.Surface(size), (-half, -half, half, half), ppi) for _ in range(2)
        )
        shade.canvas.fill("white")
        lump = terrain(piece.id, TerrainKind.DEBRIS, piece.outline)
        debris(colour, self.plan, lump)
        debris(shade, self.plan, lump)
        # Painted on black and on white: where both are alike, nothing shines through.
        through = pygame.surfarray.array3d(shade.canvas).astype(np.int16).max(axis=2)
        solid = pygame.surfarray.array3d(colour.mask([Shape(piece.outline)])).max(axis=2)
        picture = pygame.Surface(size, pygame.SRCALPHA)
        pygame.surfarray.blit_array(picture, pygame.surfarray.array3d(colour.canvas))
        alpha = pygame.surfarray.pixels_alpha(picture)
        alpha[:] = np.maximum(solid, 255 - through)
        del alpha
        return picture


def held_at(at: Point, base: float) -> Point:
    """Return where the container of a bearer is drawn: on the rim of its base, below it."""
    return Point(at.x + base * 0.62, at.y + base * 0.62)


def _crate(radius: float, ppi: int, *, held: bool) -> pygame.Surface:
    side = max(8, round(2 * radius * AROUND * ppi * (HELD if held else 1.0)))
    ring = "" if held else _RING
    half = 46 * AROUND
    view = f"{-half} {-half} {2 * half} {2 * half}"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{_DEFS}{ring}{_CRATE}</svg>'
    )
    return draw_svg(svg, side, side).premul_alpha()


_DEFS = (
    '<defs><radialGradient id="s"><stop offset=".55" stop-color="#000" stop-opacity=".7"/>'
    '<stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>'
    '<linearGradient id="w" x1="0%" y1="0%" x2="100%" y2="100%">'
    '<stop offset="0" stop-color="#D9A95A"/><stop offset="1" stop-color="#7E5527"/>'
    '</linearGradient></defs><circle cx="5" cy="7" r="54" fill="url(#s)"/>'
)
_RING = (
    f'<circle r="45" fill="#14181B" fill-opacity=".62" stroke="{HALO}" stroke-width="4"/>'
    f'<circle r="42.6" fill="none" stroke="{NEUTRAL.plain}" stroke-width="3"/>'
)
_CRATE = (
    '<g transform="rotate(-14)">'
    f'<rect x="-29" y="-29" width="58" height="58" rx="4" fill="url(#w)" stroke="{HALO}" '
    'stroke-width="4"/>'
    '<path d="M-25 -13 H25 M-25 3 H25 M-25 18 H25" stroke="#4A3116" stroke-width="2.6"/>'
    '<path d="M-29 -21 V-29 H-21 M21 -29 H29 V-21 M29 21 V29 H21 M-21 29 H-29 V21" fill="none" '
    'stroke="#AEB9BF" stroke-width="8"/>'
    '<path d="M-8 -29 H8 V29 H-8 Z" fill="#4C555B" stroke="#1B1F22" stroke-width="2"/>'
    '<path d="M-5 -27 V27" stroke="#8E999F" stroke-width="2"/>'
    '<rect x="-11" y="-9" width="22" height="18" rx="3" fill="#23292D" stroke="#0B0D0F" '
    'stroke-width="2"/><circle r="5" fill="#6FE3E6"/>'
    '<path d="M-26 -26 H26" stroke="#F3D9A4" stroke-opacity=".7" stroke-width="2"/></g>'
)
