"""What painters of terrain share: patches of ground, stones, shadows of low things."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import pygame

from game.geometry.points import Path, Point
from game.table.board import Terrain
from game.view.board.canvas import Easel, Shape, blurred
from game.view.board.layout import Scrap

Tone: TypeAlias = tuple[int, int, int]
EDGE: Tone = (58, 55, 48)
"""The thin line around areas."""


def patch(easel: Easel, piece: Terrain, texture: pygame.Surface, soft: float) -> pygame.Surface:
    """Lay a patch of other ground, its edge so many inches soft; return its mask.

    A thin line shows where exactly the area ends: rules ask whether a base is in it.
    """
    mask = easel.mask([Shape(piece.outline)])
    edge = blurred(mask, soft * easel.ppi)
    easel.lay(edge, easel.paper(texture))
    pygame.draw.aalines(easel.canvas, EDGE, True, easel.spots(piece.outline))  # noqa: FBT003
    return mask


def pile(easel: Easel, stones: Iterable[Scrap]) -> None:
    for stone in stones:
        if near(easel, stone) and stone.radius * easel.ppi >= 0.8:
            _stone(easel, stone)


def _stone(easel: Easel, stone: Scrap) -> None:
    (x, y), radius, shade, corners = stone
    tone = mix((78, 74, 66), (168, 160, 142), shade)
    dark = _outline(corners, x + radius * 0.30, y + radius * 0.36, radius)
    pygame.draw.polygon(easel.canvas, (36, 34, 31), easel.spots(dark))
    pygame.draw.polygon(easel.canvas, tone, easel.spots(_outline(corners, x, y, radius)))
    if radius * easel.ppi > 3:
        top = _outline(corners, x - radius * 0.15, y - radius * 0.18, radius * 0.55)
        easel.fill(top, mix(tone, (226, 216, 194), 0.35))


def _outline(corners: Path, x: float, y: float, radius: float) -> Path:
    return tuple(Point(x + cx * radius, y + cy * radius) for cx, cy in corners)


def near(easel: Easel, scrap: Scrap) -> bool:
    (x, y), radius = scrap.at, scrap.radius * 2
    return easel.sees((x - radius, y - radius, x + radius, y + radius))


def fall(easel: Easel, line: Path, wide: float, shift: float) -> None:
    mask = easel.band_mask(moved(line, shift), wide)
    easel.darken(blurred(mask, 0.1 * easel.ppi), 0.55)


def line_of(piece: Terrain) -> Path:
    return (*piece.outline, piece.outline[0]) if piece.closed else piece.outline


def moved(line: Path, inches: float) -> Path:
    return tuple(Point(x + inches, y + inches) for x, y in line)


def middle_of(piece: Terrain) -> Point:
    left, top, right, bottom = piece.box
    return Point((left + right) / 2, (top + bottom) / 2)


def shrunk(path: Path, about: Point, share: float) -> Path:
    return tuple(
        Point(about.x + (x - about.x) * share, about.y + (y - about.y) * share) for x, y in path
    )


def mix(a: Tone, b: Tone, share: float) -> Tone:
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue
