"""How likely each number is, as columns that stand side by side."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from game.rules.kit.probability import Spread
from game.widgets.theme import AMBER, MUTED, RULE, TEXT, Theme

MOST = 7
"""Columns that find room side by side."""
SELDOM = 0.005
"""An end that is rarer has no column of its own."""
BAR, LETTERS = 12, 10.0
"""How high the fullest column is, and the writing, in units."""
HIGH = BAR + 24
"""The height of all, in units."""


class Column(NamedTuple):
    """A number, or some in a row, and how likely one of them is."""

    label: str
    chance: float


def columns(spread: Spread, most: int = MOST) -> tuple[Column, ...]:
    """Return what can happen as a few columns: ends are put together where they are rare."""
    found = [(n, n, p) for n, p in enumerate(spread) if p > 0.0]
    while len(found) > 1:
        low, high = found[0][2], found[-1][2]
        if len(found) <= most and min(low, high) >= SELDOM:
            break
        if len(found) > most:
            # The end that is the rarer even with its neighbour.
            low, high = low + found[1][2], high + found[-2][2]
        if low < high:
            first, second = found[:2]
            found[:2] = [(first[0], second[1], first[2] + second[2])]
        else:
            first, second = found[-2:]
            found[-2:] = [(first[0], second[1], first[2] + second[2])]
    top = found[-1]
    return tuple(Column(_label(n, last, ends=(n, last, p) == top), p) for n, last, p in found)


def _label(first: int, last: int, *, ends: bool) -> str:
    if first == last:
        return str(first)
    return f"{first}+" if ends else f"{first}–{last}"


def paint(
    theme: Theme,
    canvas: pygame.Surface,
    at: pygame.Rect,
    bars: tuple[tuple[str, str, float], ...],
) -> None:
    """Paint columns: what each is of, what is written above it and how full it is."""
    px = theme.px
    wide = min(at.width // max(1, len(bars)), px(44))
    fullest = max([share for _, _, share in bars], default=1.0)
    foot = at.bottom - px(11)
    for n, (label, above, share) in enumerate(bars):
        place = pygame.Rect(at.left + n * wide, 0, wide - px(3), 0)
        tall = max(1, round(px(BAR) * share / fullest))
        canvas.fill(RULE, (place.left, foot, place.width, 1))
        canvas.fill(AMBER, (place.left, foot - tall, place.width, tall))
        number = theme.text(label, LETTERS, TEXT, "strong")
        canvas.blit(number, number.get_rect(centerx=place.centerx, top=foot))
        percent = theme.text(above, LETTERS, MUTED)
        canvas.blit(percent, percent.get_rect(centerx=place.centerx, bottom=foot - tall))


def paint_small(canvas: pygame.Surface, at: pygame.Rect, likely: tuple[Column, ...]) -> None:
    """Paint columns without any words, in as little room as a bar has."""
    wide = max(2, at.width // max(MOST, len(likely)))
    fullest = max([column.chance for column in likely], default=1.0)
    for n, column in enumerate(likely):
        tall = max(1, round(at.height * column.chance / fullest))
        place = (at.left + n * wide, at.bottom - tall, wide - 1, tall)
        canvas.fill(AMBER, place)
    canvas.fill(RULE, (at.left, at.bottom, wide * len(likely), 1))
