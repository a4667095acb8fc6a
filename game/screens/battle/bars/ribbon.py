"""Words around the board: who decides or what happens above it, what the keys do below."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from game.view.style import NEUTRAL, TEAMS, VOID
from game.widgets.keys import insert_key_names
from game.widgets.theme import HIGH, MUTED, TEXT, Box, Plate, plate
from game.widgets.widget import Visible, Widget

BARE = Plate(VOID, VOID, VOID, shine=0.0, corner=0.0)
"""The ground of both: the void around the table."""


class Ribbon(NamedTuple):
    who: str = ""
    """The side, in capitals before the words."""
    words: str = ""
    team: int | None = None


class RibbonBar(Widget):
    """A plate in the colour of the side that is called upon."""

    ribbon = Visible[Ribbon]()

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.ribbon = Ribbon()

    def paint(self, canvas: pygame.Surface) -> None:
        who, words, number = self.ribbon
        if not (who or words):
            return
        team = NEUTRAL if number is None else TEAMS[number]
        theme, px = self.theme, self.theme.px
        name = theme.text(who.upper(), 18, team.light, "title")
        room = self.rect.width - name.get_width() - px(80)
        line = theme.text(self.short(words, 15, room), 15, TEXT)
        gap = px(12) if who and words else 0
        place = pygame.Rect(0, 0, name.get_width() + gap + line.get_width() + px(40), px(34))
        place.center = self.rect.center
        look = Plate("#1B2125", "#12171A", team.plain, corner=17.0, line=1.6)
        canvas.blit(plate(theme, place.size, look), place)
        canvas.blit(name, name.get_rect(left=place.left + px(20), centery=place.centery))
        canvas.blit(line, line.get_rect(right=place.right - px(20), centery=place.centery))


class HintBar(Widget):
    """Keys and what they do in a row, as many as there is room for; the last before others."""

    hints = Visible[tuple[tuple[str, str], ...]]()

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.hints = ()

    @property
    def shown_hints(self) -> list[tuple[str, str]]:
        """Return the hints that there is room for."""
        if not self.hints:
            return []
        *first, last = [(insert_key_names(key), does) for key, does in self.hints]
        room = self.rect.width - self.theme.px(12) - self._wide(last)
        if room < 0:
            return []
        kept = list[tuple[str, str]]()
        for hint in first:
            room -= self._wide(hint)
            if room < 0:
                break
            kept.append(hint)
        return [*kept, last]

    def _wide(self, hint: tuple[str, str]) -> int:
        theme, (key, does) = self.theme, hint
        return theme.width(key, 12, "mono") + theme.width(does, 12) + theme.px(30)

    def paint(self, canvas: pygame.Surface) -> None:
        x = self.rect.left + self.theme.px(12)
        for hint in self.shown_hints:
            self._paint_hint(canvas, hint, x)
            x += self._wide(hint)

    def _paint_hint(self, canvas: pygame.Surface, hint: tuple[str, str], x: int) -> None:
        theme, px, y = self.theme, self.theme.px, self.rect.centery
        cap, words = theme.text(hint[0], 12, TEXT, "mono"), theme.text(hint[1], 12, MUTED)
        box = pygame.Rect(x, y - px(9), cap.get_width() + px(8), px(18))
        pygame.draw.rect(canvas, HIGH, box, border_radius=px(4))
        canvas.blit(cap, cap.get_rect(center=box.center))
        canvas.blit(words, words.get_rect(left=box.right + px(6), centery=y))
