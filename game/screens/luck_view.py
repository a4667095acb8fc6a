"""The luck of a side in a battle."""

from __future__ import annotations

from typing import ClassVar

import pygame

from game.content.palettes import Team
from game.lab.luck_ledger import RollLuck, SideLuck
from game.text.capitals import capital
from game.widgets.sizes import SIDE, STEADY
from game.widgets.theme import DEEP, DIM, LINE, MUTED, TEXT, Theme
from game.widgets.widget import Widget

PITCH = 34.0
"""Units from one line to the next."""
LUCK_HINT = (
    "Successes compared with the expected number. The dot ranks this side's luck among "
    "100 games with the same rolls: left is worst, right is best."
)


class LuckWidget(Widget):
    """A side's luck: all dice first, then by purpose, as far as there is room."""

    grows: ClassVar[tuple[float, float]] = (1.0, 0.0)

    def __init__(self, account: SideLuck, team: Team) -> None:
        super().__init__(LUCK_HINT)
        self.lines = (account.overall, *account.parts)
        self.team = team

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of all lines."""
        return SIDE, PITCH * len(self.lines)

    def least_width(self, theme: Theme) -> float:
        """Return the width of the numbers beside a short name."""
        return STEADY

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
        colour = TEXT if first else MUTED
        # The log names the target after some rolls, which are added up here.
        title = capital(luck.what.removesuffix(" at"))
        what = theme.text(title, 13, colour, "strong")
        numbers = theme.text(luck_text(luck), 12, colour)
        if not first or what.get_width() + px(10) + numbers.get_width() > place.width:
            # The first line explains the percentage, if there is room.
            numbers = theme.text(luck_text(luck, brief=True), 12, colour)
        canvas.blit(numbers, numbers.get_rect(topright=place.topright))
        room = place.width - numbers.get_width() - px(10)
        name = self.short(title, 13, room, "strong")
        canvas.blit(theme.text(name, 13, colour, "strong"), place.topleft)
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


def luck_text(luck: RollLuck, *, brief: bool = False) -> str:
    """Return luck as text, such as ``"31 of 54 (expected 27.5) · luckier than 84%"``.

    A brief text leaves out "luckier than".
    """
    if not luck.tried:
        return "no dice"
    rank = percent(luck) if brief else f"luckier than {percent(luck)}"
    return f"{luck.won} of {luck.tried} (expected {float(luck.mean):.1f}) · {rank}"


def percent(luck: RollLuck) -> str:
    """Return a percentile from 1 to 99 as text."""
    return f"{min(99, max(1, round(luck.percentile)))}%"
