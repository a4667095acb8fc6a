"""Pictures drawn in a background thread."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

import pygame

from game.background import Loader

K = TypeVar("K", bound=Hashable)


class PictureQueue(Generic[K]):
    """Pictures by their keys, drawn in a background thread, one at a time."""

    def __init__(self, kept: dict[K, pygame.Surface | None] | None = None) -> None:
        """*kept*: the pictures drawn so far."""
        self.kept = {} if kept is None else kept
        """Pictures by key; None if one cannot be drawn."""
        self._drawing: tuple[K, Loader[pygame.Surface | None]] | None = None

    def draw_next(
        self, wanted: Iterable[tuple[K, Callable[[], pygame.Surface | None]]]
    ) -> bool:
        """Draw the next missing picture; return whether another one was finished."""
        finished = self._drawing is not None and self._drawing[1].done
        if self._drawing and finished:
            (key, loader), self._drawing = self._drawing, None
            self.kept[key] = loader.result()
        missing = (one for one in wanted if one[0] not in self.kept)
        if self._drawing is None and (one := next(missing, None)):
            self._drawing = one[0], Loader(one[1])
        return finished
