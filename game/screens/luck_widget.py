"""A widget that shows a side's luck."""

from __future__ import annotations

import pygame

from game.content.palettes import Team
from game.lab.analysis import RollLuck, SideLuck
from game.widgets.theme import DEEP, DIM, LINE, MUTED, TEXT, Box
from game.widgets.widget import Widget

PITCH = 34.0
"""Units from one line to the next."""
HINT = (
    "Successes and how many were to be expected. The dot stands where this side's dice do "
    "among a hundred games of the same rolls: at the left the worst, at the right the best."
)


class LuckWidget(Widget):
    """A side's luck: all dice first, then by purpose, as far as there is room."""

    def __init__(self, box: Box, account: SideLuck, team: Team) -> None:
        super().__init__(box, HINT)
        self.lines = (account.overall, *account.parts)
        self.team = team

    def paint(self, canvas: pygame.Surface) -> None:
        pitch = self.theme.px(PITCH)
        for n, luck in enumerate(self.lines[: self.rect.height // pitch]):
            place = pygame.Rect(
                self.rect.left, self.rect.top + n * pitch, self.rect.width, pitch
            )
            self._paint_line(canvas, luck, place, first=n == 0)

    def _paint_line(
        self, canvas: pygame.Surface, luck: RollLuck, place: pygame.Rect, *, first: bool
    ) -> None:
        theme, px = self.theme, self.theme.px
        told = words(luck)
        numbers = theme.text(told, 12, TEXT if first else MUTED)
        canvas.blit(numbers, numbers.get_rect(topright=place.topright))
        room = place.width - numbers.get_width() - px(10)
        what = self.short(capital(luck.what), 13, room, "strong")
        canvas.blit(theme.text(what, 13, TEXT if first else MUTED, "strong"), place.topleft)
        track = pygame.Rect(place.left, place.top + px(21), place.width, px(4))
        pygame.draw.rect(canvas, DEEP, track, border_radius=px(2))
        pygame.draw.rect(canvas, LINE, track, 1, border_radius=px(2))
        pygame.draw.line(
            canvas,
            DIM,
            (track.centerx, track.top - px(2)),
            (track.centerx, track.bottom + px(1)),
        )
        dot = track.left + round(track.width * luck.percentile / 100), track.centery
        dot = min(track.right - px(4), max(track.left + px(4), dot[0])), dot[1]
        pygame.draw.aacircle(canvas, self.team.light if first else self.team.plain, dot, px(5))


def words(luck: RollLuck) -> str:
    """Return the luck of dice as text, such as ``"31 of 54, expected 27.5 · 84%"``."""
    if not luck.tried:
        return "no dice"
    return f"{luck.won} of {luck.tried}, expected {float(luck.mean):.1f} · {percent(luck)}"


def percent(luck: RollLuck) -> str:
    """Return a percentile from 1 to 99 as text."""
    return f"{min(99, max(1, round(luck.percentile)))}%"


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]
