"""Copy of the floor in sight, for frames in which it does not change."""

from __future__ import annotations

from collections.abc import Hashable

import pygame


class FloorCache:
    """The floor as it was drawn last, once two frames in a row have drawn the same."""

    def __init__(self) -> None:
        self._kept: Hashable = None
        """All that the picture depends on."""
        self._picture: pygame.Surface | None = None
        self._last: Hashable = None
        """All that the floor depended on when it was drawn last."""

    def draw(self, canvas: pygame.Surface, area: pygame.Rect, key: Hashable) -> bool:
        """Draw the kept picture in an area; return whether it is the one of a key."""
        if key is None or key != self._kept or self._picture is None:
            return False
        if self._picture.get_size() != area.size:
            return False
        canvas.blit(self._picture, area)
        return True

    def keep(self, canvas: pygame.Surface, area: pygame.Rect, key: Hashable) -> None:
        """Keep a floor that has just been drawn in an area of a canvas.

        It is only copied if the last one was the same; with None there is nothing to keep.
        """
        if key is not None and key == self._last:
            if self._picture is None or self._picture.get_size() != area.size:
                self._picture = pygame.Surface(area.size, 0, canvas)
            self._picture.blit(canvas, (0, 0), area)
            self._kept = key
        self._last = key
