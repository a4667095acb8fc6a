"""Painters of ruins, rubble, craters, pipes, grates and gates."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TypeAlias

import pygame

from game.geometry.points import Path, Point
from game.table.board import Terrain, TerrainKind
from game.view.board.board_layout import BoardLayout, along
from game.view.board.brushes import (
    fall,
    is_in_view,
    line_of,
    middle_of,
    moved,
    paint_stripes,
    patch,
    pile,
    rivet,
    shrunk,
    swell,
)
from game.view.board.canvas import AreaShape, PaintCanvas, blurred, shifted, within, without
from game.view.board.hulls import debris
from game.view.board.plants import MOSS, crown, hedge, spines, venom_plants, weeds, wood
from game.view.board.structures import (
    barricade,
    conduit,
    fortification,
    reactor,
    regulator,
    servo_hauler,
    statue,
)
from game.view.board.textures import grained
from game.view.board.water import paint_shallows

IRON, RIM = (112, 122, 126), (34, 38, 40)


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
            painting.band(ends, 0.13, RIM)
            painting.band(ends, 0.07, IRON)
    _frame(painting, _line(piece))


def sluice_gate(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """``FF-03``  Paint a steel leaf with stripes, and stripes on the floor around it."""
    distance = 0.5
    around = painting.band_mask(_line(piece), 2 * distance)
    if piece.closed:
        inner = painting.mask([AreaShape(piece.outline)])
        around.blit(inner, (0, 0), special_flags=pygame.BLEND_RGB_MAX)
    paint_stripes(painting, around)
    _fall(painting, piece, 0.22)
    if piece.closed:
        leaf = painting.mask([AreaShape(piece.outline)])
        painting.lay(leaf, painting.paper(grained("#7C878C", 0.7, 37)))
        swell(painting, leaf, 0.14)
    _frame(painting, _line(piece))


def _frame(painting: PaintCanvas, line: Path) -> None:
    painting.band(line, 0.26, RIM)
    painting.band(line, 0.17, IRON)
    for a, b in pairwise(line):
        for at in along((a, b), 0.5):
            rivet(painting, at, 0.055)


def _fall(painting: PaintCanvas, piece: Terrain, distance: float) -> None:
    shadow = painting.band_mask(_line(piece), 0.36)
    painting.darken(blurred(shifted(shadow, distance * painting.ppi), 0.1 * painting.ppi), 0.55)


def _line(piece: Terrain) -> Path:
    return (*piece.outline, piece.outline[0]) if piece.closed else piece.outline


Painter: TypeAlias = Callable[[PaintCanvas, BoardLayout, Terrain], None]

DUST = "#8D8068"
GRAVEL = "#807B6F"
EARTH = "#8A7C64"
ASH = "#5B554C"
STONE = "#B4AD9B"
FOAM = "#8FC4BC"


def ruin(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """Paint a dusty floor within the remains of its walls; ruins of bonus 1 are overgrown."""
    overgrown = piece.bonus == 1
    patch(painting, piece, grained(MOSS if overgrown else DUST, 1.3, 13), soft=0.06)
    pile(painting, plan.stones(piece, 0.9, 0.04, 0.16))
    corners = (*piece.outline, piece.outline[0])
    gone = 1
    for n, (a, b) in enumerate(pairwise(corners)):
        steps = list(along((a, b), 0.8))
        for m, (start, end) in enumerate(pairwise(steps)):
            if (7 * n + 3 * m) % 5 != gone:
                _course(painting, (start, end), 0.30)
    for bush in plan.stones(piece, 0.5, 0.14, 0.5) if overgrown else ():
        if is_in_view(painting, bush):
            crown(painting, bush)


def _course(painting: PaintCanvas, line: Path, wide: float) -> None:
    """Draw a length of low masonry: shadow, stone, and light on its upper left edge."""
    over = tuple(Point(x + 0.09, y + 0.11) for x, y in line)
    lit = tuple(Point(x - 0.05, y - 0.05) for x, y in line)
    painting.band(over, wide, (38, 35, 30))
    painting.band(line, wide, (112, 104, 90))
    painting.band(lit, wide * 0.55, (168, 158, 136))


def rubble(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    patch(painting, piece, grained(GRAVEL, 2.2, 15), soft=0.12)
    pile(painting, plan.stones(piece, 5.0, 0.05, 0.30))


def crater(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """Paint a raised rim of earth, and ash that darkens to the middle, lit on the far side."""
    mask = patch(painting, piece, grained(EARTH, 1.8, 17), soft=0.10)
    middle, ppi = middle_of(piece), painting.ppi
    hollow = painting.mask([AreaShape(shrunk(piece.outline, middle, 0.80))])
    painting.lay(blurred(hollow, 0.15 * ppi), painting.paper(grained(ASH, 1.6, 19)))
    rim = without(mask, hollow)
    painting.lighten(blurred(without(rim, shifted(rim, 0.18 * ppi)), 0.06 * ppi), (36, 33, 26))
    wall = blurred(without(hollow, shifted(hollow, 0.45 * ppi)), 0.25 * ppi)
    painting.darken(within(wall, hollow), 0.65)
    slope = blurred(without(hollow, shifted(hollow, -0.45 * ppi)), 0.25 * ppi)
    painting.lighten(within(slope, hollow), (34, 30, 23))
    pile(painting, plan.stones(piece, 1.2, 0.04, 0.14))


def deep_water(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """Paint nothing: all water is painted at once (see ``water``)."""


def flooded(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """Paint water through which the floor still shows."""
    mask = painting.mask([AreaShape(piece.outline)])
    paint_shallows(painting, within(blurred(mask, 0.1 * painting.ppi), mask))
    pygame.draw.aalines(painting.canvas, FOAM, True, painting.spots(piece.outline))  # noqa: FBT003


def low_wall(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    line = line_of(piece)
    fall(painting, line, 0.40, 0.16)
    painting.band(line, 0.40, (62, 58, 50))
    painting.band(line, 0.32, STONE)
    painting.band(moved(line, -0.06), 0.12, (214, 206, 186))
    for at in along(line, 0.9):
        painting.disc(at, 0.05, (96, 90, 78))


def rail(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    line = line_of(piece)
    fall(painting, line, 0.12, 0.14)
    painting.band(line, 0.14, (40, 34, 26))
    painting.band(line, 0.08, (196, 152, 66))
    for at in along(line, 1.0):
        painting.disc(at, 0.13, (40, 34, 26))
        painting.disc(at, 0.09, (224, 184, 96))


def pipe(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    line = line_of(piece)
    fall(painting, line, 0.44, 0.18)
    for wide, shift, colour in _PIPE:
        painting.band(moved(line, shift), wide, colour)
    for at in along(line, 2.0):
        painting.disc(at, 0.27, (52, 32, 20))
        painting.disc((at[0] - 0.02, at[1] - 0.02), 0.22, (158, 104, 66))
        painting.disc((at[0] - 0.06, at[1] - 0.06), 0.09, (206, 158, 112))


_PIPE = (
    (0.44, 0.0, (46, 29, 19)),
    (0.38, 0.0, (104, 66, 42)),
    (0.24, -0.04, (150, 98, 62)),
    (0.08, -0.08, (214, 166, 120)),
)


def heap(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """Paint fallen stone over the area, or along the line."""
    if piece.closed:
        patch(painting, piece, grained(GRAVEL, 2.2, 15), soft=0.12)
        pile(painting, plan.stones(piece, 5.0, 0.12, 0.55))
    else:
        low_wall(painting, plan, piece)


def solid(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """Paint nothing: walls and blocks come last, with their shadows (see ``walls``)."""


PAINTERS: dict[TerrainKind, Painter] = {
    TerrainKind.WALL: solid,
    TerrainKind.BLOCK: solid,
    TerrainKind.RUIN: ruin,
    TerrainKind.WOOD: wood,
    TerrainKind.RUBBLE: rubble,
    TerrainKind.CRATER: crater,
    TerrainKind.LOW_WALL: low_wall,
    TerrainKind.HEDGE: hedge,
    TerrainKind.RAIL: rail,
    TerrainKind.PIPE: pipe,
    TerrainKind.DEEP_WATER: deep_water,
    TerrainKind.FLOODED: flooded,
    TerrainKind.GRATE: grate,
    TerrainKind.SLUICE_GATE: sluice_gate,
    TerrainKind.CAVE_IN: heap,
    TerrainKind.DEBRIS: debris,
    TerrainKind.WEEDS: weeds,
    TerrainKind.SPINES: spines,
    TerrainKind.VENOM_PLANTS: venom_plants,
    TerrainKind.STATUE: statue,
    TerrainKind.REACTOR: reactor,
    TerrainKind.SERVO_HAULER: servo_hauler,
    TerrainKind.REGULATOR: regulator,
    TerrainKind.CONDUIT: conduit,
    TerrainKind.BARRICADE: barricade,
    TerrainKind.FORTIFICATION: fortification,
}
