"""Bars of the shares of games that each side won."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

import pygame

from game.content.palettes import Colour
from game.lab.confidence import Interval
from game.widgets.sizes import FIELD, MEDIUM, SMALL_TEXT
from game.widgets.theme import DEEP, LINE, MUTED, TEXT, Theme
from game.widgets.widget import Visible, Widget

HINT = "The line is the 95% confidence interval (Wilson)"


class WinShare(NamedTuple):
    name: str
    won: int
    games: int
    interval: Interval
    colour: Colour

    @property
    def value(self) -> float:
        return self.won / self.games if self.games else 0.0

    @property
    def words(self) -> str:
        """Return the share in words: ``"62% (51–72%)"``."""
        if not self.games:
            return "no games yet"
        low, high = (round(100 * end) for end in self.interval)
        return f"{self.value:.0%} ({low}–{high}%)"


class ShareBar(Widget):
    grows: ClassVar[tuple[float, float]] = (1.0, 0.0)

    share = Visible[WinShare]()

    def __init__(self, share: WinShare) -> None:
        super().__init__(HINT)
        self.share = share

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return a size for a line of words and the bar below it."""
        return FIELD, MEDIUM

    def paint(self, canvas: pygame.Surface) -> None:
        theme, px, share = self.theme, self.theme.px, self.share
        found = theme.text(share.words, SMALL_TEXT, TEXT if share.games else MUTED)
        canvas.blit(found, found.get_rect(topright=self.rect.topright))
        room = self.rect.width - found.get_width() - px(10)
        name = self.short(share.name, 14, room, "strong")
        canvas.blit(theme.text(name, 14, share.colour, "strong"), self.rect.topleft)
        # In a low dock the bar lies close below the words.
        tall = min(px(10), self.rect.height - px(19))
        top = self.rect.bottom - tall - px(4 if tall == px(10) else 1)
        track = pygame.Rect(self.rect.left, top, self.rect.width, tall)
        pygame.draw.rect(canvas, DEEP, track, border_radius=px(3))
        if share.games:
            filled = track.copy()
            filled.width = round(track.width * share.value)
            pygame.draw.rect(canvas, share.colour, filled, border_radius=px(3))
            ends = [track.left + round(track.width * end) for end in share.interval]
            pygame.draw.line(
                canvas, TEXT, (ends[0], track.centery), (ends[1], track.centery), px(2)
            )
            for x in ends:
                pygame.draw.line(canvas, TEXT, (x, track.top - px(1)), (x, track.bottom), px(2))
        pygame.draw.rect(canvas, LINE, track, 1, border_radius=px(3))
