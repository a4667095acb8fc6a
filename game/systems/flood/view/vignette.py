"""Darkness that closes in from the edges of the board before a flood."""

from __future__ import annotations

from typing import Final

import pygame

from game.picture_cache import PICTURES
from game.view.system_view import Drawn

LEVELS: Final = 5
"""Number of strengths in which it is drawn."""
DEEP: Final = 0.28
"""Share of the area that it reaches in from each edge."""
DARKEST: Final = 0.9
"""Opacity at the edge, at its strongest."""
TINT: Final = (4, 14, 18)


def vignette(area: pygame.Rect, strength: float) -> list[Drawn]:
    """Return the premultiplied strips of an area of the window for a *strength* from 0 to 1."""
    level = round(LEVELS * strength)
    if level <= 0:
        return []
    wide, high = area.size
    across, down = round(wide * DEEP), round(high * DEEP)
    left = _strip(across, high, level, upright=True)
    top = _strip(wide, down, level, upright=False)
    right, low = _mirrored(left, upright=True), _mirrored(top, upright=False)
    x, y = area.topleft
    return [
        (left, (x, y)),
        (right, (x + wide - across, y)),
        (top, (x, y)),
        (low, (x, y + high - down)),
    ]


@PICTURES.keeps
def _mirrored(strip: pygame.Surface, *, upright: bool) -> pygame.Surface:
    """Return a strip that is dark at its right or lower edge."""
    return pygame.transform.flip(strip, upright, not upright)


@PICTURES.keeps
def _strip(wide: int, high: int, level: int, *, upright: bool) -> pygame.Surface:
    """Return a strip that is dark at its left or upper edge."""
    picture = pygame.Surface((wide, high), pygame.SRCALPHA)
    depth = wide if upright else high
    for n in range(depth):
        share = DARKEST * level / LEVELS * (1.0 - n / depth) ** 2
        shade = (*(round(part * share) for part in TINT), round(255 * share))
        picture.fill(shade, (n, 0, 1, high) if upright else (0, n, wide, 1))
    return picture
