"""A few words beside the mouse."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.widgets.palette import TEXT
from game.widgets.plates import TIP, plate
from game.widgets.text_layout import Script, Span
from game.widgets.theme import Theme

WIDEST = 280
PADDING = 12


def tooltip(theme: Theme, spans: str | Sequence[Span]) -> pygame.Surface:
    """Return a plate with words on it, as wide as they need, up to 280 units if usual."""
    script = Script(theme, 13 * theme.running, 19 * theme.running)
    words = (Span(spans, TEXT),) if isinstance(spans, str) else spans
    lines = script.wrap(words, theme.px(WIDEST * theme.running))
    padding = theme.px(PADDING)
    wide = max((p.x + p.width for line in lines for p in line), default=0)
    size = wide + 2 * padding, len(lines) * script.high + 2 * padding - theme.px(4)
    tip = plate(theme, size, TIP).copy()
    script.paint(tip, lines, (padding, padding - theme.px(2)))
    return tip


def beside(
    size: tuple[int, int], spot: pygame.Rect, bounds: pygame.Rect, gap: int = 8
) -> pygame.Rect:
    """Return where something fits next to a spot: right of it, else left; within bounds."""
    place = pygame.Rect((0, 0), size)
    place.midleft = spot.right + gap, spot.centery
    if place.right > bounds.right:
        place.midright = spot.left - gap, spot.centery
    if place.left < bounds.left:
        place.midbottom = spot.centerx, spot.top - gap
        if place.top < bounds.top:
            place.midtop = spot.centerx, spot.bottom + gap
    return place.clamp(bounds)
