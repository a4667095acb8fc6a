"""Painters of exits, nests, drains, hatches, gantries."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import cos, sin, tau
from random import Random
from typing import TypeAlias
from zlib import crc32

import pygame

from game.geometry.points import Path, Point, unit_vector
from game.geometry.polygons import box
from game.table.board import Spot
from game.view.board.board_layout import BoardLayout, along
from game.view.board.brushes import paint_seams, paint_stripes, rivet
from game.view.board.canvas import AreaShape, PaintCanvas, blurred, shifted
from game.view.board.textures import grained

Painter: TypeAlias = Callable[[PaintCanvas, Spot], None]

IRON, DARK = (118, 126, 130), (22, 24, 26)


def paint_spots(painting: PaintCanvas, plan: BoardLayout) -> None:
    """Paint the spots that lie flat on the floor; see ``paint_gantries`` for gantries."""
    for spot in plan.board.spots:
        painter = _PAINTERS.get(spot.kind)
        if painter and (part := painting.part(box(spot.outline), 1.6)):
            painter(part, spot)


def paint_gantries(painting: PaintCanvas, plan: BoardLayout) -> None:
    """``FF-02``  Paint raised gratings with their shadow and a rail around them."""
    for spot in plan.board.spots:
        if spot.kind == "gantry" and (part := painting.part(box(spot.outline), 0.8)):
            _gantry(part, spot.outline)


def _gantry(painting: PaintCanvas, outline: Path) -> None:
    mask = painting.mask([AreaShape(outline)])
    painting.darken(blurred(shifted(mask, 0.3 * painting.ppi), 0.2 * painting.ppi), 0.6)
    sheet = PaintCanvas(painting.paper(grained("#6F777A", 0.6, 31)), painting.box, painting.ppi)
    _mesh(sheet, 0.22)
    painting.lay(mask, sheet.canvas)
    painting.band(outline, 0.16, (40, 36, 24), closed=True)
    painting.band(outline, 0.09, (206, 162, 62), closed=True)
    for at in along((*outline, outline[0]), 1.5):
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


def _drain(painting: PaintCanvas, spot: Spot) -> None:
    """``MI-06``  Paint a grille of iron bars over a dark hole."""
    (x, y), half = spot.outline[0], 0.62
    outer = _square(x, y, half)
    painting.darken(blurred(painting.mask([AreaShape(outer)]), 0.2 * painting.ppi), 0.5)
    painting.fill(outer, (78, 80, 78))
    painting.fill(_square(x, y, half - 0.10), DARK)
    for n in range(5):
        across = x - half + 0.22 + n * (2 * half - 0.44) / 4
        bar = Point(across, y - half + 0.08), Point(across, y + half - 0.08)
        painting.band(bar, 0.09, (92, 97, 97))
        painting.band(tuple(Point(p.x - 0.02, p.y) for p in bar), 0.03, (150, 155, 153))
    for corner in _square(x, y, half - 0.05):
        rivet(painting, corner, 0.05)


def _nest(painting: PaintCanvas, spot: Spot) -> None:
    """``MI-01``  Paint straw and rags, heaped around a hollow."""
    x, y = spot.outline[0]
    random = Random(crc32(spot.id.encode()))  # noqa: S311  for the eye only
    painting.darken(blurred(_dot(painting, x + 0.1, y + 0.12, 1.15), 0.25 * painting.ppi), 0.6)
    for n in range(150):
        turn, distance = random.uniform(0, tau), random.uniform(0.3, 1.05) ** 0.8
        middle = x + cos(turn) * distance, y + sin(turn) * distance
        lean, half = turn + random.uniform(1.0, 2.1), random.uniform(0.1, 0.24)
        right, down = cos(lean) * half, sin(lean) * half
        straw = (
            Point(middle[0] - right, middle[1] - down),
            Point(middle[0] + right, middle[1] + down),
        )
        painting.band(straw, random.uniform(0.03, 0.06), _lit((70, 58, 38), n % 6))
    painting.disc((x, y), 0.42, (30, 25, 20))
    for n, (dx, dy) in enumerate(((-0.15, 0.05), (0.16, -0.08), (0.05, 0.2))):
        painting.disc((x + dx + 0.02, y + dy + 0.03), 0.17, (18, 15, 12))
        painting.disc((x + dx, y + dy), 0.16, (150 - 12 * n, 142 - 12 * n, 118 - 12 * n))
        painting.disc((x + dx - 0.04, y + dy - 0.05), 0.07, (190, 184, 164))


def _dot(painting: PaintCanvas, x: float, y: float, radius: float) -> pygame.Surface:
    mask = pygame.Surface(painting.canvas.get_size())
    pygame.draw.aacircle(mask, "white", painting.spot((x, y)), radius * painting.ppi)
    return mask


def _exit(painting: PaintCanvas, spot: Spot) -> None:
    """``MI-02``  Mark the floor where models leave: a green edge, and chevrons."""
    mask = painting.mask([AreaShape(spot.outline)])
    painting.lighten(mask, (8, 26, 20))
    painting.band(spot.outline, 0.10, (52, 150, 116), closed=True)


def _hatch(painting: PaintCanvas, spot: Spot) -> None:
    """``MI-05``  Paint a steel sill between stripes, and lights that lead to it."""
    glow = painting.band_mask(spot.outline, 1.9)
    painting.lighten(blurred(glow, 0.5 * painting.ppi), (10, 34, 38))
    painting.darken(blurred(painting.band_mask(spot.outline, 1.3), 0.15 * painting.ppi), 0.35)
    paint_stripes(painting, painting.band_mask(spot.outline, 1.0))
    painting.band(spot.outline, 0.46, (34, 38, 42))
    painting.band(spot.outline, 0.36, (134, 144, 150))
    painting.band(spot.outline, 0.06, (60, 66, 70))
    for at in along(spot.outline, 0.6):
        rivet(painting, at, 0.06)
    for a, b in pairwise(spot.outline):
        toward = unit_vector(a, b)
        for at in along((a, b), 2.0):
            for side in (0.85, -0.85):
                light = at.x - toward.y * side, at.y + toward.x * side
                painting.disc(light, 0.15, (16, 22, 24))
                painting.disc(light, 0.10, "#6FE3E6")


def _outfall(painting: PaintCanvas, spot: Spot) -> None:
    """``FF-01``  Paint the mouth of a flood origin, or foam along an edge."""
    if len(spot.outline) > 1:
        band = blurred(painting.band_mask(spot.outline, 0.7), 0.3 * painting.ppi)
        painting.lay(band, painting.paper(grained("#7FA39A", 1.2, 33)))
        return
    at = spot.outline[0]
    for radius, tint in ((1.0, (50, 48, 42)), (0.92, (142, 136, 120)), (0.66, (60, 58, 50))):
        painting.disc(at, radius, tint)
    painting.disc((at[0] + 0.05, at[1] + 0.06), 0.6, (12, 18, 20))


def _ring(painting: PaintCanvas, spot: Spot) -> None:
    """``TC-01``  Paint the rim of a ring: a groove in which it turns, and its bearings."""
    left, top, right, bottom = box(spot.outline)
    (x, y), radius = ((left + right) / 2, (top + bottom) / 2), (right - left) / 2
    if dict(spot.numbers).get("number") == 0:
        sheet = PaintCanvas(
            painting.paper(grained("#6C7278", 0.5, 35)), painting.box, painting.ppi
        )
        paint_seams(sheet, 1.0)
        painting.lay(_dot(painting, x, y, radius), sheet.canvas)
    hoop = pygame.Surface(painting.canvas.get_size())
    _circle(painting, hoop, (x, y), radius + 0.25, 0.5, "white")
    painting.darken(blurred(hoop, 0.12 * painting.ppi), 0.4)
    for distance, wide, tint in (
        (0.15, 0.30, "#191C1F"),
        (0.09, 0.18, "#8C969B"),
        (0.07, 0.06, "#D2D8DA"),
    ):
        _circle(painting, painting.canvas, (x, y), radius + distance, wide, tint)
    for n in range(round(tau * radius / 0.9)):
        turn = n * 0.9 / radius
        rivet(painting, (x + cos(turn) * radius, y + sin(turn) * radius), 0.05)


def _circle(
    painting: PaintCanvas,
    canvas: pygame.Surface,
    at: tuple[float, float],
    radius: float,
    wide: float,
    tint: str,
) -> None:
    pixels = max(1, round(wide * painting.ppi))
    pygame.draw.aacircle(canvas, tint, painting.spot(at), radius * painting.ppi, pixels)


_PAINTERS: dict[str, Painter] = {
    "drain": _drain,
    "nest": _nest,
    "exit": _exit,
    "hatch": _hatch,
    "flood origin": _outfall,
    "ring": _ring,
}


def _square(x: float, y: float, half: float) -> Path:
    return (
        Point(x - half, y - half),
        Point(x + half, y - half),
        Point(x + half, y + half),
        Point(x - half, y + half),
    )


def _lit(tint: tuple[int, int, int], steps: int) -> tuple[int, int, int]:
    red, green, blue = (min(255, part + 14 * steps) for part in tint)
    return red, green, blue
