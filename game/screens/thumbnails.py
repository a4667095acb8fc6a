"""A small picture of a map."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

import pygame

from game.content.faults import UnusableFile
from game.content.file_source import DISK, MAPS, named
from game.content.maps import board_of
from game.table.cage_floor import rings_of
from game.table.pieces import PieceKind, pieces_of
from game.view.board.painter import BoardPainter
from game.view.board.street_pictures import building
from game.view.board.tiles import TileDiskCache
from game.view.cage_view import at_rest
from game.widgets.theme import DIM
from game.widgets.widget import Visible, Widget


class Thumbnail(Widget):
    map = Visible[str]()
    """The name of a map."""

    def __init__(self, box: tuple[float, float, float, float]) -> None:
        super().__init__(box)
        self.map = ""

    def paint(self, canvas: pygame.Surface) -> None:
        picture = picture_of_map(self.map, self.rect.size)
        if picture is None:
            words = self.theme.text("No picture", 14, DIM)
            canvas.blit(words, words.get_rect(center=self.rect.center))
        else:
            canvas.blit(picture, picture.get_rect(center=self.rect.center))


def picture_of_map(name: str, size: tuple[int, int]) -> pygame.Surface | None:
    """Return a map no larger than so many pixels; None if it cannot be read."""
    file = named(name, MAPS, ".tmj")
    try:
        return _picture(DISK.read(file), file, size)
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
    """Return a whole map at so many pixels an inch: the least of them for most sizes."""
    board = board_of(text, file)
    area = (0.0, 0.0, float(ceil(board.width)), float(ceil(board.height)))
    whole = TileDiskCache(board).part(area, ppi, BoardPainter(board).part)
    for piece in pieces_of(board, (PieceKind.CITY,)).values():
        picture, left, top = building(piece, ppi)
        at = round((piece.at.x + left) * ppi), round((piece.at.y + top) * ppi)
        whole.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)
    if rings_of(board):
        floor, left, top = at_rest(board, ppi)
        whole.blit(floor, (left, top), special_flags=pygame.BLEND_PREMULTIPLIED)
    return whole
