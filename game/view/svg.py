"""SVG as pixels."""

from __future__ import annotations

from io import BytesIO

import pygame


def draw_svg(svg: str, width: int, height: int) -> pygame.Surface:
    """Return a drawing at a size in pixels. Gradients must be given in percent; no text."""
    return pygame.image.load_sized_svg(BytesIO(svg.encode()), (width, height)).convert_alpha()
