"""A small picture of a map."""

from __future__ import annotations

from functools import lru_cache

import pygame

from game.content.complaints import UnusableFile
from game.content.folders import MAPS
from game.content.maps import load_map
from game.view.bake import Bake
from game.widgets.palette import DIM
from game.widgets.widget import Visible, Widget


class Thumbnail(Widget):
    map = Visible[str]()
    """The name of a shipped map."""

    def __init__(self, box: tuple[float, float, float, float]) -> None:
        super().__init__(box)
        self.map = ""

    def paint(self, canvas: pygame.Surface) -> None:
        picture = _picture(self.map, self.rect.width)
        if picture is None:
            words = self.theme.text("No picture", 14, DIM)
            canvas.blit(words, words.get_rect(center=self.rect.center))
        else:
            canvas.blit(picture, picture.get_rect(center=self.rect.center))


@lru_cache(maxsize=12)
def _picture(name: str, side: int) -> pygame.Surface | None:
    """Return a map so many pixels wide or high; None if it cannot be read."""
    try:
        board = load_map(MAPS / f"{name}.tmj")
    except UnusableFile:
        return None
    longer = max(board.width, board.height)
    ppi = max(4, round(side / longer))
    whole = Bake(board).whole(ppi)
    share = side / max(whole.get_size())
    size = round(whole.get_width() * share), round(whole.get_height() * share)
    return pygame.transform.smoothscale(whole, size)
