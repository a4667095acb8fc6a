"""The pieces of a rolling street: each a picture of its own, painted beside the frames."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable
from math import cos, floor, radians, sin
from typing import Final, NamedTuple

import pygame

from game.geometry.points import Point
from game.table.pieces import Piece
from game.view.background_task import Loader
from game.view.board.street_pictures import Building, building, sketched
from game.view.camera import Camera, Pixel

MOST: Final = 48 * 1024 * 1024
"""Pixels of all pictures that are kept, some 190 MB; those used last."""
MOST_STAND_INS: Final = 64


class Key(NamedTuple):
    """All that a picture of a piece depends on."""

    id: str
    size: int
    intact: bool
    turned: float
    ppi: int


class City:
    """Keeps the pictures; one thread paints what is wanted, and ends when nothing is."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, Building] = OrderedDict()
        self._stand_ins: dict[Key, Building] = {}
        self._wanted: dict[Key, Piece] = {}
        self._done: deque[tuple[Key, Building]] = deque()
        self._painter: Loader[None] | None = None

    def prepare(self, pieces: Iterable[Piece], ppi: int) -> None:
        """Paint pieces now, however long it takes."""
        for piece in pieces:
            key = _key(piece, ppi)
            if key not in self._kept:
                self._keep(key, building(piece, ppi))

    @property
    def crisp(self) -> bool:
        """Return whether all that was asked for since the last call of ``paint`` is painted."""
        return not self._wanted

    def paint(self) -> None:
        """Have painted what was asked for and is not there; to be called once a frame."""
        if self._painter and self._painter.done:
            self._painter.result()
            self._painter = None
        while self._done:
            self._keep(*self._done.popleft())
        wanted = [(key, piece) for key, piece in self._wanted.items() if key not in self._kept]
        if wanted and self._painter is None:
            self._painter = Loader(lambda: self._paint(wanted))
        self._wanted = {}

    def drawn(self, piece: Piece, at: Point, camera: Camera) -> tuple[pygame.Surface, Pixel]:
        """Return a piece's picture, to be drawn premultiplied, and its corner in the window."""
        picture, left, top = self._picture(piece, camera.ppi)
        x, y = camera.pixel(at)
        return picture, (x + left * camera.ppi, y + top * camera.ppi)

    def _picture(self, piece: Piece, ppi: int) -> Building:
        key = _key(piece, ppi)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        self._wanted[key] = piece
        if key not in self._stand_ins:
            if len(self._stand_ins) >= MOST_STAND_INS:
                self._stand_ins.clear()
            self._stand_ins[key] = self._like(key) or sketched(piece, ppi)
        return self._stand_ins[key]

    def _like(self, key: Key) -> Building | None:
        """Return the same piece painted at another zoom or otherwise turned, made to fit."""
        for other, picture in reversed(self._kept.items()):
            if other._replace(ppi=key.ppi) == key:
                return _fitted(picture, key.ppi / other.ppi)
        for other, picture in reversed(self._kept.items()):
            if other._replace(ppi=key.ppi, turned=key.turned) == key:
                fitted = _fitted(picture, key.ppi / other.ppi)
                return _turned(fitted, key.turned - other.turned, key.ppi)
        return None

    def _keep(self, key: Key, picture: Building) -> None:
        self._kept[key] = picture
        self._stand_ins.pop(key, None)
        while len(self._kept) > 1 and sum(map(_pixels, self._kept.values())) > MOST:
            self._kept.popitem(last=False)

    def _paint(self, wanted: list[tuple[Key, Piece]]) -> None:
        for key, piece in wanted:
            self._done.append((key, building(piece, key.ppi)))


def _key(piece: Piece, ppi: int) -> Key:
    return Key(piece.id, piece.size, piece.intact, piece.turned, ppi)


def _fitted(picture: Building, share: float) -> Building:
    return picture._replace(surface=pygame.transform.scale_by(picture.surface, share))


def _turned(picture: Building, by: float, ppi: int) -> Building:
    """Return a picture turned clockwise about the piece's middle, shadow and all."""
    wide, high = picture.surface.get_size()
    x, y = picture.left + wide / 2 / ppi, picture.top + high / 2 / ppi
    ahead, aside = cos(radians(by)), sin(radians(by))
    turned = pygame.transform.rotate(picture.surface, -by)
    wide, high = turned.get_size()
    left = x * ahead - y * aside - wide / 2 / ppi
    top = x * aside + y * ahead - high / 2 / ppi
    # Its corner is whole inches away.
    corner = floor(left), floor(top)
    inner = round((left - corner[0]) * ppi), round((top - corner[1]) * ppi)
    whole = pygame.Surface((wide + inner[0], high + inner[1]), pygame.SRCALPHA)
    whole.blit(turned, inner, special_flags=pygame.BLEND_RGBA_ADD)
    return Building(whole, *corner)


def _pixels(picture: Building) -> int:
    wide, high = picture.surface.get_size()
    return wide * high
