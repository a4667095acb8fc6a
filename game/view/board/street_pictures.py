"""Pictures of street pieces (PU-03)."""

from __future__ import annotations

from math import ceil, floor
from random import Random
from typing import Final, NamedTuple
from zlib import crc32

import numpy as np
import pygame

from game.geometry.points import Path
from game.geometry.polygons import box, edges
from game.table.pieces import Piece
from game.view.board.canvas import AreaShape, PaintCanvas, blurred, shifted
from game.view.board.roofs import flat, pitched
from game.view.board.street_ruins import foundations, heap, shell

AROUND: Final = 0.5
MARGIN: Final = 1.0
"""Inches around a piece that it darkens, and further inches for its shadow."""
SKETCHED: Final = ("#6A6355", "#4A4A47")
GREAT: Final = 3
"""Minimum size of a piece with an impassable ruin."""


class Building(NamedTuple):
    """A premultiplied picture of a piece, with the place of its upper left corner in inches."""

    surface: pygame.Surface
    left: int
    top: int


def building(piece: Piece, ppi: int) -> Building:
    """Return a picture of a piece as it is turned, with its shadow."""
    outline = _clockwise(piece.shape)
    painting = _easel(outline, ppi)
    # Decoration only; seeded by the id, so that a piece looks the same in every game.
    _paint(painting, piece, outline, Random(crc32(piece.id.encode())))  # noqa: S311
    solid = painting.mask([AreaShape(outline)])
    picture = _lifted(painting.canvas, solid, _shadow(painting, solid, _height(piece)))
    return Building(picture, round(painting.box[0]), round(painting.box[1]))


def sketched(piece: Piece, ppi: int) -> Building:
    """Return a simple picture of a piece, shown until it is painted."""
    painting = _easel(piece.shape, ppi)
    picture = pygame.Surface(painting.canvas.get_size(), pygame.SRCALPHA)
    tone = SKETCHED[piece.intact or piece.size >= GREAT]
    pygame.draw.polygon(picture, tone, painting.spots(piece.shape))
    return Building(picture, round(painting.box[0]), round(painting.box[1]))


def _easel(outline: Path, ppi: int) -> PaintCanvas:
    left, top, right, low = box(outline)
    around = (
        floor(left - AROUND),
        floor(top - AROUND),
        ceil(right + AROUND + MARGIN),
        ceil(low + AROUND + MARGIN),
    )
    size = (around[2] - around[0]) * ppi, (around[3] - around[1]) * ppi
    return PaintCanvas(pygame.Surface(size), around, ppi)


def _paint(painting: PaintCanvas, piece: Piece, outline: Path, random: Random) -> None:
    match piece.size, piece.intact:
        case size, True if size < GREAT - 1:
            pitched(painting, outline, random)
        case size, True:
            flat(painting, outline, random, storeys=size)
        case 1, _:
            foundations(painting, outline, random)
        case 2, _:
            shell(painting, outline, random)
        case _:
            heap(painting, outline, random)


def _height(piece: Piece) -> float:
    """Return the length of a piece's shadow, in inches."""
    return 0.34 + 0.22 * piece.size if piece.intact else (0.08, 0.22, 0.62)[piece.size - 1]


def _shadow(painting: PaintCanvas, solid: pygame.Surface, distance: float) -> pygame.Surface:
    ppi = painting.ppi
    cast = pygame.Surface(solid.get_size())
    steps = max(2, ceil(distance / 0.12))
    for n in range(steps + 1):
        reach = shifted(solid, distance * n / steps * ppi)
        cast.blit(reach, (0, 0), special_flags=pygame.BLEND_RGB_MAX)
    cast = blurred(cast, 0.16 * ppi)
    cast.fill((150,) * 3, special_flags=pygame.BLEND_RGB_MULT)
    around = blurred(solid, 0.45 * ppi)
    around.fill((96,) * 3, special_flags=pygame.BLEND_RGB_MULT)
    cast.blit(around, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return cast


def _lifted(
    canvas: pygame.Surface, solid: pygame.Surface, shadow: pygame.Surface
) -> pygame.Surface:
    """Return a premultiplied picture: the solid part over its shadow, transparent elsewhere."""
    picture = pygame.Surface(canvas.get_size(), pygame.SRCALPHA)
    canvas.blit(solid, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    pygame.surfarray.blit_array(picture, pygame.surfarray.array3d(canvas))
    alpha = pygame.surfarray.pixels_alpha(picture)
    thick = pygame.surfarray.array_red(solid).astype(np.uint16)
    below = pygame.surfarray.array_red(shadow).astype(np.uint16)
    alpha[:] = (thick + below * (255 - thick) // 255).astype(np.uint8)
    del alpha
    return picture


def _clockwise(outline: Path) -> Path:
    """Return an outline in clockwise order on the screen."""
    area = sum([(b.x - a.x) * (b.y + a.y) for a, b in edges(outline)])
    return outline if area < 0.0 else outline[::-1]
