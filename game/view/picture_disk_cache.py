"""Disk cache of painted pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from struct import Struct
from typing import Literal, TypeAlias

import pygame

from game import __version__
from game.content.disk_cache import MAX_CACHE_BYTES, DiskCache

_SIZE = Struct("<II")
PixelFormat: TypeAlias = Literal["RGB", "RGBA"]


class PictureDiskCache:
    """Disk cache of the pictures of one kind, by names that say all they depend on."""

    def __init__(
        self, folder: Path, pixels: PixelFormat = "RGB", most: int = MAX_CACHE_BYTES
    ) -> None:
        self._cache, self._pixels = DiskCache(folder, most), pixels

    def made(self, name: str, paint: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return a picture from the cache, or paint and cache it."""
        if (found := self.find(name)) is None:
            found = paint()
            self.keep(name, found)
        return found

    def find(self, name: str) -> pygame.Surface | None:
        """Return a cached picture, or None."""
        data = self._cache.find(name)
        if data is None or len(data) < _SIZE.size:
            return None
        size = _SIZE.unpack_from(data)
        if len(data) != _SIZE.size + len(self._pixels) * size[0] * size[1]:
            return None
        picture = pygame.image.frombytes(data[_SIZE.size :], size, self._pixels)
        return picture.convert_alpha() if self._pixels == "RGBA" else picture.convert()

    def has(self, name: str) -> bool:
        """Return whether a picture is cached, without reading it."""
        return self._cache.has(name)

    def keep(self, name: str, picture: pygame.Surface) -> None:
        """Store a picture; failures to write are ignored."""
        data = _SIZE.pack(*picture.get_size()) + pygame.image.tobytes(picture, self._pixels)
        self._cache.keep(name, data)


def fingerprint_of(*drawn: object) -> str:
    """Return a hash of data that a picture depends on, and of the painter's version."""
    return sha256(repr((_painter(), *drawn)).encode()).hexdigest()[:20]


@cache
def _painter() -> str:
    """Return the painter's version: a hash of the versions and of the view's source."""
    found = sha256(f"{__version__} {pygame.version.ver}".encode())
    game = Path(__file__).parents[1]
    systems = (game / home for home in ("systems", "cores"))
    views = [game / "view", *(view for home in systems for view in home.glob("*/view"))]
    for file in sorted(file for view in views for file in view.rglob("*.py")):
        found.update(file.read_bytes())
    return found.hexdigest()
