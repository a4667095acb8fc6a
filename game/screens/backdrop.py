"""The table behind menu screens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import ceil

import pygame

from game.content.faults import UnusableFile
from game.content.maps.map_library import load_map
from game.content.shipped_folders import MAPS as MAPS_FOLDER
from game.screens.screen import WindowContext
from game.table.board import Board
from game.view.board.painter import BoardPainter
from game.view.board.tiles import TileDiskCache, inches
from game.widgets.panel_stack import PanelStack
from game.widgets.theme import INK

MAP = "old-quarter.tmj"
BACKDROP_CLOSE = 54
"""Minimum pixels per inch, at a UI scale of 1; a window wider than the board takes more."""


@lru_cache(maxsize=1)
def _board() -> Board | None:
    try:
        return load_map(MAPS_FOLDER / MAP)
    except UnusableFile:
        return None


@lru_cache(maxsize=2)
def _table(size: tuple[int, int], ppi: int) -> pygame.Surface:
    """Return the middle of the board, or a plain area if the map cannot be read."""
    canvas = pygame.Surface(size)
    canvas.fill(INK)
    if board := _board():
        ppi = max(ppi, ceil(size[0] / int(board.width)), ceil(size[1] / int(board.height)))
        wide, high = ceil(size[0] / ppi), ceil(size[1] / ppi)
        left = max(0, round((board.width - wide) / 2))
        top = max(0, round((board.height - high) / 2))
        painter, side = BoardPainter(board), inches(ppi)
        cache = TileDiskCache(painter)
        for x, y in product(range(0, wide, side), range(0, high, side)):
            area = (left + x, top + y, left + min(x + side, wide), top + min(y + side, high))
            canvas.blit(cache.part(area, ppi, painter.part), (x * ppi, y * ppi))
    return canvas


def prepare_backdrop(frame: WindowContext) -> None:
    """Paint the table of the backdrop, which takes a second or two the first time."""
    _table(frame.size, frame.theme.px(BACKDROP_CLOSE))


def paint_backdrop(canvas: pygame.Surface, frame: WindowContext, share: float = 0.28) -> None:
    """Paint the whole window with the table; *share* of its light is left."""
    if frame.plain:
        canvas.fill(INK)
        return
    canvas.blit(_table(canvas.get_size(), frame.theme.px(BACKDROP_CLOSE)), (0, 0))
    level = round(255 * share)
    canvas.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)


class Backdrop:
    """The background of a screen's panels; repainted wherever a dialog darkened it."""

    def __init__(self) -> None:
        self.is_fresh = True
        """True if the whole window still has to be drawn."""

    def draw(
        self, canvas: pygame.Surface, frame: WindowContext, stack: PanelStack
    ) -> Sequence[pygame.Rect]:
        """Draw panels of which the first lies on the backdrop; return the changed areas."""
        if self.is_fresh or stack.dialog:
            paint_backdrop(canvas, frame)
            stack.panels[0].lie_on(canvas)
        changed = stack.draw(canvas)
        fresh, self.is_fresh = self.is_fresh, stack.dialog is not None
        return [canvas.get_rect()] if fresh else changed
