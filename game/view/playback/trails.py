"""The streak behind whatever drifts: thin and faint where it came from, brighter at its end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import pygame

from game.content.palettes import Colour
from game.geometry.points import Path
from game.table.records import Model, Where
from game.table.state import Table
from game.view.board.layout import along
from game.view.camera import Camera, Pixel
from game.view.style import CREAM, SPENT, TEAMS

PITCH: Final = 0.16
"""Inches from one puff of the streak to the next."""
THICK: Final = 0.30
"""The radius of the last puff, in inches."""
BRIGHT: Final = 0.34
"""How much of the last puff's light is seen."""
LEVELS: Final = 24


def tint_of(who: Model | None, table: Table) -> Colour:
    """Return the colour of somebody's trail, or of a piece's; bodies leave a pale one."""
    if who is None:
        return CREAM
    if who.where is Where.BODY:
        return SPENT
    return TEAMS[table.sides.index(who.side)].light


def trail(
    path: Path, tint: Colour, left: float, camera: Camera
) -> Iterator[tuple[pygame.Surface, Pixel]]:
    """Yield premultiplied puffs along a path; *left*: which share of its light is left."""
    puffs = [*along(path, PITCH)]
    for n, at in enumerate(puffs):
        share = (n + 1) / len(puffs)
        level = round(LEVELS * left * share)
        if level > 0:
            radius = max(2, round(THICK * (0.35 + 0.65 * share) * camera.ppi))
            picture = _puff(radius, level, tint)
            x, y = camera.pixel(at)
            yield picture, (x - radius, y - radius)


@lru_cache(maxsize=512)
def _puff(radius: int, level: int, tint: Colour) -> pygame.Surface:
    """Return a soft round spot of some colour, brightest in its middle."""
    picture = pygame.Surface((2 * radius, 2 * radius), pygame.SRCALPHA)
    colour = pygame.Color(tint)
    rings = max(2, min(6, radius))
    for n in range(rings):
        share = BRIGHT * level / LEVELS * ((n + 1) / rings) ** 2
        shade = [round(part * share) for part in (colour.r, colour.g, colour.b, 255)]
        pygame.draw.circle(picture, shade, (radius, radius), radius * (1 - n / rings))
    return picture
