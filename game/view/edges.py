"""The two ends of a street: a finish line along the Arrival, dusk along the rear edge."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
import pygame

from game.table.pieces import Street
from game.view.camera import Camera, Pixel
from game.view.look import Look
from game.view.style import AMBER

CHECK: Final = 0.5
"""Inches of a square of the finish line."""
ROWS: Final = 2
GLOW: Final = 4.0
"""Inches that the light of the Arrival reaches, and the dusk at the rear edge."""
DUSK: Final = 6.0
LETTERS: Final = 17
Drawn: TypeAlias = tuple[pygame.Surface, Pixel]


class Edges:
    def __init__(self, look: Look, street: Street) -> None:
        self.look, self.street = look, street
        self._kept: dict[int, tuple[pygame.Surface, pygame.Surface]] = {}

    def drawn(self, camera: Camera) -> tuple[Drawn, Drawn]:
        """Return the Arrival, which lies under the city, and the rear edge, which lies over it.

        Both are premultiplied.
        """
        if camera.ppi not in self._kept:
            if len(self._kept) > 3:
                self._kept.clear()
            self._kept[camera.ppi] = self._arrival(camera.ppi), self._rear(camera.ppi)
        arrival, rear = self._kept[camera.ppi]
        board, back = camera.board, self.street.back
        at = arrival.get_rect(topleft=board.topleft)
        end = rear.get_rect(bottomright=board.bottomright)
        if back.x < 0.0 or back.y < 0.0:
            at = arrival.get_rect(bottomright=board.bottomright)
            end = rear.get_rect(topleft=board.topleft)
        return (arrival, at.topleft), (rear, end.topleft)

    def _arrival(self, ppi: int) -> pygame.Surface:
        wide, high = round(GLOW * ppi), round(self.street.wide * ppi)
        share = np.linspace(1.0, 0.0, wide, dtype=np.float32) ** 2
        picture = _tinted(share * 0.34, pygame.Color(AMBER), high)
        side = CHECK * ppi
        for row in range(ROWS):
            for n in range(int(self.street.wide / CHECK) + 1):
                light = (row + n) % 2 == 0
                shade = (222, 214, 194, 235) if light else (20, 22, 24, 225)
                square = pygame.Rect(round(row * side), round(n * side), 0, 0)
                square.size = (
                    round((row + 1) * side) - square.x,
                    round((n + 1) * side) - square.y,
                )
                picture.fill(_premultiplied(shade), square)
        line = pygame.Color(AMBER)
        picture.fill(line, (round(ROWS * side), 0, max(2, round(0.08 * ppi)), high))
        left = round((ROWS * CHECK + 0.25) * ppi)
        self._write(picture, "ARRIVAL", AMBER, left, over=self.street.back.x < 0.0)
        return self._turned(picture, near=True)

    def _rear(self, ppi: int) -> pygame.Surface:
        wide, high = round(DUSK * ppi), round(self.street.wide * ppi)
        share = np.linspace(1.0, 0.0, wide, dtype=np.float32) ** 1.4
        picture = _tinted(share * 0.86, pygame.Color("#0D1012"), high)
        picture.fill(_premultiplied((150, 52, 44, 200)), (0, 0, max(2, round(0.1 * ppi)), high))
        self._write(picture, "REAR", "#C4685C", round(0.3 * ppi), over=self.street.back.x > 0.0)
        return self._turned(picture, near=False)

    def _write(
        self, picture: pygame.Surface, words: str, colour: str, left: int, *, over: bool
    ) -> None:
        """Write along the edge, at a quarter of it and at three: the middle is for riding.

        *over*: the picture will be turned over.
        """
        text = self.look.text(" ".join(words), LETTERS, colour, "title")
        turned = pygame.transform.rotate(text, -90 if over else 90)
        if over:
            turned = pygame.transform.flip(turned, True, False)  # noqa: FBT003
        for share in (0.25, 0.75):
            place = turned.get_rect(left=left, centery=round(picture.get_height() * share))
            picture.blit(turned.premul_alpha(), place, special_flags=pygame.BLEND_PREMULTIPLIED)

    def _turned(self, picture: pygame.Surface, *, near: bool) -> pygame.Surface:
        """Turn a picture of a left edge to where the Arrival, or the rear edge, is."""
        x, y = self.street.back
        if not near:
            x, y = -x, -y
        if x:
            return picture if x > 0.0 else pygame.transform.flip(picture, True, False)  # noqa: FBT003
        return pygame.transform.rotate(picture, -90 if y > 0.0 else 90)


def _tinted(
    share: np.ndarray[tuple[int, ...], np.dtype[np.float32]], colour: pygame.Color, high: int
) -> pygame.Surface:
    """Return a premultiplied wash whose strength changes from left to right."""
    picture = pygame.Surface((len(share), high), pygame.SRCALPHA)
    for x, level in enumerate(share.tolist()):
        shade = [round(c * level) for c in (colour.r, colour.g, colour.b, 255)]
        picture.fill(shade, (x, 0, 1, high))
    return picture


def _premultiplied(shade: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    red, green, blue, alpha = shade
    return red * alpha // 255, green * alpha // 255, blue * alpha // 255, alpha
