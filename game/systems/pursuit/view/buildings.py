"""Cached pictures of street pieces (``PU-03``)."""

from __future__ import annotations

import pathlib
from collections import OrderedDict, deque
from collections.abc import Iterable
from functools import lru_cache
from math import ceil, cos, floor, radians, sin
from random import Random
from typing import Final, NamedTuple
from zlib import crc32

import numpy as np
import pygame

from game.background import Pending
from game.content.own_folders import cache as cache_folder
from game.geometry.points import Path, Point
from game.geometry.polygons import box, edges
from game.systems.pursuit.view.roofs import flat, pitched
from game.systems.pursuit.view.street_ruins import foundations, heap, shell
from game.table.state import Piece
from game.view.board.canvas import PaintCanvas, blurred, dimmed, shifted
from game.view.camera import Camera, Pixel
from game.view.picture_disk_cache import PictureDiskCache, fingerprint_of
from game.view.surface_arrays import surfarray

AROUND: Final = 0.5
MARGIN: Final = 1.0
"""Inches around a piece that it darkens, and further inches for its shadow."""
SKETCHED: Final = ("#6A6355", "#4A4A47")
GREAT: Final = 3
"""Minimum size of a piece with an impassable ruin."""
MAX_PIXELS: Final = 20 * 1024 * 1024
"""Maximum number of pixels of all cached pictures, some 80 MB; a 4K window shows about 16."""
MAX_CACHED_BYTES: Final = 64 << 20
"""Maximum size of the pictures in the disk cache, packed."""
MAX_STAND_INS: Final = 64
"""Maximum number of simple pictures, all of one zoom."""


class Building(NamedTuple):
    """A premultiplied picture of a piece, with the place of its upper left corner in inches."""

    surface: pygame.Surface
    left: int
    top: int


def building(piece: Piece, ppi: int) -> Building:
    """Return a picture of a piece as it is turned, from the disk cache or painted now."""
    left, top = _around(piece.shape)[:2]
    name = fingerprint_of(piece.id, piece.size, piece.intact, piece.shape, ppi)
    cache = _disk_cache(cache_folder() / "streets")
    return Building(cache.made(name, lambda: painted(piece, ppi)), left, top)


@lru_cache(maxsize=1)
def _disk_cache(folder: pathlib.Path) -> PictureDiskCache:
    return PictureDiskCache(folder, "RGBA", MAX_CACHED_BYTES)


def painted(piece: Piece, ppi: int) -> pygame.Surface:
    """Return a picture of a piece as it is turned, with its shadow."""
    outline = _clockwise(piece.shape)
    painting = _easel(outline, ppi)
    # Decoration only; seeded by the id, so that a piece looks the same in every game.
    _paint(painting, piece, outline, Random(crc32(piece.id.encode())))  # noqa: S311
    solid = painting.area(outline)
    return _lifted(painting.canvas, solid, _shadow(painting, solid, _height(piece)))


def sketched(piece: Piece, ppi: int) -> Building:
    """Return a simple picture of a piece, shown until it is painted."""
    painting = _easel(piece.shape, ppi)
    picture = pygame.Surface(painting.canvas.get_size(), pygame.SRCALPHA)
    tone = SKETCHED[piece.intact or piece.size >= GREAT]
    pygame.draw.polygon(picture, tone, painting.spots(piece.shape))
    return Building(picture, round(painting.box[0]), round(painting.box[1]))


def _easel(outline: Path, ppi: int) -> PaintCanvas:
    around = _around(outline)
    size = (around[2] - around[0]) * ppi, (around[3] - around[1]) * ppi
    return PaintCanvas(pygame.Surface(size), around, ppi)


def _around(outline: Path) -> tuple[int, int, int, int]:
    """Return the whole inches that a piece and its shadow need around its centre."""
    left, top, right, low = box(outline)
    return (
        floor(left - AROUND),
        floor(top - AROUND),
        ceil(right + AROUND + MARGIN),
        ceil(low + AROUND + MARGIN),
    )


def _paint(painting: PaintCanvas, piece: Piece, outline: Path, random: Random) -> None:
    match piece.size, piece.intact:
        case size, True if size < GREAT - 1:
            pitched(painting, outline, random)
        case size, True:
            flat(painting, outline, random, storeys=size)
        case 1, _:
            foundations(painting, outline, random)
        case 2, _:
            shell(painting, outline, random)
        case _:
            heap(painting, outline, random)


def _height(piece: Piece) -> float:
    """Return the length of a piece's shadow, in inches."""
    return 0.34 + 0.22 * piece.size if piece.intact else (0.08, 0.22, 0.62)[piece.size - 1]


def _shadow(painting: PaintCanvas, solid: pygame.Surface, distance: float) -> pygame.Surface:
    ppi = painting.ppi
    cast = pygame.Surface(solid.get_size())
    steps = max(2, ceil(distance / 0.12))
    for n in range(steps + 1):
        reach = shifted(solid, distance * n / steps * ppi)
        cast.blit(reach, (0, 0), special_flags=pygame.BLEND_RGB_MAX)
    cast = blurred(cast, 0.16 * ppi)
    shadow, around = dimmed(cast, 150), dimmed(blurred(solid, 0.45 * ppi), 96)
    shadow.blit(around, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return shadow


def _lifted(
    canvas: pygame.Surface, solid: pygame.Surface, shadow: pygame.Surface
) -> pygame.Surface:
    """Return a premultiplied picture: the solid part over its shadow, transparent elsewhere."""
    picture = pygame.Surface(canvas.get_size(), pygame.SRCALPHA)
    canvas.blit(solid, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    surfarray.blit_array(picture, surfarray.array3d(canvas))
    alpha = surfarray.pixels_alpha(picture)
    thick = surfarray.array_red(solid).astype(np.uint16)
    below = surfarray.array_red(shadow).astype(np.uint16)
    alpha[:] = (thick + below * (255 - thick) // 255).astype(np.uint8)
    del alpha
    return picture


def _clockwise(outline: Path) -> Path:
    """Return an outline in clockwise order on the screen."""
    area = sum([(b.x - a.x) * (b.y + a.y) for a, b in edges(outline)])
    return outline if area < 0.0 else outline[::-1]


class PieceLook(NamedTuple):
    """Everything that a picture of a piece depends on."""

    id: str
    size: int
    intact: bool
    turned: float
    ppi: int


class StreetPieceCache:
    """Pictures of street pieces, painted on request in a background thread."""

    def __init__(self) -> None:
        self._kept: OrderedDict[PieceLook, Building] = OrderedDict()
        self._stand_ins: dict[PieceLook, Building] = {}
        self._stand_ins_ppi = 0
        self._wanted: dict[PieceLook, Piece] = {}
        self._done: deque[tuple[PieceLook, Building]] = deque()
        self._painter = Pending[None]()

    def prepare(self, pieces: Iterable[Piece], ppi: int) -> None:
        """Paint pieces now, in this thread."""
        for piece in pieces:
            key = _key(piece, ppi)
            if key not in self._kept:
                self._keep(key, building(piece, ppi))

    @property
    def crisp(self) -> bool:
        """Return whether all pieces drawn since the last call of ``paint`` are painted."""
        return not self._wanted

    def paint(self) -> None:
        """Start painting the pieces that were drawn unpainted; to be called once per frame."""
        is_free = self._painter.is_free()
        while self._done:
            self._keep(*self._done.popleft())
        wanted = [(key, piece) for key, piece in self._wanted.items() if key not in self._kept]
        if wanted and is_free:
            self._painter.start(lambda: self._paint(wanted))
        self._wanted = {}

    def drawn(self, piece: Piece, at: Point, camera: Camera) -> tuple[pygame.Surface, Pixel]:
        """Return a piece's premultiplied picture, and its corner in the window."""
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
            if len(self._stand_ins) >= MAX_STAND_INS or self._stand_ins_ppi != ppi:
                self._stand_ins.clear()
            self._stand_ins_ppi = ppi
            self._stand_ins[key] = self._like(key) or sketched(piece, ppi)
        return self._stand_ins[key]

    def _like(self, key: PieceLook) -> Building | None:
        """Return the same piece from another zoom or rotation, scaled and turned to fit."""
        for other, picture in reversed(self._kept.items()):
            if other._replace(ppi=key.ppi) == key:
                return _fitted(picture, key.ppi / other.ppi)
        for other, picture in reversed(self._kept.items()):
            if other._replace(ppi=key.ppi, turned=key.turned) == key:
                fitted = _fitted(picture, key.ppi / other.ppi)
                return _turned(fitted, key.turned - other.turned, key.ppi)
        return None

    def _keep(self, key: PieceLook, picture: Building) -> None:
        self._kept[key] = picture
        self._stand_ins.pop(key, None)
        kept = self._kept.values()
        while (
            len(kept) > 1 and sum(p.surface.width * p.surface.height for p in kept) > MAX_PIXELS
        ):
            self._kept.popitem(last=False)

    def _paint(self, wanted: list[tuple[PieceLook, Piece]]) -> None:
        for key, piece in wanted:
            self._done.append((key, building(piece, key.ppi)))


def _key(piece: Piece, ppi: int) -> PieceLook:
    return PieceLook(
        piece.id, size=piece.size, intact=piece.intact, turned=piece.turned, ppi=ppi
    )


def _fitted(picture: Building, share: float) -> Building:
    return picture._replace(surface=pygame.transform.scale_by(picture.surface, share))


def _turned(picture: Building, by: float, ppi: int) -> Building:
    """Return a picture turned clockwise about the piece's middle, with its shadow."""
    wide, high = picture.surface.get_size()
    x, y = picture.left + wide / 2 / ppi, picture.top + high / 2 / ppi
    ahead, aside = cos(radians(by)), sin(radians(by))
    turned = pygame.transform.rotate(picture.surface, -by)
    wide, high = turned.get_size()
    left = x * ahead - y * aside - wide / 2 / ppi
    top = x * aside + y * ahead - high / 2 / ppi
    # The corner has to be whole inches away.
    corner = floor(left), floor(top)
    inner = round((left - corner[0]) * ppi), round((top - corner[1]) * ppi)
    whole = pygame.Surface((wide + inner[0], high + inner[1]), pygame.SRCALPHA)
    whole.blit(turned, inner, special_flags=pygame.BLEND_RGBA_ADD)
    return Building(whole, *corner)
