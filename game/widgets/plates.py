"""Plates: the rounded, faintly lit pieces that panels, cards and buttons are made of."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.content.palettes import Colour
from game.widgets.palette import AMBER, GLOW, INK
from game.widgets.palette import DANGER as RED
from game.widgets.theme import Theme


@dataclass(frozen=True, slots=True)
class Plate:
    top: Colour
    bottom: Colour
    edge: Colour
    shine: float = 0.06
    """The opacity of the light line under the upper edge."""
    corner: float = 8.0
    """Units."""
    line: float = 1.0


BAR = Plate("#1B2125", "#12171A", "#2E383F", corner=0.0)
SHEET = Plate("#171C20", "#12161A", "#2A343B", corner=0.0)
CARD = Plate("#28323A", "#1B2227", "#3F4D56", corner=10.0)
WELL = Plate("#1B2125", "#161B1F", "#2D373E", corner=10.0)
"""Sunk rather than raised: logs, lists and fields."""
URGENT = Plate("#332A1A", "#211C13", AMBER, corner=10.0, line=1.4)
"""Somebody is asked something."""
TIP = Plate("#252D33", "#191F23", "#4A5963")
FELT = Plate("#0E2A26", "#174038", "#6A4B2A", shine=0.03, corner=12.0, line=3.0)
"""The dice tray."""

PLAIN = Plate("#333E46", "#262F35", "#4A5963", shine=0.16, corner=7.0)
PLAIN_LIT = Plate("#3F4C55", "#303B42", "#61737F", shine=0.2, corner=7.0)
PRIMARY = Plate("#F0B354", "#C98526", GLOW, shine=0.25, corner=7.0)
PRIMARY_LIT = Plate("#FBC56E", "#DB9632", "#FFE7C0", shine=0.3, corner=7.0)
GHOST = Plate("#1D2429", "#1A2025", "#343F47", shine=0.04, corner=7.0)
GHOST_LIT = Plate("#28323A", "#222A30", "#4A5963", shine=0.08, corner=7.0)
DANGER = Plate("#5B2A22", "#43201A", "#8A4235", shine=0.1, corner=7.0)
DANGER_LIT = Plate("#74352A", "#552820", RED, shine=0.12, corner=7.0)
ROW = Plate("#20282E", "#1A2025", "#2D373E", corner=8.0)
ROW_LIT = Plate("#28323A", "#20282E", "#3F4D56", corner=8.0)
ROW_CHOSEN = Plate("#3A2E1B", "#2A2215", AMBER, corner=8.0, line=1.4)


def plate(theme: Theme, size: tuple[int, int], look: Plate) -> pygame.Surface:
    """Return a plate of a size in pixels."""
    width, height = max(4, size[0]), max(4, size[1])
    line = max(1.0, look.line * theme.scale)
    inset, corner = line / 2, min(look.corner * theme.scale, width / 2, height / 2)
    under = line + 0.6
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><defs>'
        '<linearGradient id="g" x1="0%" y1="0%" x2="0%" y2="100%">'
        f'<stop offset="0" stop-color="{look.top}"/>'
        f'<stop offset="1" stop-color="{look.bottom}"/></linearGradient></defs>'
        f'<rect x="{inset}" y="{inset}" width="{width - line}" '
        f'height="{height - line}" rx="{corner}" fill="url(#g)" stroke="{look.edge}" '
        f'stroke-width="{line}"/><path d="M{corner + 1} {under} H{width - corner - 1}" '
        f'stroke="#FFFFFF" stroke-opacity="{look.shine}" stroke-width="1.2"/></svg>'
    )
    return theme.drawing(svg, width, height)


def focus_ring(theme: Theme, canvas: pygame.Surface, rect: pygame.Rect) -> None:
    """Draw a light line and a dark one inside it, to be seen on any plate."""
    corner, line = theme.px(7), theme.px(2)
    pygame.draw.rect(canvas, GLOW, rect, line, border_radius=corner)
    pygame.draw.rect(canvas, INK, rect.inflate(-2 * line, -2 * line), 1, border_radius=corner)
