"""The cache of all pictures of the window, which are kept until others need their memory."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from heapq import heappop, heappush, heappushpop
from itertools import count
from threading import Lock
from typing import Any, ParamSpec, TypeVar

import pygame

A = ParamSpec("A")
S = TypeVar("S", bound="pygame.Surface | None")

_owners, _uses = count(), count()
MAX_PICTURE_PIXELS = 9_000_000
"""Pixels of all pictures that are kept, 4 bytes each: over four windows of 1920 x 1080.

A battle of 100 models in such a window takes 2 million at one zoom, without its ground.
"""
MIN_WINDOWS = 3
"""Number of pictures as large as the window that are kept however large it is."""
MAX_PICTURES = 8_000
"""Number of all pictures that are kept: small ones have keys that take memory, too."""


class _Kept:
    """A picture in the cache, and when it was used last."""

    __slots__ = ("key", "picture", "used")

    def __init__(self, key: Hashable, picture: Any) -> None:
        self.key, self.picture, self.used = key, picture, next(_uses)


class PictureCache:
    """Pictures by key; beyond a number of pixels the least recently used ones are forgotten.

    Background threads may use it, too.
    """

    def __init__(self, pixels: int, pictures: int = MAX_PICTURES) -> None:
        self.most = pixels
        self.most_pictures = pictures
        self.pixels = 0
        """Pixels of all its pictures."""
        self.kept: dict[Hashable, _Kept] = {}
        """The pictures by key."""
        self._oldest: list[tuple[int, _Kept]] = []
        """A heap of all pictures, by a use that may not have been their last."""
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self.kept)

    def __contains__(self, key: Hashable) -> bool:
        return key in self.kept

    def recall(
        self, key: Hashable, default: pygame.Surface | None = None
    ) -> pygame.Surface | None:
        """Return a picture, None if it is known that there is none, else *default*."""
        if (kept := self.kept.get(key)) is None:
            return default
        kept.used = next(_uses)
        found: pygame.Surface | None = kept.picture
        return found

    def __setitem__(self, key: Hashable, picture: pygame.Surface | None) -> None:
        """Keep a picture, or the fact that there is none."""
        with self._lock:
            if kept := self.kept.get(key):
                self.pixels -= _pixels(kept.picture)
                kept.picture, kept.used = picture, next(_uses)
            else:
                kept = self.kept[key] = _Kept(key, picture)
                heappush(self._oldest, (kept.used, kept))
            self.pixels += _pixels(picture)
            while len(self.kept) > 1 and self._is_full:
                self._forget_one()

    @property
    def _is_full(self) -> bool:
        return self.pixels > self.most or len(self.kept) > self.most_pictures

    def _forget_one(self) -> None:
        """Forget the least recently used picture."""
        used, kept = heappop(self._oldest)
        while used != kept.used:
            used, kept = heappushpop(self._oldest, (kept.used, kept))
        del self.kept[kept.key]
        self.pixels -= _pixels(kept.picture)

    def made(self, key: Hashable, make: Callable[[], S]) -> S:
        """Return a picture, which is made if it is not kept."""
        # Each look at a key takes its hash, which is most of the time; a lock would double it.
        if (kept := self.kept.get(key)) is not None:
            kept.used = next(_uses)
            found: S = kept.picture
            return found
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

    def fit(self, size: tuple[int, int]) -> None:
        """Keep as many pixels as a window of a size needs."""
        self.most = max(MAX_PICTURE_PIXELS, MIN_WINDOWS * size[0] * size[1])

    def clear(self) -> None:
        """Forget all pictures."""
        with self._lock:
            self.kept.clear()
            self._oldest.clear()
            self.pixels = 0


def _pixels(picture: pygame.Surface | None) -> int:
    return picture.width * picture.height if picture else 0


PICTURES = PictureCache(MAX_PICTURE_PIXELS)
"""The pictures of the window: each is drawn once, wherever it is shown."""


class OwnPictures:
    """The pictures of one owner in the cache of all, with keys of its own.

    Equal owners share their pictures; without a name an owner is like no other.
    """

    def __init__(self, owner: Hashable = None) -> None:
        self._owner = next(_owners) if owner is None else owner

    def made(self, key: Hashable, make: Callable[[], S]) -> S:
        """Return a picture, which is made if it is not kept."""
        return PICTURES.made((self._owner, key), make)

    def recall(self, key: Hashable) -> pygame.Surface | None:
        """Return a picture, or None.

        Frames ask for a hundred of them, so that each call counts.
        """
        if (kept := PICTURES.kept.get((self._owner, key))) is None:
            return None
        kept.used = next(_uses)
        found: pygame.Surface | None = kept.picture
        return found
