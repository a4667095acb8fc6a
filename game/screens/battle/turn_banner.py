"""The banner over the board when the turn of another side begins."""

from __future__ import annotations

import pygame

from game.screens.battle.board_view import BoardView
from game.screens.battle.floating_panels import FloatingPanel, board_box
from game.view.style import TEAMS
from game.widgets.panel_stack import PanelStack
from game.widgets.theme import Box, Plate, plate
from game.widgets.widget import Visible, Widget

BANNER_SECONDS = 1.2
BANNER_HIGH = 84.0


class TurnSign(Widget):
    """The side whose turn begins, in large letters."""

    words = Visible[str]()
    team = Visible[int]()

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.words, self.team = "", 0

    def paint(self, canvas: pygame.Surface) -> None:
        team, rect, px = TEAMS[self.team], self.rect, self.theme.px
        look = Plate(team.dark, "#12171A", team.plain, corner=0.0, line=2.0)
        canvas.blit(plate(self.theme, rect.size, look), rect)
        words = self.theme.text(self.words, 34, team.light, "title")
        place = words.get_rect(center=rect.center)
        canvas.blit(words, place)
        for x in (place.left - px(60), place.right + px(20)):
            dashes = range(x, x + px(40), px(14)) if self.team else (x,)
            for left in dashes:
                wide = px(9) if self.team else px(40)
                canvas.fill(team.plain, (left, rect.centery - 1, wide, px(3)))


class TurnBanner(FloatingPanel):
    """A banner over the board when the turn of another side begins; any input ends it."""

    def __init__(self, stack: PanelStack, board: BoardView) -> None:
        super().__init__(stack, board)
        self.sign = self.add(TurnSign((0, 0, 10, 10)))
        self._left = 0.0

    def announce(self, words: str, team: int) -> None:
        """Show words for a moment, in the colours of a side by its number."""
        left, top, wide, tall = board_box(self.board)
        self.sign.box = (0, 0, wide, BANNER_HIGH)
        self.sign.words, self.sign.team = words.upper(), team
        self.put((left, top + (tall - BANNER_HIGH) / 3, wide, BANNER_HIGH))
        self.sign.fit(self.theme)
        self._left = BANNER_SECONDS

    def update(self, seconds: float) -> None:
        self._left -= seconds
        if self._left <= 0.0:
            self.drop()

    def end(self) -> None:
        """Remove the banner, because a person does something."""
        self._left = 0.0
        self.drop()
