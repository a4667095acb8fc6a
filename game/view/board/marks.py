"""What is painted or riveted on a surface: hazard stripes, and the seams of plates."""

from __future__ import annotations

from math import ceil, floor

import pygame

from game.geometry.points import Path, Point
from game.view.board.canvas import Easel, blurred, shifted, within, without
from game.view.board.textures import grained

LEAST = 0.6
"""The radius of the smallest rivet that is painted, in pixels."""
PITCH = 0.62
"""Inches from one stripe to the next."""


def paint_stripes(easel: Easel, mask: pygame.Surface) -> None:
    """Paint worn stripes of yellow and black where the mask is white."""
    sheet = Easel(easel.paper(grained("#D9A632", 0.8, 27)), easel.box, easel.ppi)
    left, top, right, bottom = easel.box
    high = bottom - top
    first, last = floor((left + top) / PITCH), ceil((right + bottom) / PITCH)
    for n in range(first, last + 1):
        # A stripe is all (x, y) whose sum lies in the first half of a pitch.
        x = n * PITCH - top
        band = ((x, top), (x + PITCH / 2, top), (x + PITCH / 2 - high, bottom))
        sheet.fill(_path(*band, (x - high, bottom)), (38, 36, 32))
    worn = mask.copy()
    worn.fill((235, 235, 235), special_flags=pygame.BLEND_RGB_MULT)
    easel.lay(within(worn, easel.paper(grained("#FFFFFF", 0.9, 29))), sheet.canvas)


def paint_seams(easel: Easel, side: float) -> None:
    """Cut a surface into plates of so many inches, each with a rivet in its corners."""
    left, top, right, bottom = easel.box
    for i in range(floor(left / side), ceil(right / side) + 1):
        for j in range(floor(top / side), ceil(bottom / side) + 1):
            x, y = easel.spot((i * side, j * side))
            wide = easel.wide(side)
            tint = 232 + (i * 53 + j * 31 + i * j * 17) % 24
            plate = pygame.Rect(round(x), round(y), wide, wide)
            easel.canvas.fill((tint, tint, tint), plate, pygame.BLEND_RGB_MULT)
            easel.canvas.fill((130, 130, 130), (*plate.topleft, wide, 1), pygame.BLEND_RGB_MULT)
            easel.canvas.fill((130, 130, 130), (*plate.topleft, 1, wide), pygame.BLEND_RGB_MULT)
            lit = (*plate.move(1, 1).topleft, wide, 1)
            easel.canvas.fill((18, 18, 18), lit, pygame.BLEND_RGB_ADD)
            for dx in (0.13, side - 0.13):
                for dy in (0.13, side - 0.13):
                    rivet(easel, (i * side + dx, j * side + dy), 0.045)


def swell(easel: Easel, mask: pygame.Surface, soft: float) -> None:
    """Let an area look rounded: lit where it rises from the upper left, dark where it falls."""
    high = blurred(mask, soft * easel.ppi)
    far = soft * 0.85 * easel.ppi
    easel.lighten(within(without(high, shifted(high, far)), mask), (66, 64, 57))
    easel.darken(within(without(high, shifted(high, -far)), mask), 0.65)


def rivet(easel: Easel, at: tuple[float, float], radius: float) -> None:
    """Paint a rivet, if it is large enough for the eye: a pixel here and there is noise."""
    if radius * easel.ppi < LEAST:
        return
    easel.disc((at[0] + 0.02, at[1] + 0.025), radius * 1.2, (30, 33, 36))
    easel.disc(at, radius, (128, 136, 140))
    easel.disc((at[0] - radius * 0.3, at[1] - radius * 0.3), radius * 0.45, (178, 184, 186))


def _path(*corners: tuple[float, float]) -> Path:
    return tuple(Point(x, y) for x, y in corners)
