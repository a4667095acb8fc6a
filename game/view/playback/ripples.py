"""What water does for a moment: splashes, rings that widen, and knocks in it."""

from __future__ import annotations

from functools import lru_cache
from math import cos, sin, tau

import pygame

from game.geometry.points import Point
from game.view.camera import Camera
from game.view.style import GLOW

STEPS = 14
"""A splash is drawn in so many steps, and kept."""
DROPS = 17
RAYS = 9
FOAM = (228, 248, 243)


def draw_splash(
    canvas: pygame.Surface, camera: Camera, at: Point, reach: float, share: float
) -> None:
    """Draw water that splashes so many inches about a point; *share* of it is over."""
    picture = _splash(max(3, round(reach * camera.ppi)), min(STEPS - 1, int(share * STEPS)))
    spot = picture.get_rect(center=camera.pixel(at))
    canvas.blit(picture, spot, special_flags=pygame.BLEND_PREMULTIPLIED)


@lru_cache(maxsize=256)
def _splash(reach: int, step: int) -> pygame.Surface:
    """Draw two rings one after the other, and drops that fly beyond them."""
    share = (step + 0.5) / STEPS
    side = round(2.8 * reach)
    picture = pygame.Surface((side, side), pygame.SRCALPHA)
    middle = side / 2
    line = max(1, round(reach * 0.13 * (1.1 - share)))
    for late in (0.0, 0.3):
        grown = (share - late) / (1 - late)
        if grown > 0.0:
            ring = (*FOAM, round(210 * (1 - grown)))
            pygame.draw.circle(picture, ring, (middle, middle), reach * (0.3 + grown), line)
    left = round(255 * (1 - share))
    for n in range(DROPS):
        turn = tau * n / DROPS + (n % 3) * 0.21
        far = reach * (0.45 + share * (0.6 + 0.1 * (n % 4)))
        drop = max(1.0, reach * (0.04 + 0.02 * (n % 3)) * (1.1 - share))
        at = middle + cos(turn) * far, middle + sin(turn) * far
        pygame.draw.aacircle(picture, (*FOAM, left), at, drop)
    return picture.premul_alpha()


def draw_knock(canvas: pygame.Surface, camera: Camera, at: Point, share: float) -> None:
    """Draw a flash and rays where two bases knock together."""
    picture = _knock(camera.ppi, min(STEPS - 1, int(share * STEPS)))
    spot = picture.get_rect(center=camera.pixel(at))
    canvas.blit(picture, spot, special_flags=pygame.BLEND_PREMULTIPLIED)


@lru_cache(maxsize=64)
def _knock(ppi: int, step: int) -> pygame.Surface:
    share = (step + 0.5) / STEPS
    reach = 1.1 * ppi
    side = round(2.4 * reach)
    picture = pygame.Surface((side, side), pygame.SRCALPHA)
    middle, glow = side / 2, pygame.Color(GLOW)
    left = round(255 * (1 - share))
    disc = reach * (0.3 * (1 - share) + 0.05)
    pygame.draw.aacircle(picture, (*FOAM, left), (middle, middle), disc)
    wide = max(2, round(ppi * 0.1))
    for n in range(RAYS):
        turn = tau * n / RAYS + 0.3
        near, far = reach * (0.3 + 0.5 * share), reach * (0.75 + 0.4 * share)
        start = middle + cos(turn) * near, middle + sin(turn) * near
        end = middle + cos(turn) * far, middle + sin(turn) * far
        pygame.draw.line(picture, (*glow[:3], left), start, end, wide)
    return picture.premul_alpha()
