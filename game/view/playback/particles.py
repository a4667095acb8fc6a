"""Drawing of particle effects."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, sin, tau
from random import Random
from typing import Final, TypeAlias

import pygame

from game.content.palettes import Colour
from game.geometry.points import Path, Point
from game.picture_cache import PICTURES
from game.table.records import Model, Where
from game.table.state import Table
from game.view.board.board_layout import along
from game.view.camera import Camera, Pixel
from game.view.colours import CREAM, GLOW, SPENT, TEAMS
from game.view.style import premultiplied

STEPS: Final = 14
"""Number of pictures of a blast, a splash or a knock; they are cached."""
PUFFS: Final = 26
FIRE: Final = ((255, 244, 200), (255, 190, 84), (232, 104, 40), (120, 46, 30), (54, 48, 46))
"""Colours from the flash to the smoke."""
DROPS = 17
RAYS = 9
FOAM = (228, 248, 243)
PITCH: Final = 0.16
"""Inches between the puffs of a trail."""
THICK: Final = 0.30
"""Radius of the last puff, in inches."""
BRIGHT: Final = 0.34
"""Opacity of the last puff."""
LEVELS: Final = 24
PlacedPicture: TypeAlias = tuple[pygame.Surface, Pixel]
"""A premultiplied picture, and its place in the window."""


def blast_at(camera: Camera, at: Point, radius: float, share: float) -> PlacedPicture:
    """Return a blast of *radius* inches, of which a *share* from 0 to 1 is over."""
    return _placed(camera, at, blast(max(6, round(radius * camera.ppi)), _step(share)))


def _step(share: float) -> int:
    return min(STEPS - 1, int(share * STEPS))


def _placed(camera: Camera, at: Point, picture: pygame.Surface) -> PlacedPicture:
    """Return a picture with its place, so that its middle is at a point."""
    return picture, picture.get_rect(center=camera.pixel(at)).topleft


@PICTURES.keeps
def blast(radius: int, step: int) -> pygame.Surface:
    """Return one picture of a blast with a radius in pixels."""
    share = step / (STEPS - 1)
    side = round(2.5 * radius)
    picture = pygame.Surface((side, side), pygame.SRCALPHA)
    middle = side / 2
    _ring(picture, middle, radius, share)
    # Decoration only: a fixed seed puts the same puffs in every picture, so that they move.
    random = Random(7)  # noqa: S311
    for n in range(PUFFS):
        turn, distance = random.uniform(0, 2 * pi), random.random() ** 0.6
        late = 0.35 * random.random()
        thick = radius * (0.20 + 0.16 * (n % 3) / 2)
        if (age := (share - late * 0.4) / (1 - late * 0.4)) > 0.0:
            puff = _smoke_puff(thick, age, distance)
            off = radius * distance * (0.25 + 0.75 * min(1.0, age * 2.2) ** 0.5)
            at = middle + cos(turn) * off, middle + sin(turn) * off
            picture.blit(
                puff, puff.get_rect(center=at), special_flags=pygame.BLEND_PREMULTIPLIED
            )
    if share < 0.3:
        left = 1 - share / 0.3
        glow = pygame.Surface((side, side), pygame.SRCALPHA)
        for n in range(6):
            level = round(60 * left * (n + 1) / 6)
            shade = (level, round(level * 0.9), round(level * 0.6), level)
            pygame.draw.circle(glow, shade, (middle, middle), radius * (1.1 - n * 0.16))
            picture.blit(glow, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return picture


def _smoke_puff(thick: float, age: float, distance: float) -> pygame.Surface:
    """Return a puff that cools with its age and toward the middle."""
    heat = min(len(FIRE) - 1.001, age * 2.0 * (len(FIRE) - 1) * (0.6 + 0.4 * distance))
    low = int(heat)
    part = heat - low
    red, green, blue = (
        a + (b - a) * part for a, b in zip(FIRE[low], FIRE[low + 1], strict=True)
    )
    left = min(1.0, 2.6 * (1 - age)) * 0.8
    size = thick * (0.7 + 0.9 * age)
    puff = pygame.Surface((round(2 * size) + 2,) * 2, pygame.SRCALPHA)
    for n in range(5):
        level = left * ((n + 1) / 5) ** 1.4
        shade = [round(c * level) for c in (red, green, blue)]
        pygame.draw.circle(
            puff, (*shade, round(255 * level)), puff.get_rect().center, size * (1 - n * 0.17)
        )
    return puff


def _ring(picture: pygame.Surface, middle: float, radius: int, share: float) -> None:
    """Draw the dust that the blast drives outward."""
    left = (1 - share) ** 1.5
    reach = radius * (0.55 + 0.65 * min(1.0, share * 2) ** 0.5)
    wide = max(1, round(radius * 0.16 * left))
    for n in range(3):
        level = 0.45 * left * (n + 1) / 3
        shade = [round(c * level) for c in (214, 196, 164)]
        distance = reach - n * wide * 0.4
        pygame.draw.circle(
            picture, (*shade, round(255 * level)), (middle, middle), distance, max(1, wide)
        )


def splash_at(camera: Camera, at: Point, reach: float, share: float) -> PlacedPicture:
    """Return a splash of *reach* inches around a point, of which a *share* is over."""
    return _placed(camera, at, _splash(max(3, round(reach * camera.ppi)), _step(share)))


@PICTURES.keeps
def _splash(reach: int, step: int) -> pygame.Surface:
    """Return a picture of two successive rings, and of drops that fly beyond them."""
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
        distance = reach * (0.45 + share * (0.6 + 0.1 * (n % 4)))
        drop = max(1.0, reach * (0.04 + 0.02 * (n % 3)) * (1.1 - share))
        at = middle + cos(turn) * distance, middle + sin(turn) * distance
        pygame.draw.aacircle(picture, (*FOAM, left), at, drop)
    return picture.premul_alpha()


def knock_at(camera: Camera, at: Point, share: float) -> PlacedPicture:
    """Return a flash and rays where two bases knock together."""
    return _placed(camera, at, _knock(camera.ppi, _step(share)))


@PICTURES.keeps
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
        near, distance = reach * (0.3 + 0.5 * share), reach * (0.75 + 0.4 * share)
        start = middle + cos(turn) * near, middle + sin(turn) * near
        end = middle + cos(turn) * distance, middle + sin(turn) * distance
        pygame.draw.line(picture, (*glow[:3], left), start, end, wide)
    return picture.premul_alpha()


def tint_of(model: Model | None, table: Table) -> Colour:
    """Return the colour of a model's or piece's trail; corpses leave a pale one."""
    if model is None:
        return CREAM
    if model.where is Where.BODY:
        return SPENT
    return TEAMS[table.sides.index(model.side)].light


def trail(path: Path, tint: Colour, left: float, camera: Camera) -> Iterator[PlacedPicture]:
    """Yield premultiplied puffs along a path.

    *left* is the share of their light that remains.
    """
    # A puff counts in each frame: its place is not computed anew.
    puffs, ppi = _puffs(path), camera.ppi
    for n, (x, y) in enumerate(puffs, 1):
        share = n / len(puffs)
        level = round(LEVELS * left * share)
        if level > 0:
            radius = max(2, round(THICK * (0.35 + 0.65 * share) * ppi))
            picture = _soft_spot(radius, level, tint)
            yield (
                picture,
                (camera.left + round(x * ppi) - radius, camera.top + round(y * ppi) - radius),
            )


@lru_cache(maxsize=64)
def _puffs(path: Path) -> tuple[Point, ...]:
    """Return the middles of the puffs of a trail."""
    return tuple(along(path, PITCH))


@PICTURES.keeps
def _soft_spot(radius: int, level: int, tint: Colour) -> pygame.Surface:
    """Return a soft round spot of a colour, brightest in its middle."""
    picture = pygame.Surface((2 * radius, 2 * radius), pygame.SRCALPHA)
    rings = max(2, min(6, radius))
    for n in range(rings):
        shade = premultiplied(tint, BRIGHT * level / LEVELS * ((n + 1) / rings) ** 2)
        pygame.draw.circle(picture, shade, (radius, radius), radius * (1 - n / rings))
    return picture
