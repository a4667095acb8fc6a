"""Where the parts of the battle screen lie, in units."""

from __future__ import annotations

from typing import NamedTuple

from game.widgets.theme import Box

HEADER = 60
OVERLAYS = 104.0
"""What lies below the rosters."""
RIBBON, HINTS = 46.0, 28.0
"""What lies above and below the board."""


LOW = 600.0
"""Units: in less, card and question leave room for a few lines of the log."""


class Layout(NamedTuple):
    header: Box
    rosters: Box
    overlays: Box
    ribbon: Box
    board: Box
    hints: Box
    footer: Box
    card: Box
    ask: Box
    log: Box


def layout(width: float, height: float) -> Layout:
    """Lay the battle out: what the board does not need goes to the columns beside it."""
    left = min(276.0, max(212.0, width * 0.145))
    right = min(396.0, max(316.0, width * 0.206))
    foot = 104.0 if height >= 900 else 84.0
    middle = width - left - right
    column, tall = width - right, height - HEADER
    low = tall < LOW
    card = min(262.0, max(170.0 if low else 202.0, tall * 0.26))
    ask = min(390.0, max(206.0 if low else 304.0, tall * 0.38))
    return Layout(
        header=(0, 0, width, HEADER),
        rosters=(0, HEADER, left, tall - OVERLAYS),
        overlays=(0, height - OVERLAYS, left, OVERLAYS),
        ribbon=(left, HEADER, middle, RIBBON),
        board=(left, HEADER + RIBBON, middle, tall - foot - RIBBON - HINTS),
        hints=(left, height - foot - HINTS, middle, HINTS),
        footer=(left, height - foot, middle, foot),
        card=(column, HEADER, right, card),
        ask=(column, HEADER + card, right, ask),
        log=(column, HEADER + card + ask, right, tall - card - ask),
    )
