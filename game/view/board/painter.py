"""Painting of any part of a board at any zoom, and of the sketch shown before that."""

from __future__ import annotations

from functools import cached_property
from math import ceil
from typing import Final

import pygame

from game.geometry.points import Point
from game.geometry.polygons import Box, box
from game.table.board import Board, TerrainKind, Zone
from game.table.records import ORIGIN
from game.view.board.board_layout import BoardLayout
from game.view.board.canvas import BLACK, PaintCanvas, faded, within
from game.view.board.floors import paint_floor
from game.view.board.lighting import Light, light, shine
from game.view.board.materials import materials
from game.view.board.terrain import PAINTERS, paint_pools, paint_spots
from game.view.board.walls import paint_blocks, paint_lights, paint_walls
from game.view.memory import trim
from game.view.style import NEUTRAL, VOID
from game.view.systems import SYSTEMS, repeats_of

MARGIN: Final = 1
"""Inches painted around each part and cut off again, for shadows and soft edges."""


class BoardPainter:
    """Paints any part of a board at any zoom."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.plan = BoardLayout(board, repeats_of(board))

    def part(self, area: Box, ppi: int) -> pygame.Surface:
        """Return a part of the board, in whole inches, painted at *ppi* pixels per inch."""
        left, top, right, bottom = area
        size = round((right - left) * ppi), round((bottom - top) * ppi)
        margin = MARGIN * ppi
        canvas = pygame.Surface((size[0] + 2 * margin, size[1] + 2 * margin))
        around = (left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN)
        self._paint(PaintCanvas(canvas, around, ppi))
        painted = canvas.subsurface(pygame.Rect((margin, margin), size)).copy()
        trim()  # Masks and shadows take more memory than the painted part.
        return painted

    def whole(self, ppi: int) -> pygame.Surface:
        """Return the whole board, painted at *ppi* pixels per inch."""
        return self.part((0, 0, ceil(self.board.width), ceil(self.board.height)), ppi)

    @cached_property
    def _light(self) -> Light:
        return light(self.plan)

    def _paint(self, painting: PaintCanvas) -> None:
        paint_floor(painting, self.plan)
        for zone in self.board.zones if self.plan.repeats == ORIGIN else ():
            _paint_zone(painting, zone)
        systems, painters = SYSTEMS.values(), dict(PAINTERS)
        for system in systems:
            system.floor(painting, self.plan)
            painters.update(system.terrain)
        paint_pools(painting, self.plan)
        paint_spots(painting, self.plan)
        paint_lights(painting, self.plan)
        for piece in self.board.terrain:
            if part := painting.part(piece.box, 1.0):
                painters[piece.kind](part, self.plan, piece)
        for system in systems:
            system.raised(painting, self.plan)
        paint_walls(painting, self.plan)
        for system in systems:
            system.rim(painting, self.plan)
        paint_blocks(painting, self.plan)
        shine(painting, self._light)
        self._cut(painting)

    def _cut(self, painting: PaintCanvas) -> None:
        """Paint over the area off the table, and draw the table's edge."""
        x, y = painting.spot(Point(0, 0))
        right, bottom = painting.spot(Point(self.board.width, self.board.height))
        table = pygame.Rect(round(x), round(y), round(right - x), round(bottom - y))
        seen = table.clip(painting.canvas.get_rect())
        inside = painting.canvas.subsurface(seen).copy()
        painting.canvas.fill(VOID)
        painting.canvas.blit(inside, seen)
        if self.plan.repeats == ORIGIN:
            pygame.draw.rect(painting.canvas, BLACK, table, 2)


def _paint_zone(painting: PaintCanvas, zone: Zone) -> None:
    """Tint a deployment zone, more strongly along its outline.

    Its side's colour comes later.
    """
    part = painting.part(box(zone.outline), 0.1)
    if part is None:
        return
    tint = pygame.Color(NEUTRAL.plain)
    area = part.area(zone.outline)
    part.lighten(area, faded(tint, 0.06))
    part.lighten(
        within(part.band_mask(zone.outline, 0.5, closed=True), area), faded(tint, 0.12)
    )
    part.band(zone.outline, max(0.06, 1.5 / part.ppi), NEUTRAL.plain, closed=True)


_TINTS = {
    TerrainKind.WOOD: "#3B4630",
    TerrainKind.HEDGE: "#3B4630",
    TerrainKind.DEEP_WATER: "#1B4346",
    TerrainKind.RUIN: "#57503F",
    TerrainKind.RUBBLE: "#504C43",
    TerrainKind.CRATER: "#433D33",
    TerrainKind.DEBRIS: "#4A5258",
    TerrainKind.WEEDS: "#4A4C2C",
    TerrainKind.SPINES: "#4B4230",
    TerrainKind.VENOM_PLANTS: "#3A3440",
    TerrainKind.REACTOR: "#40464A",
    TerrainKind.SERVO_HAULER: "#46443E",
    TerrainKind.REGULATOR: "#34505A",
    TerrainKind.CONDUIT: "#3F8098",
    TerrainKind.PIPE: "#6A4630",
    TerrainKind.FORTIFICATION: "#504C43",
}


def outline(board: Board, ppi: int) -> pygame.Surface:
    """Return a sketch of the board at *ppi* pixels per inch, each piece in one colour."""
    stuff = materials(board.look)
    size = ceil(board.width) * ppi, ceil(board.height) * ppi
    canvas = pygame.Surface(size)
    canvas.fill(dim(stuff.floor, stuff.dark))
    solid = dim(stuff.cap, stuff.dark)
    for piece in board.terrain:
        spots = [(x * ppi, y * ppi) for x, y in piece.outline]
        tint = _TINTS.get(piece.kind, solid)
        if piece.closed:
            pygame.draw.polygon(canvas, tint, spots)
        else:
            pygame.draw.lines(canvas, tint, False, spots, max(2, round(0.3 * ppi)))  # noqa: FBT003
    return canvas


def dim(colour: str, light: tuple[float, float, float]) -> tuple[int, int, int]:
    """Return a colour as it looks in *light*, given as shares of red, green and blue."""
    red, green, blue, _ = pygame.Color(colour)
    return round(red * light[0]), round(green * light[1]), round(blue * light[2])
