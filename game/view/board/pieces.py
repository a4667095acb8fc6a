"""How the ground and the low things look: each kind of terrain has its painter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import TypeAlias

import pygame

from game.geometry.points import Path, Point
from game.table.terrain import Kind, Terrain
from game.view.board.brush import Easel, Shape, blurred, shifted, within, without
from game.view.board.grain import grained
from game.view.board.metals import grate, sluice_gate
from game.view.board.plan import Plan, Scrap, along
from game.view.board.waters import paint_shallows
from game.view.board.wreck import debris

Painter: TypeAlias = Callable[[Easel, Plan, Terrain], None]

MOSS = "#57633C"
DUST = "#8D8068"
GRAVEL = "#807B6F"
EARTH = "#8A7C64"
ASH = "#5B554C"
STONE = "#B4AD9B"
EDGE = (58, 55, 48)
FOAM = "#8FC4BC"


def wood(easel: Easel, plan: Plan, piece: Terrain) -> None:
    """Paint mossy ground under crowns, each with its shadow, dark below and light above."""
    _ground(easel, piece, grained(MOSS, 1.5, 11), soft=0.2)
    crowns = [c for c in plan.crowns(piece) if _near(easel, c)]
    shadows = pygame.Surface(easel.canvas.get_size())
    for (x, y), radius, _, _ in crowns:
        spot = easel.spot((x + 0.22, y + 0.24))
        pygame.draw.aacircle(shadows, "white", spot, radius * easel.ppi)
    easel.darken(blurred(shadows, 0.15 * easel.ppi), 0.55)
    for crown in crowns:
        _crown(easel, crown)


def _crown(easel: Easel, crown: Scrap) -> None:
    (x, y), radius, shade, _ = crown
    base = _mix((44, 62, 34), (66, 84, 46), shade)
    easel.disc(crown.at, radius * 0.9, (22, 31, 20))
    for right, down in _BOUGHS:
        easel.disc((x + right * radius, y + down * radius), radius * 0.31, (22, 31, 20))
    for right, down in _BOUGHS:
        tone = _mix(base, (24, 34, 22), 0.30 + 0.22 * (right + down))
        easel.disc((x + right * radius - 0.02, y + down * radius - 0.02), radius * 0.26, tone)
    easel.disc((x - 0.02, y - 0.02), radius * 0.80, base)
    for n, (right, down, size) in enumerate(_LEAVES):
        tone = _mix(base, (128, 148, 84), 0.08 + 0.055 * n)
        easel.disc((x + right * radius, y + down * radius), size * radius, tone)


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


def ruin(easel: Easel, plan: Plan, piece: Terrain) -> None:
    """Paint a dusty floor within what is left of its walls."""
    _ground(easel, piece, grained(DUST, 1.3, 13), soft=0.06)
    _pile(easel, plan.stones(piece, 0.9, 0.04, 0.16))
    corners = (*piece.outline, piece.outline[0])
    gone = 1
    for n, (a, b) in enumerate(pairwise(corners)):
        steps = list(along((a, b), 0.8))
        for m, (start, end) in enumerate(pairwise(steps)):
            if (7 * n + 3 * m) % 5 != gone:
                _course(easel, (start, end), 0.30)


def _course(easel: Easel, line: Path, wide: float) -> None:
    """Draw a length of low masonry: shadow, stone, and light on its upper left edge."""
    over = tuple(Point(x + 0.09, y + 0.11) for x, y in line)
    lit = tuple(Point(x - 0.05, y - 0.05) for x, y in line)
    easel.band(over, wide, (38, 35, 30))
    easel.band(line, wide, (112, 104, 90))
    easel.band(lit, wide * 0.55, (168, 158, 136))


def rubble(easel: Easel, plan: Plan, piece: Terrain) -> None:
    _ground(easel, piece, grained(GRAVEL, 2.2, 15), soft=0.12)
    _pile(easel, plan.stones(piece, 5.0, 0.05, 0.30))


def crater(easel: Easel, plan: Plan, piece: Terrain) -> None:
    """Paint a raised rim of earth, and ash that darkens to the middle, lit on the far side."""
    mask = _ground(easel, piece, grained(EARTH, 1.8, 17), soft=0.10)
    middle, ppi = _middle(piece), easel.ppi
    hollow = easel.mask([Shape(_shrunk(piece.outline, middle, 0.80))])
    easel.lay(blurred(hollow, 0.15 * ppi), easel.paper(grained(ASH, 1.6, 19)))
    rim = without(mask, hollow)
    easel.lighten(blurred(without(rim, shifted(rim, 0.18 * ppi)), 0.06 * ppi), (36, 33, 26))
    wall = blurred(without(hollow, shifted(hollow, 0.45 * ppi)), 0.25 * ppi)
    easel.darken(within(wall, hollow), 0.65)
    slope = blurred(without(hollow, shifted(hollow, -0.45 * ppi)), 0.25 * ppi)
    easel.lighten(within(slope, hollow), (34, 30, 23))
    _pile(easel, plan.stones(piece, 1.2, 0.04, 0.14))


def deep_water(easel: Easel, plan: Plan, piece: Terrain) -> None:
    """Paint nothing: all water is painted at once (see ``waters``)."""


def flooded(easel: Easel, plan: Plan, piece: Terrain) -> None:
    """Paint water through which the floor still shows."""
    mask = easel.mask([Shape(piece.outline)])
    paint_shallows(easel, within(blurred(mask, 0.1 * easel.ppi), mask))
    pygame.draw.aalines(easel.canvas, FOAM, True, easel.spots(piece.outline))  # noqa: FBT003


def low_wall(easel: Easel, plan: Plan, piece: Terrain) -> None:
    line = _line(piece)
    _shadow(easel, line, 0.40, 0.16)
    easel.band(line, 0.40, (62, 58, 50))
    easel.band(line, 0.32, STONE)
    easel.band(_moved(line, -0.06), 0.12, (214, 206, 186))
    for at in along(line, 0.9):
        easel.disc(at, 0.05, (96, 90, 78))


def hedge(easel: Easel, plan: Plan, piece: Terrain) -> None:
    _shadow(easel, _line(piece), 0.5, 0.16)
    for bush in plan.bushes(piece):
        if _near(easel, bush):
            _crown(easel, bush)


def rail(easel: Easel, plan: Plan, piece: Terrain) -> None:
    line = _line(piece)
    _shadow(easel, line, 0.12, 0.14)
    easel.band(line, 0.14, (40, 34, 26))
    easel.band(line, 0.08, (196, 152, 66))
    for at in along(line, 1.0):
        easel.disc(at, 0.13, (40, 34, 26))
        easel.disc(at, 0.09, (224, 184, 96))


def pipe(easel: Easel, plan: Plan, piece: Terrain) -> None:
    line = _line(piece)
    _shadow(easel, line, 0.44, 0.18)
    for wide, shift, colour in _PIPE:
        easel.band(_moved(line, shift), wide, colour)
    for at in along(line, 2.0):
        easel.disc(at, 0.27, (52, 32, 20))
        easel.disc((at[0] - 0.02, at[1] - 0.02), 0.22, (158, 104, 66))
        easel.disc((at[0] - 0.06, at[1] - 0.06), 0.09, (206, 158, 112))


_PIPE = (
    (0.44, 0.0, (46, 29, 19)),
    (0.38, 0.0, (104, 66, 42)),
    (0.24, -0.04, (150, 98, 62)),
    (0.08, -0.08, (214, 166, 120)),
)


def heap(easel: Easel, plan: Plan, piece: Terrain) -> None:
    """Paint fallen stone, as wide as its outline or along its line."""
    if piece.closed:
        _ground(easel, piece, grained(GRAVEL, 2.2, 15), soft=0.12)
        _pile(easel, plan.stones(piece, 5.0, 0.12, 0.55))
    else:
        low_wall(easel, plan, piece)


def solid(easel: Easel, plan: Plan, piece: Terrain) -> None:
    """Paint nothing: walls and blocks come last, with their shadows (see ``solids``)."""


PAINTERS: dict[Kind, Painter] = {
    Kind.WALL: solid,
    Kind.BLOCK: solid,
    Kind.RUIN: ruin,
    Kind.WOOD: wood,
    Kind.RUBBLE: rubble,
    Kind.CRATER: crater,
    Kind.LOW_WALL: low_wall,
    Kind.HEDGE: hedge,
    Kind.RAIL: rail,
    Kind.PIPE: pipe,
    Kind.DEEP_WATER: deep_water,
    Kind.FLOODED: flooded,
    Kind.GRATE: grate,
    Kind.SLUICE_GATE: sluice_gate,
    Kind.CAVE_IN: heap,
    Kind.DEBRIS: debris,
}


def paint_stones(easel: Easel, stones: Iterable[Scrap]) -> None:
    _pile(easel, stones)


def _ground(
    easel: Easel, piece: Terrain, texture: pygame.Surface, soft: float
) -> pygame.Surface:
    """Lay a patch of other ground, its edge so many inches soft; return its mask.

    A thin line shows where exactly the area ends: rules ask whether a base is in it.
    """
    mask = easel.mask([Shape(piece.outline)])
    edge = blurred(mask, soft * easel.ppi)
    easel.lay(edge, easel.paper(texture))
    pygame.draw.aalines(easel.canvas, EDGE, True, easel.spots(piece.outline))  # noqa: FBT003
    return mask


def _pile(easel: Easel, stones: Iterable[Scrap]) -> None:
    for stone in stones:
        if _near(easel, stone) and stone.radius * easel.ppi >= 0.8:
            _stone(easel, stone)


def _stone(easel: Easel, stone: Scrap) -> None:
    (x, y), radius, shade, corners = stone
    tone = _mix((78, 74, 66), (168, 160, 142), shade)
    dark = _outline(corners, x + radius * 0.30, y + radius * 0.36, radius)
    pygame.draw.polygon(easel.canvas, (36, 34, 31), easel.spots(dark))
    pygame.draw.polygon(easel.canvas, tone, easel.spots(_outline(corners, x, y, radius)))
    if radius * easel.ppi > 3:
        top = _outline(corners, x - radius * 0.15, y - radius * 0.18, radius * 0.55)
        easel.fill(top, _mix(tone, (226, 216, 194), 0.35))


def _outline(corners: Path, x: float, y: float, radius: float) -> Path:
    return tuple(Point(x + cx * radius, y + cy * radius) for cx, cy in corners)


def _near(easel: Easel, scrap: Scrap) -> bool:
    (x, y), radius = scrap.at, scrap.radius * 2
    return easel.sees((x - radius, y - radius, x + radius, y + radius))


def _shadow(easel: Easel, line: Path, wide: float, shift: float) -> None:
    mask = easel.band_mask(_moved(line, shift), wide)
    easel.darken(blurred(mask, 0.1 * easel.ppi), 0.55)


def _line(piece: Terrain) -> Path:
    return (*piece.outline, piece.outline[0]) if piece.closed else piece.outline


def _moved(line: Path, inches: float) -> Path:
    return tuple(Point(x + inches, y + inches) for x, y in line)


def _middle(piece: Terrain) -> Point:
    left, top, right, bottom = piece.box
    return Point((left + right) / 2, (top + bottom) / 2)


def _shrunk(path: Path, about: Point, share: float) -> Path:
    return tuple(
        Point(about.x + (x - about.x) * share, about.y + (y - about.y) * share) for x, y in path
    )


def _mix(
    a: tuple[int, int, int], b: tuple[int, int, int], share: float
) -> tuple[int, int, int]:
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue
