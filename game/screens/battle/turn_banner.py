"""The banner over the board when the turn of another side begins."""

from __future__ import annotations

import pygame

from game.screens.battle.board_view import BoardView
from game.screens.battle.floating_panels import FloatingPanel, board_box
from game.view.colours import TEAMS
from game.widgets.panel_stack import PanelStack
from game.widgets.places import within
from game.widgets.sizes import TITLE_TEXT
from game.widgets.theme import Plate, Theme, plate
from game.widgets.widget import Widget

BANNER_SECONDS = 1.2


class TurnSign(Widget):
    """The side whose turn begins, in large letters."""

    def __init__(self, words: str, team: int) -> None:
        super().__init__()
        self.words, self.team = words, team

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the height of its letters with as much room above and below."""
        return 0.0, 3 * TITLE_TEXT

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
        self._left = 0.0

    def announce(self, words: str, team: int) -> None:
        """Show words for a moment, in the colours of a side by its number."""
        sign, room = TurnSign(words.upper(), team), board_box(self.board)
        high = sign.natural(self.theme)[1]
        self.lay(sign, within(room, (room[2], high), 0.0, 1 / 3))
        self._left = BANNER_SECONDS

    def update(self, seconds: float) -> None:
        self._left -= seconds
        if self._left <= 0.0:
            self.drop()

    def end(self) -> None:
        """Remove the banner, because a person does something."""
        self._left = 0.0
        self.drop()
