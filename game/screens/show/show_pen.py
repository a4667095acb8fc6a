"""Drawing aids of a commentator: a pen, a spotlight."""

from __future__ import annotations

import pygame

from game.picture_cache import PICTURES
from game.widgets.sizes import STEADY, TIGHT
from game.widgets.theme import AMBER
from game.widgets.widget import Pixel

MAX_POINTS = 20_000
"""Maximum number of points of all strokes; the oldest make way."""
DARKNESS = 170
"""Opacity of the dark around the spotlight, from 0 to 255."""


class ShowPen:
    """Strokes over the board, and a spotlight around the mouse."""

    def __init__(self) -> None:
        self.strokes: list[list[Pixel]] = []
        self.has_light = False
        self.at: Pixel | None = None
        """The mouse, once it has moved."""
        self._draws = False

    @property
    def key(self) -> object:
        """Return a key of what is drawn, for comparison."""
        points = sum(map(len, self.strokes))
        return points, len(self.strokes), self.at if self.has_light else None

    def handle(self, event: pygame.Event) -> bool:
        """Draw with the left button, wipe with the right; return whether it was that."""
        match event.type:
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_LEFT:
                self._draws = True
                self.strokes.append([event.pos])
            case pygame.MOUSEBUTTONUP if event.button == pygame.BUTTON_LEFT:
                self._draws = False
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_RIGHT:
                self.wipe()
            case pygame.MOUSEMOTION:
                self.at = event.pos
                if self._draws and self.strokes:
                    self.strokes[-1].append(event.pos)
                    self._limit()
            case _:
                return False
        return True

    def _limit(self) -> None:
        while (spare := sum(map(len, self.strokes)) - MAX_POINTS) > 0:
            if len(self.strokes) > 1:
                self.strokes.pop(0)
            else:
                del self.strokes[0][:spare]

    def wipe(self) -> None:
        """Remove all strokes."""
        self.strokes.clear()
        self._draws = False

    def draw(self, canvas: pygame.Surface, board: pygame.Rect, scale: float) -> None:
        """Draw the light, and the strokes above it, on the board."""
        before = canvas.get_clip()
        canvas.set_clip(board)
        if self.has_light and self.at:
            radius = max(1, round(STEADY * scale))
            hole = pygame.Rect(0, 0, 2 * radius, 2 * radius)
            hole.center = self.at
            canvas.blit(_light(radius), hole)
            for part in _around(board, hole):
                dark = _dark(part.size)
                canvas.blit(dark, part)
        width = max(2, round(TIGHT * scale))
        for stroke in self.strokes:
            pygame.draw.lines(canvas, AMBER, False, [*stroke, stroke[-1]], width)  # noqa: FBT003  its name is closed
            for at in stroke:
                pygame.draw.circle(canvas, AMBER, at, width // 2)
        canvas.set_clip(before)


@PICTURES.keeps
def _light(radius: int) -> pygame.Surface:
    """Return a dark square with a transparent circle in it."""
    picture = pygame.Surface((2 * radius, 2 * radius), pygame.SRCALPHA)
    picture.fill((0, 0, 0, DARKNESS))
    pygame.draw.aacircle(picture, (0, 0, 0, 0), (radius, radius), radius)
    pygame.draw.circle(picture, (0, 0, 0, 0), (radius, radius), radius - 1)
    return picture


def _dark(size: tuple[int, int]) -> pygame.Surface:
    picture = pygame.Surface(size)
    picture.set_alpha(DARKNESS)
    return picture


def _around(board: pygame.Rect, hole: pygame.Rect) -> list[pygame.Rect]:
    """Return the parts of the board around a rectangle."""
    inner = hole.clip(board)
    if not inner.size[0] or not inner.size[1]:
        return [board]
    parts = (
        (board.left, board.top, board.width, inner.top - board.top),
        (board.left, inner.bottom, board.width, board.bottom - inner.bottom),
        (board.left, inner.top, inner.left - board.left, inner.height),
        (inner.right, inner.top, board.right - inner.right, inner.height),
    )
    return [pygame.Rect(part) for part in parts if part[2] > 0 and part[3] > 0]
