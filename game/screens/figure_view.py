"""A chart in a screen."""

from __future__ import annotations

import pygame

from game.widgets.theme import DIM
from game.widgets.widget import Visible, Widget


class FigureView(Widget):
    """A chart drawn in the background, on white."""

    picture = Visible[pygame.Surface | None]()
    words = Visible[str]()

    def __init__(self, picture: pygame.Surface | None, words: str) -> None:
        """*words* stand there while there is no picture."""
        super().__init__()
        self.picture, self.words = picture, words

    def paint(self, canvas: pygame.Surface) -> None:
        if self.picture:
            canvas.blit(self.picture, self.picture.get_rect(midtop=self.rect.midtop))
        else:
            text = self.theme.text(self.words, 14, DIM)
            canvas.blit(text, text.get_rect(center=self.rect.center))
