"""Painters of the flood on a map.

They paint flooded ground, origins, and the pieces that water runs around.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, pairwise

import pygame
from shapely import LineString
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from game.geometry.points import Path, Point
from game.geometry.polygons import Box, Segment, box, edges
from game.table.board import Board, Terrain
from game.view.board.board_layout import BoardLayout, along, cuts, shapes
from game.view.board.brushes import line_of, loop, paint_stripes, rivet, swell
from game.view.board.canvas import (
    WHITE,
    AreaShape,
    PaintCanvas,
    blurred,
    dimmed,
    within,
    without,
)
from game.view.board.terrain import lay_kerb, paint_shallows, shade_shore
from game.view.board.textures import grained, water
from game.view.memory import spare

CHANNEL = 0.8
"""Half the width of the gutter along a lane, in inches."""
KERB = 0.24
"""Width of the kerbs along it."""
MURKY, SHEEN = "#3F5A46", "#9DB58C"
IRON, DARK = (118, 126, 130), (22, 24, 26)
BAR, FRAME = (112, 122, 126), (34, 38, 40)
FOAM = "#8FC4BC"
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


def grate(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """``FF-03``  Paint an iron frame, and bars across it through which the floor shows."""
    _fall(painting, piece, 0.16)
    if piece.closed:
        left, top, right, bottom = piece.box
        upright = bottom - top > right - left
        long = bottom - top if upright else right - left
        for n in range(1, max(2, round(long / 0.32))):
            distance = n * long / max(2, round(long / 0.32))
            ends = (
                (Point(left, top + distance), Point(right, top + distance))
                if upright
                else (Point(left + distance, top), Point(left + distance, bottom))
            )
            painting.band(ends, 0.13, FRAME)
            painting.band(ends, 0.07, BAR)
    _frame(painting, line_of(piece))


def sluice_gate(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """``FF-03``  Paint a steel leaf with stripes, and stripes on the floor around it."""
    around = painting.band_mask(line_of(piece), 1.0)
    if piece.closed:
        inner = painting.area(piece.outline)
        around.blit(inner, (0, 0), special_flags=pygame.BLEND_RGB_MAX)
    paint_stripes(painting, around)
    _fall(painting, piece, 0.22)
    if piece.closed:
        leaf = painting.area(piece.outline)
        painting.cover(leaf, grained("#7C878C", 0.7, 37))
        swell(painting, leaf, 0.14)
    _frame(painting, line_of(piece))


def _frame(painting: PaintCanvas, line: Path) -> None:
    painting.bands(line, (0.26, FRAME), (0.17, BAR))
    for a, b in pairwise(line):
        for at in along((a, b), 0.5):
            rivet(painting, at, 0.055)


def _fall(painting: PaintCanvas, piece: Terrain, distance: float) -> None:
    painting.shadow(painting.band_mask(line_of(piece), 0.36), 0.1, 0.55, distance)


def paint_gantries(painting: PaintCanvas, plan: BoardLayout) -> None:
    """``FF-02``  Paint raised gratings with their shadow and a rail around them."""
    for spot in plan.board.spots:
        if spot.kind == "gantry" and (part := painting.part(box(spot.outline), 0.8)):
            _gantry(part, spot.outline)


def _gantry(painting: PaintCanvas, outline: Path) -> None:
    mask = painting.area(outline)
    painting.shadow(mask, 0.2, 0.6, 0.3)
    sheet = painting.sheet(grained("#6F777A", 0.6, 31))
    _mesh(sheet, 0.22)
    painting.lay(mask, sheet.canvas)
    painting.band(outline, 0.16, (40, 36, 24), closed=True)
    painting.band(outline, 0.09, (206, 162, 62), closed=True)
    for at in along(loop(outline), 1.5):
        rivet(painting, at, 0.09)


def _mesh(painting: PaintCanvas, pitch: float) -> None:
    left, top, right, bottom = painting.box
    wide = max(1, round(0.10 * painting.ppi))
    for i in range(int(left / pitch), int(right / pitch) + 2):
        x = round(painting.spot((i * pitch, 0))[0])
        painting.canvas.fill(DARK, (x, 0, wide, painting.canvas.get_height()))
    for j in range(int(top / (3 * pitch)), int(bottom / (3 * pitch)) + 2):
        y = round(painting.spot((0, j * 3 * pitch))[1])
        painting.canvas.fill(IRON, (0, y, painting.canvas.get_width(), wide))


def paint_outfalls(painting: PaintCanvas, plan: BoardLayout) -> None:
    """``FF-01``, ``FF-04``  Paint the gutters along lanes, and the origins of floods."""
    for kerb in _gutter(plan):
        if part := painting.part(box(kerb.outline), 0.3):
            _paint_channel(part, kerb, plan)
    for spot in plan.board.spots:
        if spot.kind == "flood origin" and (part := painting.part(box(spot.outline), 1.6)):
            _outfall(part, spot.outline)


def _outfall(painting: PaintCanvas, outline: Path) -> None:
    """Paint the mouth of an origin, or foam along an edge."""
    if len(outline) > 1:
        band = blurred(painting.band_mask(outline, 0.7), 0.3 * painting.ppi)
        painting.cover(band, grained("#7FA39A", 1.2, 33))
        return
    at = outline[0]
    painting.discs(at, (1.0, (50, 48, 42)), (0.92, (142, 136, 120)), (0.66, (60, 58, 50)))
    painting.disc((at.x + 0.05, at.y + 0.06), 0.6, (12, 18, 20))


@spare
@lru_cache(4)
def _channel(plan: BoardLayout) -> tuple[AreaShape, ...]:
    """Return the gutter along the lanes of the corridors (``FF-04``)."""
    return shapes(_lanes(plan, CHANNEL))


@spare
@lru_cache(4)
def _gutter(plan: BoardLayout) -> tuple[AreaShape, ...]:
    """Return the channel with the kerbs along it."""
    return shapes(_lanes(plan, CHANNEL + KERB))


@spare
@lru_cache(4)
def _kerb_joints(plan: BoardLayout) -> tuple[Segment, ...]:
    return cuts(_gutter(plan), KERB)


def _lanes(plan: BoardLayout, half: float) -> BaseGeometry:
    lanes = [LineString(s.outline) for s in plan.board.spots if s.kind == "lane"]
    return unary_union([lane.buffer(half, quad_segs=4) for lane in lanes])


def _paint_channel(painting: PaintCanvas, kerb: AreaShape, plan: BoardLayout) -> None:
    """Paint a gutter between kerbs, with ankle-deep water."""
    stones, run = lay_kerb(painting, kerb, _channel(plan))
    painting.cover(run, grained("#4A4D40", 1.3, 9))
    painting.lay(dimmed(run, 205), painting.paper(water(MURKY, SHEEN)))
    wide = painting.wide(0.03)
    for a, b in _kerb_joints(plan):
        pygame.draw.line(painting.canvas, "#5E5A4C", painting.spot(a), painting.spot(b), wide)
    shade_shore(painting, stones, run)


def flooded(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """Paint water through which the floor still shows."""
    mask = painting.area(piece.outline)
    paint_shallows(painting, within(blurred(mask, 0.1 * painting.ppi), mask))
    painting.outline(piece.outline, FOAM)


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
