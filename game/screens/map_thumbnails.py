"""Small pictures of maps."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import TypeAlias

import pygame

from game.content.faults import UnusableFile
from game.content.file_source import DISK, MAPS, named
from game.content.maps.map_library import board_of, map_text
from game.screens.picture_queue import PictureQueue
from game.view.board.painter import BoardPainter
from game.view.board.tiles import TileDiskCache
from game.view.systems import map_pictures
from game.widgets.theme import DIM, Box
from game.widgets.widget import Visible, Widget

MapKey: TypeAlias = tuple[str, tuple[int, int]]
"""Name of a map, and the size of its picture in pixels."""


def picture_of_map(name: str, size: tuple[int, int]) -> pygame.Surface | None:
    """Return a picture of a map within a size in pixels; None if it cannot be read."""
    file = named(name, MAPS, ".tmj")
    try:
        return _picture(map_text(DISK, file), file, size)
    except UnusableFile:
        return None


@lru_cache(maxsize=24)
def _picture(text: str, file: str, size: tuple[int, int]) -> pygame.Surface:
    board = board_of(text, file)
    share = min(size[0] / board.width, size[1] / board.height)
    whole = _painted(text, file, max(4, round(share)))
    small = max(1, round(board.width * share)), max(1, round(board.height * share))
    return pygame.transform.smoothscale(whole, small)


@lru_cache(maxsize=8)
def _painted(text: str, file: str, ppi: int) -> pygame.Surface:
    """Return a whole map at *ppi* pixels per inch."""
    board = board_of(text, file)
    area = (0.0, 0.0, float(ceil(board.width)), float(ceil(board.height)))
    bake = BoardPainter(board)
    whole = TileDiskCache(bake).part(area, ppi, bake.part)
    for one in map_pictures(bake.plan):
        picture, at = one.paint(ppi)
        whole.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)
    return whole


class Thumbnail(Widget):
    map = Visible[str]()
    """Name of the map."""

    def __init__(self, box: Box, pictures: PictureQueue[MapKey]) -> None:
        super().__init__(box)
        self.map, self.pictures = "", pictures

    def paint(self, canvas: pygame.Surface) -> None:
        key = self.map, self.rect.size
        picture = self.pictures.kept.get(key)
        if picture is None:
            drawn = key in self.pictures.kept
            words = self.theme.text("No picture" if drawn else "Drawing the map …", 14, DIM)
            canvas.blit(words, words.get_rect(center=self.rect.center))
        else:
            canvas.blit(picture, picture.get_rect(center=self.rect.center))
