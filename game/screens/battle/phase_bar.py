"""The bar of the phases of a turn."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.content.palettes import Colour, palette
from game.shown.phase_marks import PhaseMark, PhaseStep, course_text
from game.widgets.sizes import (
    APART,
    BODY_TEXT,
    BUTTON,
    CLOSE,
    FAR,
    FIELD,
    GAP,
    MEDIUM,
    NOTE_TEXT,
    SMALL_TEXT,
)
from game.widgets.theme import DIM, INK, Theme
from game.widgets.widget import Widget

HIGH_ARROW, POINT = MEDIUM - CLOSE, GAP
"""Units: height of an arrow, and length of its point."""
WIDEST, LEAST = FIELD, FAR
"""Units: largest and least width of an arrow."""
READABLE = BUTTON
"""Units below which a shortened name says nothing; such arrows have no words."""
TIGHTEST = NOTE_TEXT, APART
LEVELS = ((BODY_TEXT, FAR), (SMALL_TEXT, FAR), (SMALL_TEXT, APART), TIGHTEST)
"""Sizes of the names, with the units around each; the first one at which all fit is used."""


class PhaseBar(Widget):
    """The phases as arrows: light is the current one, green with a tick is done.

    They are equally wide if all names fit then; else each is as wide as its name needs. If even
    that is too much, the names of the others are shortened.
    """

    def __init__(self, marks: Sequence[PhaseMark]) -> None:
        super().__init__()
        self.marks = tuple(marks)

    @property
    def tip(self) -> str:
        return course_text(self.marks)

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of all arrows with small names."""
        return theme.units(sum(self._needs(theme, *TIGHTEST))) + POINT, HIGH_ARROW

    def least_width(self, theme: Theme) -> float:
        """Return the width of the widest arrow."""
        return theme.units(max(self._needs(theme, *TIGHTEST), default=0)) + POINT

    def _needs(self, theme: Theme, size: float, around: float) -> list[int]:
        """Return the widths in pixels of arrows around names of a size."""
        return [
            theme.width(mark.name.upper(), size, "title") + theme.px(around)
            for mark in self.marks
        ]

    def paint(self, canvas: pygame.Surface) -> None:
        theme = self.theme
        room = self.rect.width - theme.px(POINT)
        size, around, widths = self._laid(room)
        left = self.rect.left
        for n, (mark, wide) in enumerate(zip(self.marks, widths, strict=True)):
            if wide < theme.px(LEAST):
                continue
            place = pygame.Rect(left, 0, wide - theme.px(2), theme.px(HIGH_ARROW))
            place.centery, left = self.rect.centery, left + wide
            arrow = theme.drawing(_arrow(theme, place.size, n > 0, mark.step), *place.size)
            canvas.blit(arrow, place)
            self._paint_words(canvas, mark, place, size, theme.px(around))

    def _laid(self, room: int) -> tuple[float, float, list[int]]:
        """Return size and room of the names, and the widths of all arrows in pixels."""
        theme, many = self.theme, max(1, len(self.marks))
        for size, around in LEVELS:
            needs = self._needs(theme, size, around)
            equal = min(theme.px(WIDEST), room // many)
            if max(needs, default=0) <= equal:
                return size, around, [equal] * len(needs)
            if (spare := room - sum(needs)) >= 0:
                return size, around, [need + spare // many for need in needs]
        return *TIGHTEST, self._cut(room, self._needs(theme, *TIGHTEST))

    def _cut(self, room: int, needs: Sequence[int]) -> list[int]:
        """Return the widths of arrows that have too little room: the current one has its own.

        Of the others, the widest are made equally narrow. If their names cannot be read then,
        they have no words. If even that is too narrow, there is only the current one.
        """
        is_now = [mark.step is PhaseStep.NOW for mark in self.marks]
        others = sorted(n for n, mine in zip(needs, is_now, strict=True) if not mine)
        left, most = room - (sum(needs) - sum(others)), 0
        for n, need in enumerate(others):
            most = left // (len(others) - n)
            if need > most:
                break
            left -= need
        if most < self.theme.px(LEAST):
            return [room if mine else 0 for mine in is_now]
        if most < self.theme.px(READABLE):
            rest = room - self.theme.px(LEAST) * len(others)
            return [rest if mine else self.theme.px(LEAST) for mine in is_now]
        pairs = zip(needs, is_now, strict=True)
        return [need if mine else min(need, most) for need, mine in pairs]

    def _paint_words(
        self,
        canvas: pygame.Surface,
        mark: PhaseMark,
        place: pygame.Rect,
        size: float,
        around: int,
    ) -> None:
        theme, point = self.theme, self.theme.px(POINT)
        colour: Colour = {
            PhaseStep.DONE: palette().good,
            PhaseStep.NOW: INK,
            PhaseStep.TO_COME: DIM,
        }[mark.step]
        room, name = place.width + theme.px(2) - around, mark.name.upper()
        if place.width < theme.px(READABLE) and theme.width(name, size, "title") > room:
            return
        words = theme.text(self.short(name, size, room, "title"), size, colour, "title")
        spot = words.get_rect(center=(place.centerx + point // 3, place.centery))
        if mark.step is PhaseStep.DONE and words.get_width() + theme.px(44) < place.width:
            tick = theme.icon("ui/check", theme.px(14), colour)
            canvas.blit(
                tick, tick.get_rect(right=spot.left - theme.px(4), centery=spot.centery)
            )
        canvas.set_clip(place.inflate(-theme.px(4), 0).clip(self.rect))
        canvas.blit(words, spot)
        canvas.set_clip(self.rect)


def _arrow(theme: Theme, size: tuple[int, int], notched: bool, step: PhaseStep) -> str:  # noqa: FBT001
    width, high = size
    tip = theme.px(POINT)
    left = f"L{tip} {high / 2}" if notched else ""
    direction = (
        f"M1 1 H{width - tip} L{width - 1} {high / 2} L{width - tip} {high - 1} H1 {left} Z"
    )
    top, low, edge = {
        PhaseStep.DONE: ("#1E2A27", "#19211F", "#2F4B40"),
        PhaseStep.NOW: ("#E6E1D4", "#B9BBB4", "#F6F1E4"),
        PhaseStep.TO_COME: ("#20282E", "#1A2025", "#343F47"),
    }[step]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {high}"><defs>'
        '<linearGradient id="g" x1="0%" y1="0%" x2="0%" y2="100%">'
        f'<stop offset="0" stop-color="{top}"/><stop offset="1" stop-color="{low}"/>'
        f'</linearGradient></defs><path d="{direction}" fill="url(#g)" stroke="{edge}"/></svg>'
    )
