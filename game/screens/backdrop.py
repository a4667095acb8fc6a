"""What lies behind menus: a shipped table in lamp light, darkened."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pygame

from game.content.faults import UnusableFile
from game.content.maps import load_map
from game.content.storage import MAPS
from game.screens.screen import Frame
from game.table.board import Board
from game.view.board.painter import BoardPainter
from game.view.board.tiles import TileDiskCache
from game.widgets.panel_stack import PanelStack
from game.widgets.theme import INK

MAP = "old-quarter.tmj"
CLOSE = 54
"""Pixels an inch at a scale of 1."""


@lru_cache(maxsize=1)
def _board() -> Board | None:
    try:
        return load_map(MAPS / MAP)
    except UnusableFile:
        return None


@lru_cache(maxsize=2)
def _table(size: tuple[int, int], ppi: int) -> pygame.Surface:
    """Return the middle of the board, or bare ink where there is no board."""
    canvas = pygame.Surface(size).convert()
    canvas.fill(INK)
    if board := _board():
        wide, high = size[0] // ppi + 1, size[1] // ppi + 1
        left = max(0, round((board.width - wide) / 2))
        top = max(0, round((board.height - high) / 2))
        area = (left, top, left + wide, top + high)
        canvas.blit(TileDiskCache(board).part(area, ppi, BoardPainter(board).part), (0, 0))
    return canvas


def paint_backdrop(canvas: pygame.Surface, frame: Frame, share: float = 0.28) -> None:
    """Paint the whole window; *share* of the table's light is left."""
    canvas.blit(_table(canvas.get_size(), frame.theme.px(CLOSE)), (0, 0))
    level = round(255 * share)
    canvas.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)


class Backdrop:
    """What the panels of one screen lie on: painted again wherever a dialog darkened it."""

    def __init__(self) -> None:
        self.is_fresh = True
        """Whether all of the window is still to be drawn."""

    def draw(
        self, canvas: pygame.Surface, frame: Frame, desk: PanelStack
    ) -> Sequence[pygame.Rect]:
        """Draw a desk whose first panel lies on the backdrop, and return where that changed."""
        if self.is_fresh or desk.dialog:
            paint_backdrop(canvas, frame)
            desk.panels[0].lie_on(canvas)
        changed = desk.draw(canvas)
        fresh, self.is_fresh = self.is_fresh, desk.dialog is not None
        return [canvas.get_rect()] if fresh else changed
