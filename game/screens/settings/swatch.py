"""What a palette looks like: a ring of each side, good and bad."""

from __future__ import annotations

import pygame

from game.content.palettes import palette
from game.view.sprites import Sprites, Token, TokenState
from game.view.style import TEAMS
from game.widgets.theme import Box, Theme
from game.widgets.widget import Widget

ICONS = ("units/helmet", "units/claws")


class Swatch(Widget):
    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self._sprites: Sprites | None = None

    def fit(self, theme: Theme) -> None:
        super().fit(theme)
        self._sprites = Sprites(theme)

    def paint(self, canvas: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        assert self._sprites
        wide = rect.width // 4
        for team, icon in enumerate(ICONS):
            pixels = round(rect.height * 0.66)
            picture = self._sprites.portrait(
                Token(icon, team, TokenState.READY, 1, 1, pixels, 6)
            )
            middle = rect.left + wide * team + wide // 2, rect.centery
            canvas.blit(picture, picture.get_rect(center=middle))
        for n, (words, colour) in enumerate(
            (("3 of 4 hit", palette().good), ("Lost", palette().bad))
        ):
            line = theme.text(words, 17, colour, "heading")
            spot = line.get_rect(left=rect.left + 2 * wide + theme.px(16), centery=rect.centery)
            spot.centery += theme.px(12) * (2 * n - 1)
            canvas.blit(line, spot)
        for team, shades in enumerate(TEAMS):
            name = theme.text(f"Side {team + 1}", 15, shades.plain, "heading")
            spot = name.get_rect(right=rect.right, centery=rect.centery)
            spot.centery += theme.px(12) * (2 * team - 1)
            canvas.blit(name, spot)
