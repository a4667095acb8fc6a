"""A mine that goes off: a flash, fire that rolls outward, smoke, and a ring of dust."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from random import Random
from typing import Final

import pygame

from game.geometry.points import Point
from game.view.camera import Camera

STEPS: Final = 14
"""In so many pictures a blast is shown."""
PUFFS: Final = 26
FIRE: Final = ((255, 244, 200), (255, 190, 84), (232, 104, 40), (120, 46, 30), (54, 48, 46))
"""From the flash to the smoke."""


def draw_blast(
    canvas: pygame.Surface, camera: Camera, at: Point, radius: float, share: float
) -> None:
    """*radius*: of the marker, in inches. *share*: how much of it is over, from 0 to 1."""
    picture = blast(max(6, round(radius * camera.ppi)), min(STEPS - 1, int(share * STEPS)))
    place = picture.get_rect(center=camera.pixel(at))
    canvas.blit(picture, place, special_flags=pygame.BLEND_PREMULTIPLIED)


@lru_cache(maxsize=64)
def blast(radius: int, step: int) -> pygame.Surface:
    """Return one picture of a blast whose marker is so many pixels from its middle."""
    share = step / (STEPS - 1)
    side = round(2.5 * radius)
    picture = pygame.Surface((side, side), pygame.SRCALPHA)
    middle = side / 2
    _ring(picture, middle, radius, share)
    # For the eye only: the same puffs in every picture, so that they roll outward.
    random = Random(7)  # noqa: S311
    for n in range(PUFFS):
        turn, far = random.uniform(0, 2 * pi), random.random() ** 0.6
        late = 0.35 * random.random()
        _puff(picture, middle, radius, share, turn, far, late, 0.20 + 0.16 * (n % 3) / 2)
    if share < 0.3:
        left = 1 - share / 0.3
        glow = pygame.Surface((side, side), pygame.SRCALPHA)
        for n in range(6):
            level = round(60 * left * (n + 1) / 6)
            shade = (level, round(level * 0.9), round(level * 0.6), level)
            pygame.draw.circle(glow, shade, (middle, middle), radius * (1.1 - n * 0.16))
            picture.blit(glow, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return picture


def _puff(
    picture: pygame.Surface,
    middle: float,
    radius: int,
    share: float,
    turn: float,
    far: float,
    late: float,
    thick: float,
) -> None:
    age = (share - late * 0.4) / (1 - late * 0.4)
    if age <= 0.0:
        return
    reach = radius * far * (0.25 + 0.75 * min(1.0, age * 2.2) ** 0.5)
    at = middle + cos(turn) * reach, middle + sin(turn) * reach
    heat = min(len(FIRE) - 1.001, age * 2.0 * (len(FIRE) - 1) * (0.6 + 0.4 * far))
    low = int(heat)
    part = heat - low
    red, green, blue = (
        a + (b - a) * part for a, b in zip(FIRE[low], FIRE[low + 1], strict=True)
    )
    left = min(1.0, 2.6 * (1 - age)) * 0.8
    size = radius * thick * (0.7 + 0.9 * age)
    puff = pygame.Surface((round(2 * size) + 2,) * 2, pygame.SRCALPHA)
    for n in range(5):
        level = left * ((n + 1) / 5) ** 1.4
        shade = [round(c * level) for c in (red, green, blue)]
        pygame.draw.circle(
            puff, (*shade, round(255 * level)), puff.get_rect().center, size * (1 - n * 0.17)
        )
    picture.blit(puff, puff.get_rect(center=at), special_flags=pygame.BLEND_PREMULTIPLIED)


def _ring(picture: pygame.Surface, middle: float, radius: int, share: float) -> None:
    """Draw the dust that is driven outward."""
    left = (1 - share) ** 1.5
    reach = radius * (0.55 + 0.65 * min(1.0, share * 2) ** 0.5)
    wide = max(1, round(radius * 0.16 * left))
    for n in range(3):
        level = 0.45 * left * (n + 1) / 3
        shade = [round(c * level) for c in (214, 196, 164)]
        far = reach - n * wide * 0.4
        pygame.draw.circle(
            picture, (*shade, round(255 * level)), (middle, middle), far, max(1, wide)
        )
