"""The engraved bust of a profile as a widget."""

from __future__ import annotations

import pygame

from game.content.palettes import Team
from game.table.records import Profile
from game.view.busts import draw_framed_bust
from game.widgets.theme import Theme
from game.widgets.widget import Visible, Widget

FACE = 88.0
"""Size in units of a large face."""


class Bust(Widget):
    """The engraved bust of a profile, as large a square as its box has room for."""

    profile = Visible[Profile]()

    def __init__(self, profile: Profile, team: Team, hint: str = "") -> None:
        super().__init__(hint)
        self.profile, self.team = profile, team

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of a large face."""
        return FACE, FACE

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the bust in the middle of the box."""
        size = min(self.rect.size)
        place = pygame.Rect(0, 0, size, size)
        place.center = self.rect.center
        draw_framed_bust(canvas, self.profile, self.team, place)
