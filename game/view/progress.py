"""A bar that fills while something is made ready."""

from __future__ import annotations

import pygame

from game.view.look import Look
from game.view.style import AMBER, CREAM, HALO

WORDS = "Painting the table"


def draw_progress(
    canvas: pygame.Surface, window: pygame.Rect, share: float, look: Look
) -> None:
    """Draw a bar at the foot of a window; *share*: how much is done, from 0 to 1."""
    plate = pygame.Rect(0, 0, min(look.px(260), window.width - 8), look.px(44))
    plate.midbottom = window.centerx, window.bottom - look.px(24)
    pygame.draw.rect(canvas, HALO, plate, border_radius=look.px(8))
    words = look.text(WORDS, 14, CREAM, "heading")
    canvas.blit(words, words.get_rect(centerx=plate.centerx, top=plate.top + look.px(6)))
    groove = pygame.Rect(0, 0, plate.width - look.px(24), look.px(5))
    groove.midbottom = plate.centerx, plate.bottom - look.px(9)
    canvas.fill("#2A333A", groove)
    canvas.fill(AMBER, (*groove.topleft, round(groove.width * share), groove.height))
