"""Painters of water, and of flooded ground."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise

import pygame

from game.geometry.points import Path, Point
from game.geometry.polygons import Box, box, edges
from game.table.board import Board
from game.view.board.board_layout import BoardLayout
from game.view.board.canvas import (
    WHITE,
    AreaShape,
    PaintCanvas,
    blurred,
    shifted,
    within,
    without,
)
from game.view.board.textures import grained, water

KERB = "#A6A18F"
DEEP, GLINT = "#1F5457", "#A9E4D4"
MURKY, SHEEN = "#3F5A46", "#9DB58C"
SHALLOW = "#2E6C70"
CLEAR_ALPHA = 165
"""Opacity of shallow water, of 255."""


def paint_water(painting: PaintCanvas, plan: BoardLayout) -> None:
    for kerb in plan.gutter:
        if part := painting.part(box(kerb.outline), 0.3):
            _paint_channel(part, kerb, plan)
    for kerb in plan.kerbs:
        if part := painting.part(box(kerb.outline), 0.3):
            _paint_pool(part, kerb, plan)


def paint_shallows(painting: PaintCanvas, mask: pygame.Surface) -> None:
    """Paint water through which the ground still shows where the mask is white."""
    thin = mask.copy()
    thin.fill((CLEAR_ALPHA, CLEAR_ALPHA, CLEAR_ALPHA), special_flags=pygame.BLEND_RGB_MULT)
    painting.lay(thin, painting.paper(water(SHALLOW, GLINT)))


def _paint_pool(painting: PaintCanvas, kerb: AreaShape, plan: BoardLayout) -> None:
    """Paint a kerb, the water inside it, and the shadow of the near shore."""
    stones, pool = _lay_kerb(painting, kerb, plan.water)
    painting.lay(pool, painting.paper(water(DEEP, GLINT)))
    _shade(painting, stones, pool)


def _paint_channel(painting: PaintCanvas, kerb: AreaShape, plan: BoardLayout) -> None:
    """Paint a gutter between kerbs, with ankle-deep water."""
    stones, run = _lay_kerb(painting, kerb, plan.channel)
    painting.lay(run, painting.paper(grained("#4A4D40", 1.3, 9)))
    thin = run.copy()
    thin.fill((205, 205, 205), special_flags=pygame.BLEND_RGB_MULT)
    painting.lay(thin, painting.paper(water(MURKY, SHEEN)))
    wide = painting.wide(0.03)
    for a, b in plan.kerb_joints:
        pygame.draw.line(painting.canvas, "#5E5A4C", painting.spot(a), painting.spot(b), wide)
    _shade(painting, stones, run)


def _lay_kerb(
    painting: PaintCanvas, kerb: AreaShape, inner: Sequence[AreaShape]
) -> tuple[pygame.Surface, pygame.Surface]:
    """Paint kerb stones; return masks of them with their inside, and of the inside."""
    stones, pool = painting.mask([kerb]), painting.mask(inner)
    around = blurred(stones, 0.25 * painting.ppi)
    painting.darken(without(around, stones), 0.35)
    painting.lay(stones, painting.paper(grained(KERB, 1.1, 7)))
    painting.lighten(without(stones, shifted(stones, 0.05 * painting.ppi)), (30, 29, 25))
    painting.darken(without(stones, shifted(stones, -0.07 * painting.ppi)), 0.35)
    return stones, within(pool, stones)


def _shade(painting: PaintCanvas, stones: pygame.Surface, pool: pygame.Surface) -> None:
    shore = blurred(without(stones, pool), 0.22 * painting.ppi)
    painting.darken(within(pool, shifted(shore, 0.12 * painting.ppi)), 0.75)


MARGIN = 1
"""Inches around a part that are painted too, for soft edges."""
CLEAR_COLOUR = (92, 142, 148)
"""Light that comes through from the floor, of 255."""
FLOOD_DEEP, FLOOD_GLINT = "#12434B", "#C4F0E6"
RIM = "#A9DED2"
BESIDE = 0.42
"""Distance in inches below which water is extended up to a solid.

Its squares end short of it.
"""


class FloodedGround:
    """The standing water on a board, and its appearance."""

    def __init__(self, board: Board, outlines: tuple[Path, ...]) -> None:
        self.outlines = outlines
        self._boxes = [(box(outline), outline) for outline in outlines]
        spots = (s.outline for s in board.spots if s.kind == "gantry")
        pieces = (t.outline for t in board.terrain if t.impassable and t.closed)
        self._dry = [(box(outline), outline) for outline in chain(pieces, spots)]
        rim = {(0.0, "x"), (0.0, "y"), (board.width, "x"), (board.height, "y")}
        self._shore = [
            (a, b)
            for a, b in _shore(outlines)
            if not ((a.x == b.x and (a.x, "x") in rim) or (a.y == b.y and (a.y, "y") in rim))
        ]

    def over(self, dry: pygame.Surface, area: Box, ppi: int) -> pygame.Surface:
        """Return a part of the painted board, its box in whole inches, with water over it."""
        left, top, right, low = area
        margin = MARGIN * ppi
        size = dry.get_width() + 2 * margin, dry.get_height() + 2 * margin
        around = (left - MARGIN, top - MARGIN, right + MARGIN, low + MARGIN)
        painting = PaintCanvas(pygame.Surface(size), around, ppi)
        inner = pygame.Rect((margin, margin), dry.get_size())
        if not any(painting.sees(b) for b, _ in self._boxes):
            return dry
        mask = self._mask(painting).subsurface(inner)
        soaked = dry.copy()
        flat = PaintCanvas(soaked, area, ppi)
        _tint(soaked, mask)
        sheet = flat.paper(water(FLOOD_DEEP, FLOOD_GLINT))
        sheet.blit(_light(dry, ppi), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        sheet.blit(mask, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        soaked.blit(sheet, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        self._draw_shore(flat)
        return soaked

    def _mask(self, painting: PaintCanvas) -> pygame.Surface:
        """Return a mask of the water: its squares, and the gaps between them and solids."""
        mask = painting.mask([AreaShape(o) for b, o in self._boxes if painting.sees(b)])
        solid = painting.mask([AreaShape(o) for b, o in self._dry if painting.sees(b, 1.0)])
        grown, near = _grown(mask, painting.ppi), _grown(solid, painting.ppi)
        mask.blit(within(grown, near), (0, 0), special_flags=pygame.BLEND_RGB_MAX)
        return without(mask, solid)

    def _draw_shore(self, painting: PaintCanvas) -> None:
        """Draw the exact edge of the water on open floor.

        It is exact because rules ask whether a base is in the water.
        """
        for a, b in self._shore:
            around = (min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y))
            if painting.sees(around, 0.1) and not self._beside_solid(a, b):
                pygame.draw.line(painting.canvas, RIM, painting.spot(a), painting.spot(b))

    def _beside_solid(self, a: Point, b: Point) -> bool:
        x, y = (a.x + b.x) / 2, (a.y + b.y) / 2
        return any(
            left - BESIDE < x < right + BESIDE and top - BESIDE < y < low + BESIDE
            for (left, top, right, low), _ in self._dry
        )


def _grown(mask: pygame.Surface, ppi: int) -> pygame.Surface:
    """Return a mask extended by about a quarter of an inch."""
    grown = blurred(mask, 0.36 * ppi)
    for _ in range(3):
        grown.blit(grown.copy(), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return grown


def _tint(canvas: pygame.Surface, mask: pygame.Surface) -> None:
    shade = mask.copy()
    kept = tuple(255 - share for share in CLEAR_COLOUR)
    shade.fill(kept, special_flags=pygame.BLEND_RGB_MULT)
    rest = pygame.Surface(canvas.get_size())
    rest.fill(WHITE)
    rest.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    canvas.blit(rest, (0, 0), special_flags=pygame.BLEND_RGB_MULT)


def _light(dry: pygame.Surface, ppi: int) -> pygame.Surface:
    """Return the brightness around each pixel; water glitters only under a lamp."""
    light = blurred(pygame.transform.grayscale(dry), 1.2 * ppi)
    light.blit(light.copy(), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return light


def _shore(outlines: tuple[Path, ...]) -> tuple[tuple[Point, Point], ...]:
    """Return the half-inch sides that belong to only one outline."""
    seen = dict[tuple[Point, Point], int]()
    for outline in outlines:
        for a, b in edges(outline):
            steps = max(1, round(2 * (abs(b.x - a.x) + abs(b.y - a.y))))
            at = [
                Point(a.x + (b.x - a.x) * n / steps, a.y + (b.y - a.y) * n / steps)
                for n in range(steps + 1)
            ]
            for p, q in pairwise(at):
                side = (p, q) if p < q else (q, p)
                seen[side] = seen.get(side, 0) + 1
    return tuple(side for side, times in seen.items() if times == 1)
