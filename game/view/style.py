"""Colours, fonts, icons and SVG for drawing the board."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Literal, Protocol, TypeAlias

import pygame

from game.content.palettes import Colour, Team, Teams

HALO = "#0B0D0F"
"""Colour below lines and around tokens."""
VOID = "#0D1012"
"""Colour beyond the edge of the table."""
CREAM = "#F1EADB"
AMBER = "#E9A23B"
GLOW = "#FFD08A"
COOL = "#8FD0F5"
WOUND = "#E5604D"
LOST_WOUND = "#3A4146"
SPENT = "#6C747A"


TEAMS = Teams()
DONE = Team("#9AA3A8", SPENT, "#3A4044")
NEUTRAL = Team("#E4E7E8", "#C9CFD2", "#5C676D")
"""Colours of objects that no side holds."""

INKS: Mapping[str, Colour] = {
    "white": CREAM,
    "amber": AMBER,
    "red": WOUND,
    "green": "#7BC47F",
    "blue": COOL,
    "violet": "#B79CF2",
}
"""Colours of markers drawn by players (``SB-08``)."""
HEAT = ("#2B1B4A", "#7B2D6B", "#D9533B", "#FFC65C")
"""Colours from unlikely to certain."""


def heat(share: float) -> Colour:
    """Return the colour of a probability from 0 to 1; a higher one is lighter."""
    at = min(max(share, 0.0), 1.0) * (len(HEAT) - 1)
    step = min(int(at), len(HEAT) - 2)
    pairs = zip(_parts(HEAT[step]), _parts(HEAT[step + 1]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * (at - step)):02X}" for a, b in pairs)


def _parts(colour: Colour) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


Face: TypeAlias = Literal["body", "strong", "heading", "title", "mono"]


class DrawingTheme(Protocol):
    """Renders text and icons at the window's UI scale, and caches them."""

    @property
    def scale(self) -> float:
        """Return the pixels per unit."""
        ...

    def px(self, units: float) -> int:
        """Return a length of *units* in pixels."""
        ...

    def text(
        self, words: str, size: float, colour: Colour = ..., face: Face = ...
    ) -> pygame.Surface:
        """Return rendered text; *size* is in units."""
        ...

    def icon(self, name: str, size: int, colour: Colour = ...) -> pygame.Surface:
        """Return an icon such as ``units/rifle``, *size* pixels square."""
        ...


def premultiplied(colour: Colour, share: float) -> tuple[int, int, int, int]:
    """Return a colour with a share of opacity, for premultiplied surfaces."""
    red, green, blue, alpha = (round(part * share) for part in pygame.Color(colour))
    return red, green, blue, alpha


def draw_svg(parts: str, view: str, width: int, height: int) -> pygame.Surface:
    """Return SVG elements drawn at a size in pixels; *view* is their view box.

    Gradients must be given in percent; text is not supported.
    """
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{parts}</svg>'
    return pygame.image.load_sized_svg(BytesIO(svg.encode()), (width, height)).convert_alpha()


WORDS = "Preparing the table"


def draw_progress(
    canvas: pygame.Surface, window: pygame.Rect, share: float, look: DrawingTheme
) -> None:
    """Draw a progress bar at the bottom of a window, for a share from 0 to 1."""
    plate = pygame.Rect(0, 0, min(look.px(260), window.width - 8), look.px(44))
    plate.midbottom = window.centerx, window.bottom - look.px(24)
    pygame.draw.rect(canvas, HALO, plate, border_radius=look.px(8))
    words = look.text(WORDS, 14, CREAM, "heading")
    canvas.blit(words, words.get_rect(centerx=plate.centerx, top=plate.top + look.px(6)))
    groove = pygame.Rect(0, 0, plate.width - look.px(24), look.px(5))
    groove.midbottom = plate.centerx, plate.bottom - look.px(9)
    canvas.fill("#2A333A", groove)
    canvas.fill(AMBER, (*groove.topleft, round(groove.width * share), groove.height))
