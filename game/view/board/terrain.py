"""The painter of each kind of terrain."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sin, tau

import pygame

from game.geometry.points import Path, Point
from game.geometry.polygons import box, box_middle
from game.table.board import Terrain, TerrainKind
from game.view.board.board_layout import BoardLayout, ScatteredObject, along
from game.view.board.brushes import (
    TerrainPainter,
    fall,
    is_in_view,
    line_of,
    loop,
    mix,
    out,
    patch,
    pile,
    shrunk,
    studs,
)
from game.view.board.canvas import (
    AreaShape,
    PaintCanvas,
    blurred,
    dimmed,
    shifted,
    within,
    without,
)
from game.view.board.fortifications import barricade, fortification
from game.view.board.machines import conduit, reactor, regulator, servo_hauler
from game.view.board.statues import statue
from game.view.board.textures import grained, water

DUST = "#8D8068"
GRAVEL = "#807B6F"
EARTH = "#8A7C64"
ASH = "#5B554C"
STONE = "#B4AD9B"
KERB = "#A6A18F"
DEEP, GLINT = "#1F5457", "#A9E4D4"
SHALLOW = "#2E6C70"
CLEAR_ALPHA = 165
"""Opacity of shallow water, of 255."""
MOSS, LOAM, ROT, SLIME = "#57633C", "#66623A", "#6A5A3E", "#403F46"
STALKS = 7
"""Number of blades of a tuft of weeds; thorns have four more."""
_LEAVES = (
    (0.38, 0.36, 0.24),
    (0.28, 0.22, 0.34),
    (-0.46, 0.22, 0.30),
    (0.40, -0.18, 0.26),
    (0.15, -0.46, 0.32),
    (-0.10, 0.02, 0.34),
    (-0.30, -0.30, 0.38),
    (-0.38, -0.40, 0.20),
)
_BOUGHS = (
    (0.74, 0.0),
    (0.57, 0.48),
    (0.13, 0.73),
    (-0.37, 0.64),
    (-0.69, 0.25),
    (-0.69, -0.25),
    (-0.37, -0.64),
    (0.13, -0.73),
    (0.57, -0.48),
)


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
    hollow = painting.area(shrunk(piece.outline, box_middle(piece.box), 0.80))
    painting.cover(blurred(hollow, 0.15 * ppi), grained(ASH, 1.6, 19))
    rim = without(mask, hollow)
    painting.lighten(blurred(without(rim, shifted(rim, 0.18 * ppi)), 0.06 * ppi), (36, 33, 26))
    wall = blurred(without(hollow, shifted(hollow, 0.45 * ppi)), 0.25 * ppi)
    painting.darken(within(wall, hollow), 0.65)
    slope = blurred(without(hollow, shifted(hollow, -0.45 * ppi)), 0.25 * ppi)
    painting.lighten(within(slope, hollow), (34, 30, 23))
    pile(painting, plan.stones(piece, 1.2, 0.04, 0.14))


def low_wall(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    line = line_of(piece)
    fall(painting, line, 0.40, 0.16)
    strokes = (0.40, (62, 58, 50)), (0.32, STONE), (0.12, (214, 206, 186), -0.06)
    painting.bands(line, *strokes)
    studs(painting, line, 0.9, (0.05, (96, 90, 78)))


def rail(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    line = line_of(piece)
    fall(painting, line, 0.12, 0.14)
    painting.bands(line, (0.14, (40, 34, 26)), (0.08, (196, 152, 66)))
    studs(painting, line, 1.0, (0.13, (40, 34, 26)), (0.09, (224, 184, 96)))


def window(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """Paint a pane in a frame, with mullions an inch apart."""
    line = line_of(piece)
    if piece.closed:
        painting.lighten(painting.area(piece.outline), (22, 44, 52))
    fall(painting, line, 0.3, 0.14)
    painting.bands(line, (0.3, (30, 34, 38)), (0.2, (84, 132, 148)), (0.07, (186, 226, 234)))
    studs(painting, line, 1.0, (0.15, (30, 34, 38)), (0.09, (132, 142, 148)))


def pipe(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    line = line_of(piece)
    fall(painting, line, 0.44, 0.18)
    painting.bands(line, (0.44, (46, 29, 19)), (0.38, (104, 66, 42)))
    painting.bands(line, (0.24, (150, 98, 62), -0.04), (0.08, (214, 166, 120), -0.08))
    clamp = (0.27, (52, 32, 20)), (0.22, (158, 104, 66), -0.02), (0.09, (206, 158, 112), -0.06)
    studs(painting, line, 2.0, *clamp)


def heap(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """Paint fallen stone over the area, or along the line."""
    if piece.closed:
        patch(painting, piece, grained(GRAVEL, 2.2, 15), soft=0.12)
        pile(painting, plan.stones(piece, 5.0, 0.12, 0.55))
    else:
        low_wall(painting, plan, piece)


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


def wood(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """Paint mossy ground under crowns, each with its shadow, dark below and light above."""
    patch(painting, piece, grained(MOSS, 1.5, 11), soft=0.2)
    crowns = [c for c in plan.crowns(piece) if is_in_view(painting, c)]
    _shade(painting, crowns, 0.22, 1.0, 0.55)
    for one in crowns:
        crown(painting, one)


def crown(painting: PaintCanvas, one: ScatteredObject) -> None:
    """Paint a plant with one round crown: a tree or a bush."""
    (x, y), radius, shade, _ = one
    base = mix((44, 62, 34), (66, 84, 46), shade)
    painting.disc(one.at, radius * 0.9, (22, 31, 20))
    for right, down in _BOUGHS:
        painting.disc((x + right * radius, y + down * radius), radius * 0.31, (22, 31, 20))
    for right, down in _BOUGHS:
        tone = mix(base, (24, 34, 22), 0.30 + 0.22 * (right + down))
        painting.disc(
            (x + right * radius - 0.02, y + down * radius - 0.02), radius * 0.26, tone
        )
    painting.disc((x - 0.02, y - 0.02), radius * 0.80, base)
    for n, (right, down, size) in enumerate(_LEAVES):
        tone = mix(base, (128, 148, 84), 0.08 + 0.055 * n)
        painting.disc((x + right * radius, y + down * radius), size * radius, tone)


def hedge(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    fall(painting, line_of(piece), 0.5, 0.16)
    for bush in plan.bushes(piece):
        if is_in_view(painting, bush):
            crown(painting, bush)


def weeds(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """``MP-05``  Paint tufts of tall grass, their blades bent every way."""
    patch(painting, piece, grained(LOAM, 1.7, 45), soft=0.25)
    for tuft in plan.stones(piece, 2.4, 0.28, 0.62):
        if is_in_view(painting, tuft):
            _tuft(painting, tuft)


def _tuft(painting: PaintCanvas, tuft: ScatteredObject) -> None:
    (x, y), radius, shade, corners = tuft
    dark, light = (40, 48, 26), mix((104, 118, 52), (158, 150, 82), shade)
    painting.disc((x + 0.05, y + 0.06), radius * 0.5, dark)
    for n in range(STALKS):
        turn = tau * (n + corners[n % len(corners)][0] * 0.4) / STALKS + shade * tau
        distance = radius * (0.7 + 0.3 * ((n * 5) % 3))
        lit = mix(dark, light, 0.45 + 0.5 * ((n * 3) % STALKS) / STALKS)
        painting.fill(_leaf(tuft.at, turn, distance, 0.055), lit)


def spines(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """``MP-05``  Paint plants that are all thorns, bone-coloured, with red tips."""
    patch(painting, piece, grained(ROT, 1.7, 47), soft=0.2)
    found = sorted(plan.stones(piece, 0.9, 0.42, 0.95), key=lambda one: one.radius)
    _shade(painting, found, 0.14, 0.85, 0.5)
    for one in found:
        if is_in_view(painting, one):
            _spine(painting, one)


def _spine(painting: PaintCanvas, one: ScatteredObject) -> None:
    (x, y), radius, shade, corners = one
    count = STALKS + 4
    for n in range(count):
        turn = tau * n / count + shade * 3
        distance = radius * (0.75 + 0.35 * abs(corners[n % len(corners)][1]))
        lit = 0.5 - 0.5 * sin(turn + tau / 8)
        painting.fill(_thorn(one.at, turn, distance, 0.12), (34, 28, 22))
        painting.fill(
            _thorn(one.at, turn, distance, 0.075), mix((112, 96, 62), (214, 200, 158), lit)
        )
        tip = out(one.at, turn, distance * 0.72)
        painting.fill(_thorn(tip, turn, distance * 0.28, 0.035), (150, 58, 40))
    painting.disc((x, y), radius * 0.30, (40, 36, 24))
    painting.disc((x - 0.02, y - 0.02), radius * 0.24, mix((86, 88, 46), (122, 112, 58), shade))


def venom_plants(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """``MP-05``  Paint fleshy leaves around bladders that glow."""
    patch(painting, piece, grained(SLIME, 1.5, 49), soft=0.3)
    found = sorted(plan.stones(piece, 0.8, 0.40, 0.85), key=lambda one: one.radius)
    _shade(painting, found, 0.14, 0.85, 0.5)
    for one in found:
        if is_in_view(painting, one):
            _venom(painting, one)


def _venom(painting: PaintCanvas, one: ScatteredObject) -> None:
    (x, y), radius, shade, _ = one
    leaf = mix((54, 74, 70), (92, 70, 104), shade)
    for n in range(STALKS):
        turn = tau * n / STALKS + shade * 5
        lit = mix((24, 26, 34), leaf, 0.65 - 0.35 * sin(turn + tau / 8))
        painting.fill(_leaf(one.at, turn, radius * 1.1, radius * 0.30), (20, 20, 26))
        painting.fill(_leaf(one.at, turn, radius * 1.02, radius * 0.22), lit)
        vein = out(one.at, turn, radius * 0.8)
        painting.band((one.at, vein), 0.025, mix(lit, (190, 150, 200), 0.4))
    glow = (176, 206, 74) if shade > 0.5 else (206, 96, 168)
    for share, bright in ((0.36, 0.25), (0.29, 0.65), (0.20, 1.0)):
        spot = x - 0.04 * radius, y - 0.05 * radius
        painting.disc(spot, radius * share, mix((30, 24, 34), glow, bright))
    painting.disc((x - radius * 0.12, y - radius * 0.14), radius * 0.07, (246, 248, 220))


def _shade(
    painting: PaintCanvas,
    found: list[ScatteredObject],
    shift: float,
    size: float,
    share: float,
) -> None:
    """Darken the ground below plants, *shift* inches to the right and a little more down."""
    shadows = pygame.Surface(painting.canvas.get_size())
    for (x, y), radius, _, _ in found:
        spot = painting.spot((x + shift, y + shift + 0.02))
        pygame.draw.aacircle(shadows, "white", spot, radius * size * painting.ppi)
    painting.shadow(shadows, 0.15, share)


def _leaf(at: Point, turn: float, distance: float, half: float) -> Path:
    """Return a leaf of *distance* inches from a point outward, widest in its middle."""
    middle = out(at, turn, distance * 0.5)
    left, right = (out(middle, turn + side * tau / 4, half) for side in (1, -1))
    return at, left, out(at, turn, distance), right


def _thorn(at: Point, turn: float, distance: float, half: float) -> Path:
    """Return a thorn of *distance* inches from a point outward, widest at its base."""
    left, right = (out(at, turn + side * tau / 4, half) for side in (1, -1))
    return left, out(at, turn, distance), right


def nothing(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """Paint nothing: pools come before all terrain, walls and blocks after it."""


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
    TerrainKind.WINDOW: window,
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
