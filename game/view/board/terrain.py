"""Painters of terrain and of spots, and the tables of all painters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import tau
from random import Random
from zlib import crc32

import pygame

from game.geometry.points import Path, Point, unit_vector
from game.geometry.polygons import box
from game.table.board import Spot, Terrain, TerrainKind
from game.view.board.board_layout import BoardLayout, along
from game.view.board.brushes import (
    TerrainPainter,
    fall,
    is_in_view,
    line_of,
    loop,
    middle,
    moved,
    out,
    paint_stripes,
    patch,
    pile,
    rivet,
    shrunk,
)
from game.view.board.canvas import (
    AreaShape,
    PaintCanvas,
    blurred,
    dimmed,
    shifted,
    square,
    within,
    without,
)
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
from game.view.board.textures import grained, water

DUST = "#8D8068"
GRAVEL = "#807B6F"
EARTH = "#8A7C64"
ASH = "#5B554C"
STONE = "#B4AD9B"


def ruin(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """Paint a dusty floor within the remains of its walls; ruins of bonus 1 are overgrown."""
    overgrown = piece.bonus == 1
    patch(painting, piece, grained(MOSS if overgrown else DUST, 1.3, 13), soft=0.06)
    pile(painting, plan.stones(piece, 0.9, 0.04, 0.16))
    for n, side in enumerate(pairwise(loop(piece.outline))):
        for m, course in enumerate(pairwise(along(side, 0.8))):
            if (7 * n + 3 * m) % 5 != 1:
                _paint_course(painting, course)
    for bush in plan.stones(piece, 0.5, 0.14, 0.5) if overgrown else ():
        if is_in_view(painting, bush):
            crown(painting, bush)


def _paint_course(painting: PaintCanvas, line: Path) -> None:
    """Draw a length of low masonry: shadow, stone, and light on its upper left edge."""
    painting.band(tuple(Point(x + 0.09, y + 0.11) for x, y in line), 0.30, (38, 35, 30))
    painting.bands(line, (0.30, (112, 104, 90)), (0.165, (168, 158, 136), -0.05))


def rubble(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    patch(painting, piece, grained(GRAVEL, 2.2, 15), soft=0.12)
    pile(painting, plan.stones(piece, 5.0, 0.05, 0.30))


def crater(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """Paint a raised rim of earth, and ash that darkens to the middle, lit on the far side."""
    mask = patch(painting, piece, grained(EARTH, 1.8, 17), soft=0.10)
    ppi = painting.ppi
    hollow = painting.area(shrunk(piece.outline, middle(piece.box), 0.80))
    painting.cover(blurred(hollow, 0.15 * ppi), grained(ASH, 1.6, 19))
    rim = without(mask, hollow)
    painting.lighten(blurred(without(rim, shifted(rim, 0.18 * ppi)), 0.06 * ppi), (36, 33, 26))
    wall = blurred(without(hollow, shifted(hollow, 0.45 * ppi)), 0.25 * ppi)
    painting.darken(within(wall, hollow), 0.65)
    slope = blurred(without(hollow, shifted(hollow, -0.45 * ppi)), 0.25 * ppi)
    painting.lighten(within(slope, hollow), (34, 30, 23))
    pile(painting, plan.stones(piece, 1.2, 0.04, 0.14))


KERB = "#A6A18F"
DEEP, GLINT = "#1F5457", "#A9E4D4"
SHALLOW = "#2E6C70"
CLEAR_ALPHA = 165
"""Opacity of shallow water, of 255."""


def paint_pools(painting: PaintCanvas, plan: BoardLayout) -> None:
    """Paint deep water."""
    for kerb in plan.kerbs:
        if part := painting.part(box(kerb.outline), 0.3):
            _paint_pool(part, kerb, plan)


def paint_shallows(painting: PaintCanvas, mask: pygame.Surface) -> None:
    """Paint water through which the ground still shows where the mask is white."""
    painting.cover(dimmed(mask, CLEAR_ALPHA), water(SHALLOW, GLINT))


def _paint_pool(painting: PaintCanvas, kerb: AreaShape, plan: BoardLayout) -> None:
    """Paint a kerb, the water inside it, and the shadow of the near shore."""
    stones, pool = lay_kerb(painting, kerb, plan.water)
    painting.cover(pool, water(DEEP, GLINT))
    shade_shore(painting, stones, pool)


def lay_kerb(
    painting: PaintCanvas, kerb: AreaShape, inner: Sequence[AreaShape]
) -> tuple[pygame.Surface, pygame.Surface]:
    """Paint kerb stones; return masks of them with their inside, and of the inside."""
    stones, pool = painting.mask([kerb]), painting.mask(inner)
    around = blurred(stones, 0.25 * painting.ppi)
    painting.darken(without(around, stones), 0.35)
    painting.cover(stones, grained(KERB, 1.1, 7))
    painting.lighten(without(stones, shifted(stones, 0.05 * painting.ppi)), (30, 29, 25))
    painting.darken(without(stones, shifted(stones, -0.07 * painting.ppi)), 0.35)
    return stones, within(pool, stones)


def shade_shore(painting: PaintCanvas, stones: pygame.Surface, pool: pygame.Surface) -> None:
    shore = blurred(without(stones, pool), 0.22 * painting.ppi)
    painting.darken(within(pool, shifted(shore, 0.12 * painting.ppi)), 0.75)


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


def nothing(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """Paint nothing: pools come before all terrain, walls and blocks after it."""


def paint_spots(painting: PaintCanvas, plan: BoardLayout) -> None:
    """Paint the spots that lie flat on the floor."""
    for spot in plan.board.spots:
        painter = _SPOTS.get(spot.kind)
        if painter and (part := painting.part(box(spot.outline), 1.6)):
            painter(part, spot)


def _drain(painting: PaintCanvas, spot: Spot) -> None:
    """``MI-06``  Paint a grille of iron bars over a dark hole."""
    (x, y), half = spot.outline[0], 0.62
    outer = square((x, y), half)
    painting.shadow(painting.area(outer), 0.2, 0.5)
    painting.fill(outer, (78, 80, 78))
    painting.square((x, y), half - 0.10, (22, 24, 26))
    for n in range(5):
        across = x - half + 0.22 + n * (2 * half - 0.44) / 4
        bar = Point(across, y - half + 0.08), Point(across, y + half - 0.08)
        painting.band(bar, 0.09, (92, 97, 97))
        painting.band(tuple(Point(p.x - 0.02, p.y) for p in bar), 0.03, (150, 155, 153))
    for corner in square((x, y), half - 0.05):
        rivet(painting, corner, 0.05)


def _nest(painting: PaintCanvas, spot: Spot) -> None:
    """``MI-01``  Paint straw and rags, heaped around a hollow."""
    x, y = spot.outline[0]
    random = Random(crc32(spot.id.encode()))  # noqa: S311  for the eye only
    painting.shadow(painting.disc_mask((x + 0.1, y + 0.12), 1.15), 0.25, 0.6)
    for n in range(150):
        turn, distance = random.uniform(0, tau), random.uniform(0.3, 1.05) ** 0.8
        at = out(spot.outline[0], turn, distance)
        lean, half = turn + random.uniform(1.0, 2.1), random.uniform(0.1, 0.24)
        straw, lit = (out(at, lean, -half), out(at, lean, half)), 14 * (n % 6)
        painting.band(straw, random.uniform(0.03, 0.06), (70 + lit, 58 + lit, 38 + lit))
    painting.disc((x, y), 0.42, (30, 25, 20))
    for n, (dx, dy) in enumerate(((-0.15, 0.05), (0.16, -0.08), (0.05, 0.2))):
        painting.disc((x + dx + 0.02, y + dy + 0.03), 0.17, (18, 15, 12))
        painting.disc((x + dx, y + dy), 0.16, (150 - 12 * n, 142 - 12 * n, 118 - 12 * n))
        painting.disc((x + dx - 0.04, y + dy - 0.05), 0.07, (190, 184, 164))


def _exit(painting: PaintCanvas, spot: Spot) -> None:
    """``MI-02``  Mark the floor where models leave: a green edge, and chevrons."""
    painting.lighten(painting.area(spot.outline), (8, 26, 20))
    painting.band(spot.outline, 0.10, (52, 150, 116), closed=True)


def _hatch(painting: PaintCanvas, spot: Spot) -> None:
    """``MI-05``  Paint a steel sill between stripes, and lights that lead to it."""
    glow = painting.band_mask(spot.outline, 1.9)
    painting.lighten(blurred(glow, 0.5 * painting.ppi), (10, 34, 38))
    painting.shadow(painting.band_mask(spot.outline, 1.3), 0.15, 0.35)
    paint_stripes(painting, painting.band_mask(spot.outline, 1.0))
    painting.bands(spot.outline, (0.46, (34, 38, 42)), (0.36, (134, 144, 150)))
    painting.band(spot.outline, 0.06, (60, 66, 70))
    for at in along(spot.outline, 0.6):
        rivet(painting, at, 0.06)
    for a, b in pairwise(spot.outline):
        toward = unit_vector(a, b)
        for at in along((a, b), 2.0):
            for side in (0.85, -0.85):
                light = at.x - toward.y * side, at.y + toward.x * side
                painting.discs(light, (0.15, (16, 22, 24)), (0.10, "#6FE3E6"))


_SPOTS: dict[str, Callable[[PaintCanvas, Spot], None]] = {
    "drain": _drain,
    "nest": _nest,
    "exit": _exit,
    "hatch": _hatch,
}


PAINTERS: dict[TerrainKind, TerrainPainter] = {
    TerrainKind.WALL: nothing,
    TerrainKind.BLOCK: nothing,
    TerrainKind.RUIN: ruin,
    TerrainKind.WOOD: wood,
    TerrainKind.RUBBLE: rubble,
    TerrainKind.CRATER: crater,
    TerrainKind.LOW_WALL: low_wall,
    TerrainKind.HEDGE: hedge,
    TerrainKind.RAIL: rail,
    TerrainKind.PIPE: pipe,
    TerrainKind.DEEP_WATER: nothing,
    TerrainKind.CAVE_IN: heap,
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
