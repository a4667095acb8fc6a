"""The ground of the title: a still picture of a battle until one is played there."""

from __future__ import annotations

from math import ceil

import pygame

from game.content.shipped_folders import ASSETS
from game.picture_cache import PICTURES
from game.screens.screen import WindowContext
from game.widgets.theme import INK

STILL = ASSETS / "title.jpg"
"""The still picture, made by ``gallery``."""
PACE, REST_PACE = 20, 8
"""Pictures per second while anything moves, and looks per second at whether anything does.

They are enough for slow movements, and cheaper than 60.
"""
SHARE = 0.28
"""Share of the window at the left that is reserved for text."""


def window_of(frame: WindowContext) -> pygame.Rect:
    """Return the part of a window that shows the battle."""
    wide, high = frame.size
    left = round(wide * SHARE)
    return pygame.Rect(left, 0, wide - left, high)


def paint_still(canvas: pygame.Surface, frame: WindowContext, share: float = 1.0) -> None:
    """Draw the still picture, with a *share* of its opacity, over the part for the battle."""
    window = window_of(frame)
    picture = None if frame.plain else still(window.size)
    if picture is None:
        picture = pygame.Surface(window.size)
        picture.fill(INK)
    picture.set_alpha(None if share >= 1.0 else round(255 * share))
    canvas.blit(picture, window)


@PICTURES.keeps
def still(size: tuple[int, int]) -> pygame.Surface | None:
    """Return the still picture, cut to a size, with its vignette; None if there is none."""
    try:
        picture = pygame.image.load(STILL).convert()
    except (pygame.error, OSError):
        return None
    wide, high = picture.get_size()
    share = max(size[0] / wide, size[1] / high)
    # Cut before it is scaled, so that no pixel is made for nothing.
    part = pygame.Rect(0, 0, min(wide, ceil(size[0] / share)), min(high, ceil(size[1] / share)))
    part.center = picture.get_rect().center
    cut = pygame.transform.smoothscale(picture.subsurface(part), size)
    cut.blit(vignette(size), (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    return cut


@PICTURES.keeps
def vignette(size: tuple[int, int]) -> pygame.Surface:
    """Return a vignette with premultiplied alpha: dark at the left and toward the edges."""
    across = pygame.Surface((96, 48), pygame.SRCALPHA)
    ink = pygame.Color(INK)
    for x in range(96):
        light = min(1.0, max(0.0, x / 95 * 1.9 - 0.16)) ** 1.35
        reach = 1.0 - 0.35 * max(0.0, (x / 95 - 0.72) / 0.28) ** 2
        for y in range(48):
            edge = 1.0 - 0.55 * abs((y - 23.5) / 23.5) ** 2.4
            across.set_at((x, y), (*ink[:3], round(255 * (1.0 - 0.92 * light * edge * reach))))
    return pygame.transform.smoothscale(across, size).premul_alpha()
