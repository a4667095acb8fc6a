"""Dice that lie on the board for a moment, beside whom they are about, with what they need."""

from __future__ import annotations

import pygame

from game.geometry.points import Point
from game.table.events import Rolled
from game.view.camera import Camera
from game.view.dice import die, verdict
from game.view.look import Look
from game.view.style import CREAM, HALO

LASTS = 1.5
"""Seconds that they lie there."""
MOST = 3
"""More dice than so many are left to the tray."""
POPS = 0.14
"""Seconds in which a die comes to its size."""
WIDE = 24
"""Units that a die is wide."""


def words_of(rolled: Rolled) -> str:
    """Return what dice were for and what they needed: ``S test ≤ 3``."""
    if not rolled.need:
        return rolled.what
    return f"{rolled.what} {'≤ ' * rolled.under}{rolled.need}{'+' * (not rolled.under)}"


def draw_toss(
    canvas: pygame.Surface,
    camera: Camera,
    look: Look,
    at: Point,
    rolled: Rolled,
    age: float,
    *,
    still: bool,
) -> None:
    """Draw dice and their words on a plate below a point of the board."""
    size = 1.0 if still else min(1.0, 0.4 + 0.6 * age / POPS)
    pixels = max(8, look.px(WIDE * size))
    pictures = [die(face, pixels, verdict(rolled, face)) for face in rolled.faces]
    words = look.text(words_of(rolled), 13, CREAM, "heading")
    pitch = look.px(WIDE + 4)
    wide = pitch * len(pictures) + words.get_width() + look.px(16)
    plate = pygame.Rect(0, 0, wide, look.px(WIDE + 6))
    x, y = camera.pixel(at)
    plate.midtop = x, y
    plate.clamp_ip(camera.window)
    pygame.draw.rect(canvas, HALO, plate, border_radius=look.px(6))
    pygame.draw.rect(canvas, "#3A454D", plate, 1, border_radius=look.px(6))
    for n, picture in enumerate(pictures):
        middle = plate.left + look.px(6) + pitch * n + look.px(WIDE / 2), plate.centery
        canvas.blit(picture, picture.get_rect(center=middle))
    left = plate.left + look.px(8) + pitch * len(pictures)
    canvas.blit(words, words.get_rect(left=left, centery=plate.centery))
