"""The visual style in which the board is drawn."""

from __future__ import annotations

from io import BytesIO
from typing import Literal, Protocol, TypeAlias

import pygame

from game.content.palettes import Colour
from game.picture_cache import PICTURES
from game.view.colours import AMBER, CREAM, HALO

Face: TypeAlias = Literal["body", "strong", "heading", "title", "mono"]
WORDS = "Preparing the table"
OVERSIZE = 3
"""Factor by which small text is larger before it is scaled down."""


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


def small_text(
    look: DrawingTheme, words: str, size: float, colour: Colour, face: Face
) -> pygame.Surface:
    """Return small text with even spaces between its letters.

    A font begins each letter at a whole pixel, which makes gaps in small words. So the text is
    drawn larger, and scaled down.
    """
    large = look.text(words, OVERSIZE * size, colour, face)
    wide, high = (-(-n // OVERSIZE) for n in large.get_size())
    # pygame crashes where it scales a surface without pixels.
    return pygame.transform.smoothscale(large, (wide, high)) if wide else large


def draw_svg(parts: str, view: str, width: int, height: int) -> pygame.Surface:
    """Return SVG elements drawn at a size in pixels; *view* is their view box.

    Gradients must be given in percent; text is not supported.
    """
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{parts}</svg>'
    return pygame.image.load_sized_svg(BytesIO(svg.encode()), (width, height)).convert_alpha()


@PICTURES.keeps
def kept_svg(parts: str, view: str, width: int, height: int) -> pygame.Surface:
    """Return what ``draw_svg`` draws, once for all themes; it must not be drawn on."""
    return draw_svg(parts, view, width, height)


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
