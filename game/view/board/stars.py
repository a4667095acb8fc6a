"""What lies below a board in space: stars, and faint clouds between them."""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

import numpy as np
import pygame

from game.content.palettes import Colour
from game.geometry.points import Point
from game.table.board import Board
from game.view.board.canvas import BLACK, WHITE, Easel, blurred, faded
from game.view.board.layout import Plan, Scrap
from game.view.board.lighting import AROUND, FINE, stretched
from game.view.board.textures import SIDE, Field, grained, noise, rgb

CLOUDS = ("#2C4468", "#4A3158", "#1C4A4C")
STARS = ("#FFFFFF", "#CFE2FF", "#FFE9C9", "#FFD2B0")
BRIGHTEST = np.float32(95.0)
"""Of 255: tokens and lines must be seen before clouds, too."""
LARGE = 0.062
"""The radius in inches from which a star has a glow."""


def paint_stars(easel: Easel, plan: Plan, dark: Colour) -> None:
    """Paint the dark, and stars; in open space, clouds of light, too."""
    easel.canvas.blit(easel.paper(grained(dark, 1.0)), (0, 0))
    if plan.materials.laid == "stars":
        clouds = stretched(_clouds(plan.board), easel)
        easel.canvas.blit(clouds, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    sheet = Easel(pygame.Surface(easel.canvas.get_size()), easel.box, easel.ppi)
    near = [s for s in enumerate(plan.stars) if _near(easel, s[1])]
    for n, (at, radius, _, _) in near:
        if radius > LARGE:
            sheet.disc(at, 2.4 * radius, STARS[n % len(STARS)])
    easel.lighten(blurred(sheet.canvas, 0.1 * easel.ppi), (95, 95, 95))
    sheet.canvas.fill(BLACK)
    for n, (at, radius, shade, _) in near:
        share = 1.0 if radius > LARGE else 0.10 + 0.65 * shade**3
        _paint_star(sheet, at, 0.7 * radius, pygame.Color(STARS[n % len(STARS)]), share)
    easel.lighten(sheet.canvas, WHITE)


def _paint_star(
    easel: Easel, at: Point, radius: float, colour: pygame.Color, share: float
) -> None:
    """Paint a star; one that is less than a pixel far away is a pixel of less light."""
    pixels = radius * easel.ppi
    if pixels >= 1.0:
        easel.disc(at, radius, faded(colour, share))
        return
    x, y = easel.spot(at)
    light = faded(colour, share * (0.6 + 0.4 * pixels))
    easel.canvas.fill(light, (int(x), int(y), 1, 1))


@lru_cache(maxsize=8)
def _clouds(board: Board) -> pygame.Surface:
    """Return a small picture of a board's clouds: a drift of them from corner to corner."""
    wide, high = (round((side + 2 * AROUND) * FINE) for side in (board.width, board.height))
    luck = crc32(board.name.encode())
    x = np.linspace(-1, 1, wide, dtype=np.float32)[:, None]
    y = np.linspace(-1, 1, high, dtype=np.float32)[None]
    lean = np.float32(1 if luck % 2 else -1)
    drift = np.exp(-(((x * lean + y) / np.float32(0.95)) ** 2))
    picture: Field = np.zeros((wide, high, 3), np.float32)
    for n, cloud in enumerate(CLOUDS):
        lumps, wisps = (
            _cut(noise(cell, octaves, 40 + n), wide, high, luck >> (3 * n + m))
            for m, (cell, octaves) in enumerate(((170, 5), (64, 4)))
        )
        thick = np.clip((lumps - 0.46) * 4.0, 0, 1) * (0.22 + 0.78 * drift)
        picture += (thick * np.clip(wisps * 4.4 - 1.7, 0, 1.2))[..., None] * rgb(cloud)
    soft = BRIGHTEST * (1 - np.exp(-picture / BRIGHTEST))
    return pygame.surfarray.make_surface(soft.astype(np.uint8)).convert()


def _cut(field: Field, wide: int, high: int, luck: int) -> Field:
    """Return as much of a field that repeats as is wanted, from somewhere in it."""
    across = (np.arange(wide) + luck) % SIDE
    down = (np.arange(high) + luck * 7) % SIDE
    cut: Field = field[across][:, down]
    return cut


def _near(easel: Easel, star: Scrap) -> bool:
    (x, y), far = star.at, 0.5
    return easel.sees((x - far, y - far, x + far, y + far))
