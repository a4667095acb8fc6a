"""The table behind menu screens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import product
from math import ceil
from typing import ClassVar, NamedTuple

import pygame

from game.background import BackgroundValue
from game.content.faults import UnusableFile
from game.content.maps.map_library import load_map
from game.content.shipped_folders import MAPS as MAPS_FOLDER
from game.picture_cache import PICTURES
from game.screens.screen import WindowContext
from game.table.board import Board
from game.view.board.painter import BoardPainter
from game.view.board.tiles import TileDiskCache, inches
from game.widgets.panel_stack import NO_AREA, PanelStack
from game.widgets.theme import INK

MAP = "old-quarter.tmj"
LIGHT = 0.28
"""Usual share of the light of the table that is left behind panels."""
BACKDROP_CLOSE = 54
"""Minimum pixels per inch, at a UI scale of 1; a window wider than the board takes more."""
_TABLES = BackgroundValue[pygame.Surface | None](None, PICTURES)
"""Tables that are painted in the background, one at a time however often sizes change."""


@lru_cache(maxsize=1)
def _board() -> Board | None:
    try:
        return load_map(MAPS_FOLDER / MAP)
    except UnusableFile:
        return None


class _TableKey(NamedTuple):
    """The key of a picture of the table in the cache of pictures."""

    size: tuple[int, int]
    ppi: int
    name: str = MAP


def _key(frame: WindowContext) -> _TableKey:
    return _TableKey(frame.size, frame.theme.px(BACKDROP_CLOSE))


def _table(frame: WindowContext) -> pygame.Surface:
    """Return the table for a window, painted now if it is not kept."""
    key = _key(frame)
    found = PICTURES.made(key, partial(_painted, key.size, key.ppi))
    assert found
    return found


def _painted(size: tuple[int, int], ppi: int) -> pygame.Surface:
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
    _table(frame)


def paint_backdrop(canvas: pygame.Surface, frame: WindowContext, share: float = LIGHT) -> None:
    """Paint the whole window with the table; *share* of its light is left."""
    _paint(canvas, None if frame.plain else _table(frame), share)


def _paint(canvas: pygame.Surface, table: pygame.Surface | None, share: float = LIGHT) -> None:
    """Paint the whole window with a picture of the table, scaled if need be, or plainly."""
    if table is None:
        canvas.fill(INK)
        return
    if table.get_size() != canvas.get_size():
        table = pygame.transform.smoothscale(table, canvas.get_size())
    canvas.blit(table, (0, 0))
    level = round(255 * share)
    canvas.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)


class Backdrop:
    """The background of a screen's panels; it is painted again only if a dialog darkened it.

    In a window the table is painted in the background: until then the one of another size
    stands in, so that a window that changes its size does not stay black.
    """

    last: ClassVar[_TableKey | None] = None
    """The key of the table that was shown last, on any screen."""

    def __init__(self, share: float = LIGHT) -> None:
        """*share*: how much of the light of the table is left."""
        self.share = share
        self.is_fresh = True
        """True if the whole window still has to be drawn."""
        self._stands_in = False
        """True if the table of another size is shown."""

    def draw(
        self, canvas: pygame.Surface, frame: WindowContext, stack: PanelStack
    ) -> Sequence[pygame.Rect]:
        """Draw panels of which the first, if any, lies on the backdrop.

        Return the changed areas.
        """
        below = stack.panels[:1]
        if self._stands_in and self._table(frame):
            self.is_fresh = True
            for panel in below:
                panel.behind = None
        if not (self.is_fresh or stack.is_stale):
            return stack.draw(canvas, NO_AREA)
        self.is_fresh = False
        self._paint(canvas, frame)
        for panel in below:
            panel.lie_on(canvas)
        stack.draw(canvas)
        return [canvas.get_rect()]

    def _paint(self, canvas: pygame.Surface, frame: WindowContext) -> None:
        table = None if frame.plain else self._table(frame)
        self._stands_in = table is None and not frame.plain
        if table:
            Backdrop.last = _key(frame)
        elif Backdrop.last and not frame.plain:
            table = PICTURES.recall(Backdrop.last)
        _paint(canvas, table, self.share)

    def _table(self, frame: WindowContext) -> pygame.Surface | None:
        """Return the table for a window; None while it is painted in the background."""
        if not frame.apart:
            return _table(frame)
        key = _key(frame)
        return _TABLES.get(key, partial(_painted, key.size, key.ppi))
