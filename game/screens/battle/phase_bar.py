"""The bar of the phases of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import pygame

from game.content.palettes import Colour, palette
from game.shown.phase_marks import PhaseMark, PhaseStep, course_text
from game.widgets.sizes import (
    APART,
    BODY_TEXT,
    CLOSE,
    EDGE,
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
WIDEST = FIELD
"""Largest width of an arrow in units."""
TIGHTEST = NOTE_TEXT, APART
LEVELS = ((BODY_TEXT, FAR), (SMALL_TEXT, FAR), (SMALL_TEXT, APART), TIGHTEST)
"""Sizes of the names, with the units around each; the first one at which all fit is used."""

LETTERS = ((4, APART), (3, APART), (2, APART), (2, EDGE), (2, GAP), (2, CLOSE))
"""Numbers of first letters, with the units around them; the first one that fits is used."""


class PhaseBar(Widget):
    """The phases as arrows: light is the current one, green with a tick is done.

    They are equally wide if all names fit then; else each is as wide as its name needs. If even
    that is too much, the names of the others are cut, or their first letters stand for them.
    """

    def __init__(self, marks: Sequence[PhaseMark]) -> None:
        super().__init__()
        self.marks = tuple(marks)

    @property
    def tip(self) -> str:
        return course_text(self.marks)

    @property
    def names(self) -> list[str]:
        """Return the names of the phases, as they are written."""
        return [mark.name.upper() for mark in self.marks]

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of all arrows with small names."""
        return theme.units(sum(_needs(theme, self.names, *TIGHTEST))) + POINT, HIGH_ARROW

    def least_width(self, theme: Theme) -> float:
        """Return the width of the widest arrow."""
        return theme.units(max(_needs(theme, self.names, *TIGHTEST), default=0)) + POINT

    def paint(self, canvas: pygame.Surface) -> None:
        theme = self.theme
        laid = self._laid(self.rect.width - theme.px(POINT))
        left = self.rect.left
        for n, (mark, name, wide) in enumerate(
            zip(self.marks, laid.names, laid.widths, strict=True)
        ):
            if not wide:
                continue
            place = pygame.Rect(left, 0, wide - theme.px(2), theme.px(HIGH_ARROW))
            place.centery, left = self.rect.centery, left + wide
            arrow = theme.drawing(_arrow(theme, place.size, n > 0, mark.step), *place.size)
            canvas.blit(arrow, place)
            self._paint_words(canvas, mark.step, name, place, laid)

    def _laid(self, room: int) -> _LaidArrows:
        """Return the arrows as they fit into some pixels."""
        theme, many, names = self.theme, max(1, len(self.marks)), self.names
        for size, around in LEVELS:
            needs = _needs(theme, names, size, around)
            equal = min(theme.px(WIDEST), room // many)
            if max(needs, default=0) <= equal:
                return _LaidArrows(size, around, names, [equal] * len(needs))
            if (spare := room - sum(needs)) >= 0:
                widths = [need + spare // many for need in needs]
                return _LaidArrows(size, around, names, widths)
        return self._cut(room)

    def _cut(self, room: int) -> _LaidArrows:
        """Return arrows that have too little room: the current one has its own.

        Of the others, the widest are made equally narrow. If a name that is cut then shows
        fewer than its first letters, these stand for all of them, and last for the current one,
        too. If even those do not fit, there is only the current one.
        """
        theme, names = self.theme, self.names
        needs = _needs(theme, names, *TIGHTEST)
        is_now = [mark.step is PhaseStep.NOW for mark in self.marks]
        others = sorted(n for n, mine in zip(needs, is_now, strict=True) if not mine)
        left, most = room - (sum(needs) - sum(others)), 0
        for n, need in enumerate(others):
            most = left // (len(others) - n)
            if need > most:
                break
            left -= need
        cut = [f"{letters}…" for letters in first_letters(names, LETTERS[0][0])]
        if most >= max(map(min, needs, _needs(theme, cut, *TIGHTEST)), default=0):
            pairs = zip(needs, is_now, strict=True)
            widths = [need if mine else min(need, most) for need, mine in pairs]
            return _LaidArrows(*TIGHTEST, names, widths)
        for is_whole, (letters, around) in product((True, False), LETTERS):
            firsts = first_letters(names, letters)
            short = [
                name if mine and is_whole else first
                for name, first, mine in zip(names, firsts, is_now, strict=True)
            ]
            widths = _needs(theme, short, NOTE_TEXT, around)
            if (spare := room - sum(widths)) >= 0:
                widths = [
                    wide + spare * mine for wide, mine in zip(widths, is_now, strict=True)
                ]
                return _LaidArrows(NOTE_TEXT, around, short, widths)
        return _LaidArrows(*TIGHTEST, names, [room if mine else 0 for mine in is_now])

    def _paint_words(
        self,
        canvas: pygame.Surface,
        step: PhaseStep,
        name: str,
        place: pygame.Rect,
        laid: _LaidArrows,
    ) -> None:
        theme, point, size = self.theme, self.theme.px(POINT), laid.size
        colour: Colour = {
            PhaseStep.DONE: palette().good,
            PhaseStep.NOW: INK,
            PhaseStep.TO_COME: DIM,
        }[step]
        room = place.width + theme.px(2) - theme.px(laid.around)
        words = theme.text(self.short(name, size, room, "title"), size, colour, "title")
        spot = words.get_rect(center=(place.centerx + point // 3, place.centery))
        if step is PhaseStep.DONE and words.get_width() + theme.px(44) < place.width:
            tick = theme.icon("ui/check", theme.px(14), colour)
            canvas.blit(
                tick, tick.get_rect(right=spot.left - theme.px(4), centery=spot.centery)
            )
        canvas.set_clip(place.inflate(-theme.px(4), 0).clip(self.rect))
        canvas.blit(words, spot)
        canvas.set_clip(self.rect)


class _LaidArrows(NamedTuple):
    """The arrows of all phases as they are laid out."""

    size: float
    """Size of the names in units."""
    around: float
    """Units around each name."""
    names: Sequence[str]
    """The names as they are shown."""
    widths: Sequence[int]
    """Widths of the arrows in pixels; 0 for those without room."""


def _needs(theme: Theme, names: Sequence[str], size: float, around: float) -> list[int]:
    """Return the widths in pixels of arrows around names of a size."""
    return [theme.width(name, size, "title") + theme.px(around) for name in names]


def first_letters(names: Sequence[str], letters: int) -> list[str]:
    """Return at least *letters* letters of each name, enough to tell it from the others."""
    found = list[str]()
    for name in names:
        others = [other for other in names if other != name]
        many = letters
        while many < len(name) and any(other.startswith(name[:many]) for other in others):
            many += 1
        found.append(name[:many].rstrip())
    return found


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
