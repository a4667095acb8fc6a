"""Riding at speed: dust and streaks behind those who keep pace while the street rolls."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import pygame

from game.geometry.points import Point, point_ahead
from game.table.records import Model
from game.view.camera import Camera, Pixel
from game.view.playback.chasing import DUST
from game.view.playback.stage import Stage
from game.view.sprites import FROM_ABOVE, icon_of
from game.view.style import CREAM

WHEELED: Final = frozenset({"units/bike", "units/bike-sergeant", "units/rider"})
"""Who raises dust."""
PUFFS: Final = 7
LEVELS: Final = 12
"""Dust is drawn at so many strengths."""
THICK: Final = 0.42
"""How much of what is below the densest dust hides."""
FAR: Final = 4.6
"""Inches behind a base at which dust has settled."""
STREAKS: Final = ((-0.72, 0.0, 1.0), (0.66, 0.45, 0.85), (-0.30, 0.7, 0.7), (0.34, 0.2, 0.8))
"""Where streaks are beside the middle, in radii; when each comes; how long each is."""
LONG: Final = 3.0
"""Inches of a streak."""


def rush(stage: Stage, camera: Camera) -> Iterator[tuple[pygame.Surface, Pixel]]:
    """Yield dust and streaks of the wind, premultiplied, to be drawn under the tokens."""
    roll = stage.roll
    if not roll or stage.reduced or roll.pace <= 0.0:
        return
    for model in stage.seen.standing():
        at = stage.stands(model.id)
        if model.id in roll.spots or not camera.window.collidepoint(camera.pixel(at)):
            continue
        icon = icon_of(model.profile)
        if icon in WHEELED:
            yield from _dust(model, at, stage, camera)
        if icon in FROM_ABOVE:
            yield from _wind(model, at, stage, camera)


def _dust(
    model: Model, at: Point, stage: Stage, camera: Camera
) -> Iterator[tuple[pygame.Surface, Pixel]]:
    roll = stage.roll
    assert roll
    back = roll.street.back
    across = Point(-back.y, back.x)
    for n in range(PUFFS):
        # A number for each of somebody's puffs: so no two are alike.
        off = (roll.run / FAR + n / PUFFS + _luck(model.id)) % 1.0
        level = round(LEVELS * roll.pace * (1.0 - off))
        if level <= 0:
            continue
        radius = max(2, round((0.30 + 0.55 * off) * camera.ppi))
        sway = 0.34 * off * ((n * 0.618) % 1.0 - 0.5) * 2
        spot = point_ahead(point_ahead(at, back, model.base * 0.8 + off * FAR), across, sway)
        if roll.street.off(spot) > roll.street.long:
            continue
        x, y = camera.pixel(spot)
        yield _cloud(radius, level), (x - radius, y - radius)


def _wind(
    model: Model, at: Point, stage: Stage, camera: Camera
) -> Iterator[tuple[pygame.Surface, Pixel]]:
    roll = stage.roll
    assert roll
    back = roll.street.back
    across = Point(-back.y, back.x)
    for side, when, share in STREAKS:
        off = (roll.run / 5.0 + when + _luck(model.id)) % 1.0
        level = round(8 * roll.pace * (1.0 - abs(2 * off - 1)))
        if level <= 0:
            continue
        long = max(6, round(LONG * share * camera.ppi))
        picture = _streak(long, max(1, camera.ppi // 14), level, (back.x, back.y))
        start = point_ahead(
            point_ahead(at, across, side * model.base), back, model.base * 0.6 + 3.4 * off
        )
        middle = point_ahead(start, back, LONG * share / 2)
        if roll.street.off(middle) + LONG * share / 2 > roll.street.long:
            continue
        x, y = camera.pixel(middle)
        yield picture, (x - picture.get_width() // 2, y - picture.get_height() // 2)


@lru_cache(maxsize=512)
def _cloud(radius: int, level: int) -> pygame.Surface:
    """Return a puff of dust, premultiplied: dense to its soft edge."""
    picture = pygame.Surface((2 * radius, 2 * radius), pygame.SRCALPHA)
    colour = pygame.Color(DUST)
    rings = max(2, min(7, radius))
    for n in range(rings):
        share = THICK * level / LEVELS * (n + 1) / rings
        shade = [round(part * share) for part in (colour.r, colour.g, colour.b, 255)]
        far = radius * (1.0 - (n / rings) ** 1.6)
        pygame.draw.circle(picture, shade, (radius, radius), far)
    return picture


@lru_cache(maxsize=256)
def _streak(long: int, wide: int, level: int, back: tuple[float, float]) -> pygame.Surface:
    """Return a line that fades the way that the street goes."""
    picture = pygame.Surface((long, wide), pygame.SRCALPHA)
    colour = pygame.Color(CREAM)
    for x in range(long):
        share = 0.5 * level / 8 * (1.0 - x / long)
        shade = [round(c * share) for c in (colour.r, colour.g, colour.b, 255)]
        picture.fill(shade, (x, 0, 1, wide))
    turn = {(1.0, 0.0): 0, (-1.0, 0.0): 180, (0.0, 1.0): -90}.get(back, 90)
    return pygame.transform.rotate(picture, turn)


@lru_cache(maxsize=64)
def _luck(who: str) -> float:
    return sum(who.encode()) * 0.618 % 1.0
