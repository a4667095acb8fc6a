"""The cache of all pictures of the window, which are kept until others need their memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from itertools import count
from threading import Lock
from typing import ParamSpec, TypeVar, cast

import pygame

A = ParamSpec("A")
S = TypeVar("S", bound="pygame.Surface | None")

_owners = count()
MAX_PICTURE_PIXELS = 12_000_000
"""Pixels of all pictures that are kept, 4 bytes each: nearly six windows of 1920 x 1080.

A battle of 100 models in such a window takes 2 million at one zoom, without its ground.
"""
MAX_PICTURES = 8_000
"""Number of all pictures that are kept: small ones have keys that take memory, too."""


class PictureCache:
    """Pictures by key; beyond a number of pixels the least recently used ones are forgotten.

    Background threads may use it, too.
    """

    def __init__(self, pixels: int, pictures: int = MAX_PICTURES) -> None:
        self.most = pixels
        self.most_pictures = pictures
        self.pixels = 0
        """Pixels of all its pictures."""
        self._kept: OrderedDict[Hashable, pygame.Surface | None] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._kept

    def recall(
        self, key: Hashable, default: pygame.Surface | None = None
    ) -> pygame.Surface | None:
        """Return a picture, None if it is known that there is none, else *default*."""
        with self._lock:
            if key not in self._kept:
                return default
            self._kept.move_to_end(key)
            return self._kept[key]

    def __setitem__(self, key: Hashable, picture: pygame.Surface | None) -> None:
        """Keep a picture, or the fact that there is none."""
        with self._lock:
            self.pixels += _pixels(picture) - _pixels(self._kept.pop(key, None))
            self._kept[key] = picture
            while len(self._kept) > 1 and self._is_full:
                self.pixels -= _pixels(self._kept.popitem(last=False)[1])

    @property
    def _is_full(self) -> bool:
        return self.pixels > self.most or len(self._kept) > self.most_pictures

    def made(self, key: Hashable, make: Callable[[], S]) -> S:
        """Return a picture, which is made if it is not kept."""
        try:
            with self._lock:
                # Each look at a key takes its hash, which is most of the time.
                self._kept.move_to_end(key)
                return cast("S", self._kept[key])
        except KeyError:
            pass
        picture = make()
        self[key] = picture
        return picture

    def keeps(self, draw: Callable[A, S]) -> Callable[A, S]:
        """Decorate a function whose pictures are to be kept; arguments have to be hashable."""

        @wraps(draw)
        def drawn(*arguments: A.args, **options: A.kwargs) -> S:
            key = draw, arguments, tuple(options.items()) if options else ()
            return self.made(key, lambda: draw(*arguments, **options))

        return drawn

    def clear(self) -> None:
        """Forget all pictures."""
        with self._lock:
            self._kept.clear()
            self.pixels = 0


def _pixels(picture: pygame.Surface | None) -> int:
    return picture.width * picture.height if picture else 0


PICTURES = PictureCache(MAX_PICTURE_PIXELS)
"""The pictures of the window: each is drawn once, wherever it is shown."""


class OwnPictures:
    """The pictures of one owner in the cache of all, with keys of its own."""

    def __init__(self) -> None:
        self._owner = next(_owners)

    def made(self, key: Hashable, make: Callable[[], S]) -> S:
        """Return a picture, which is made if it is not kept."""
        return PICTURES.made((self._owner, key), make)
