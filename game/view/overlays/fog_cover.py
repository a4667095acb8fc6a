"""Fog over the board, with openings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from game.geometry.points import Path
from game.view.board.canvas import box_blurred
from game.view.camera import Camera

COARSE = 2
"""Pixels of the board per pixel of the fog, which is drawn small and scaled up."""
SOFT = 2
"""Radius in pixels of the fog by which its edges are blurred."""
MIST = (13, 17, 20)
THICK, THIN = 226, 96
"""Opacity of fog, of 255: for the players, and for the person who runs the table."""


class FogOpenings(NamedTuple):
    """Areas of the board without fog, in inches."""

    seen: tuple[Path, ...]
    """Areas in line of sight."""
    lit: tuple[Path, ...] | None = None
    """In the dark: the areas that are lit or near; only there is what is seen clear."""


class FogCover:
    """Draws fog; the last picture is kept while neither view nor openings change."""

    def __init__(self, openings: FogOpenings, opacity: int) -> None:
        self.openings, self.opacity = openings, opacity
        self._drawn: tuple[object, pygame.Surface] | None = None

    def draw(self, canvas: pygame.Surface, camera: Camera) -> None:
        """Draw the fog over the part of the board that is in the window."""
        place = camera.board.clip(camera.window)
        if not place.width or not place.height:
            return
        key = camera.view, camera.ppi, tuple(camera.window)
        if self._drawn is None or self._drawn[0] != key:
            self._drawn = key, self._picture(camera, place)
        canvas.blit(self._drawn[1], place)

    def _picture(self, camera: Camera, place: pygame.Rect) -> pygame.Surface:
        fog = self._opened(camera, place, self.openings.seen)
        if self.openings.lit is not None:
            dark = self._opened(camera, place, self.openings.lit)
            fog.blit(dark, (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
        soft = box_blurred(fog, SOFT)
        return pygame.transform.smoothscale(soft, place.size)

    def _opened(
        self, camera: Camera, place: pygame.Rect, areas: Sequence[Path]
    ) -> pygame.Surface:
        """Return small fog with openings."""
        size = max(1, place.width // COARSE), max(1, place.height // COARSE)
        fog = pygame.Surface(size, pygame.SRCALPHA)
        fog.fill((*MIST, self.opacity))
        across, down = size[0] / place.width, size[1] / place.height
        for area in areas:
            corners = [camera.pixel(at) for at in area]
            spots = [((x - place.left) * across, (y - place.top) * down) for x, y in corners]
            if len(spots) > 2:
                pygame.draw.polygon(fog, (*MIST, 0), spots)
        return fog
