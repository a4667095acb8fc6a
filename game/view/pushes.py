"""What pushes a model, a body or a container on: an arrow head for each of its arrows."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final

import pygame

from game.view.look import Look
from game.view.style import CREAM, HALO
from game.view.svg import draw_svg

MOST: Final = 4
"""Heads that are drawn one behind the other; of more the number is told beside them."""
STEP: Final = 3
"""Arrows are drawn for headings of so many degrees."""
MOST_KEPT: Final = 600
RADIUS: Final = 46.0
"""The base's radius in the units of the pictures, as in those of tokens."""
FIRST, PITCH = 27.0, 19.0
"""How far beyond the base the tip of the first head is, and how far on that of the next."""
WIDE, DEEP = 21.0, 20.0
SMALL, LARGEST = 30, 1.7
"""Pixels: heads of a smaller base are larger beside it, by that at most, to be counted."""
LIVELY: Final = ("#FFE3B8", "#E08A3C", "#8A431A")
PALE: Final = ("#E3E8EA", "#9AA3A8", "#4A5157")


class Pushes:
    def __init__(self, look: Look) -> None:
        self.look = look
        self._kept: dict[tuple[int, int, int, bool], pygame.Surface] = {}

    def picture(
        self, arrows: int, heading: float, pixels: int, *, pale: bool = False
    ) -> pygame.Surface:
        """Return the arrows of a base so many pixels wide, premultiplied, about its middle.

        *heading*: degrees, 0 up the table, clockwise. *pale*: those of what is dead.
        """
        key = arrows, round(heading / STEP) % (360 // STEP), pixels, pale
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = self._draw(*key)
        return self._kept[key]

    def _draw(self, arrows: int, turn: int, pixels: int, pale: bool) -> pygame.Surface:  # noqa: FBT001
        heads = min(arrows, MOST)
        size = max(1.0, min(LARGEST, SMALL / pixels))
        tip = RADIUS + size * (FIRST + PITCH * (heads - 1))
        reach = tip + size * (26.0 if arrows > MOST else 4.0)
        side = round(reach / RADIUS * pixels)
        picture = draw_svg(_svg(heads, turn * STEP, reach, size, pale=pale), side, side)
        if arrows > MOST:
            number = self.look.text(
                str(arrows), max(11.0, pixels * 0.36 / self.look.scale), CREAM, "title"
            )
            ahead, far = radians(turn * STEP), (tip + 10.0 * size) / reach * side / 2
            x, y = side / 2 + sin(ahead) * far, side / 2 - cos(ahead) * far
            picture.blit(number, number.get_rect(center=(x, y)))
        return picture.premul_alpha()


def _svg(heads: int, heading: float, reach: float, size: float, *, pale: bool) -> str:
    """Draw heads *size* times as large as usual, from the edge of the base outward."""
    light, plain, dark = PALE if pale else LIVELY
    tip = FIRST + PITCH * (heads - 1)
    shaft = f"M-3 9 L-7.5 {-tip + 12} L7.5 {-tip + 12} L3 9 Z"
    parts = [
        _head(FIRST + PITCH * n, light if n == heads - 1 else plain, dark) for n in range(heads)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="{-reach} {-reach} {2 * reach} {2 * reach}">'
        f'<g transform="rotate({heading}) translate(0 {-RADIUS}) scale({size:.3f})">'
        f'<path d="{shaft}" fill="{dark}" stroke="{HALO}" '
        f'stroke-width="3"/>{"".join(parts)}</g></svg>'
    )


def _head(tip: float, fill: str, rim: str) -> str:
    way = (
        f"M0 {-tip} L{WIDE} {-tip + DEEP + 6} L0 {-tip + DEEP - 3} L{-WIDE} {-tip + DEEP + 6} Z"
    )
    return (
        f'<path d="{way}" fill="{HALO}" stroke="{HALO}" stroke-width="6.4" '
        f'stroke-linejoin="round"/><path d="{way}" fill="{fill}" stroke="{rim}" '
        'stroke-width="1.6" stroke-linejoin="round"/>'
    )
