"""Models that have fallen in a battle, as they lie on the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from typing import Final, NamedTuple
from zlib import crc32

import pygame

from game.picture_cache import PICTURES, OwnPictures
from game.play.log.report_attacks import KILLED
from game.table.records import ORIGIN, Loss, Model, ModelId, Where
from game.table.state import Table
from game.view.sprites import TURN, Sprites, Token, TokenState, icon_of

WAYS: Final = 360 // TURN
"""Number of directions in which a model may fall."""
SQUASH: Final = 0.42
"""Share of its height that a token loses as it tips over."""
VISIBLE: Final = 0.8
"""Opacity of a body."""
BLOTS: Final = 9
"""Number of spots that a mark consists of."""
MARK: Final = (12, 8, 7)
"""Colour of the mark below a body."""
DARK: Final = 0.5
"""Opacity of a mark in its middle."""


class Fallen(NamedTuple):
    """A model that has fallen."""

    model: Model
    loss: Loss

    @property
    def way(self) -> int:
        """Return the direction in which it has tipped over, in steps of 15 degrees."""
        return way_of(self.model.id)


def way_of(model: ModelId) -> int:
    """Return the direction in which a model tips over: always the same, for each another."""
    return crc32(model.encode()) % WAYS


def losses_of(table: Table) -> Mapping[ModelId, Loss]:
    """Return the last loss of each model that was lost."""
    return {loss.model: loss for loss in table.losses}


def fallen(table: Table) -> Iterator[Fallen]:
    """Yield the models that were killed on a table, in the order of their losses.

    Those that fled, left or were carried off are not among them, nor those killed in reserve.
    """
    for id_, loss in losses_of(table).items():
        model = table.models[id_]
        if loss.how in KILLED and model.where is Where.GONE and model.at != ORIGIN:
            yield Fallen(model, loss)


class BodyPictures:
    """Pictures of bodies with the marks below them, which are cached."""

    def __init__(self, sprites: Sprites) -> None:
        self.sprites = sprites
        self._pictures = OwnPictures()

    def picture(self, model: Model, team: int, pixels: int) -> pygame.Surface:
        """Return a body on its mark, to be drawn centred and with BLEND_PREMULTIPLIED."""
        key = icon_of(model.profile), team, pixels, way_of(model.id)
        return self._pictures.made(key, lambda: self._draw(*key))

    def _draw(self, icon: str, team: int, pixels: int, way: int) -> pygame.Surface:
        token = Token(icon, team, TokenState.DONE, wounds=0, most=0, pixels=pixels)
        body = tipped(self.sprites.portrait(token).premul_alpha(), way, 1.0)
        share = round(255 * VISIBLE)
        body.fill((share,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
        picture = mark(pixels, way).copy()
        place = body.get_rect(center=picture.get_rect().center)
        picture.blit(body, place, special_flags=pygame.BLEND_PREMULTIPLIED)
        return picture


def tipped(picture: pygame.Surface, way: int, share: float) -> pygame.Surface:
    """Return a premultiplied picture tipped over by a *share* from 0 to 1."""
    wide, high = picture.get_size()
    turned = pygame.transform.rotozoom(picture, way * TURN * share, 1.0)
    wide, high = turned.get_size()
    return pygame.transform.smoothscale(turned, (wide, round(high * (1.0 - SQUASH * share))))


@PICTURES.keeps
def mark(pixels: int, way: int) -> pygame.Surface:
    """Return the premultiplied mark of a base of *pixels*."""
    side = round(2.0 * pixels)
    picture = pygame.Surface((side, side), pygame.SRCALPHA)
    for n in range(BLOTS):
        turn = 2 * pi * (n / BLOTS + way / WAYS)
        off = pixels * 0.36 * (0.45 + (n * 7 + way) % 5 / 5)
        at = side / 2 + cos(turn) * off, side / 2 + sin(turn) * off * (1.0 - SQUASH / 2)
        _soften(picture, at, pixels * (0.16 + 0.05 * ((n + way) % 4)))
    return picture


def _soften(picture: pygame.Surface, at: tuple[float, float], radius: float) -> None:
    """Add a soft dark spot."""
    level = DARK / 3
    for n in range(4):
        shade = [round(part * level) for part in MARK]
        spot = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
        pygame.draw.circle(spot, (*shade, round(255 * level)), at, radius * (1.0 - n * 0.2))
        picture.blit(spot, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
