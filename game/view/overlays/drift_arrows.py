"""Animated arrows along a current."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Final

import pygame

from game.geometry.points import Path, Point, degrees, segments_of
from game.picture_cache import OwnPictures
from game.view.colours import COOL, HALO
from game.view.overlays import DriftArrows
from game.view.style import DrawingTheme, draw_svg

PITCH: Final = 2.0
"""Inches from one arrow to the next."""
WIDE: Final = 0.62
"""Width of an arrow in inches, limited to between LEAST and MOST units."""
MIN_SIZE, MAX_SIZE = 9, 20
TURNS: Final = 72
"""Number of directions that arrows are drawn in."""
SWELL: Final = (0.8, 2.2)
"""First and last radius, in inches, of the growing ring around an origin."""
MAX_KEPT: Final = 64
"""Maximum number of moments of currents whose pictures are cached."""
Tile = tuple[pygame.Surface, tuple[int, int]]


class DriftArrowPainter:
    def __init__(self, look: DrawingTheme) -> None:
        self.look = look
        self._arrows, self._rings = OwnPictures(), OwnPictures()
        self._kept: OrderedDict[object, list[Tile]] = OrderedDict()

    def tiles(self, drift: DriftArrows, ppi: int) -> list[Tile]:
        """Return pictures and their places, in pixels from the board's corner."""
        key = drift, ppi
        if key not in self._kept:
            self._kept[key] = [*self._rings_of(drift, ppi), *self._arrows_of(drift, ppi)]
            if len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]

    def _arrows_of(self, drift: DriftArrows, ppi: int) -> Iterator[Tile]:
        px = self.look.px
        side = min(px(MAX_SIZE), max(px(MIN_SIZE), round(WIDE * ppi)))
        for path, off in zip(drift.streams, drift.offs, strict=True):
            for at, direction in arrows(path, off, drift.share):
                picture = self._arrow(side, round(degrees(direction) * TURNS / 360) % TURNS)
                x, y = round(at.x * ppi), round(at.y * ppi)
                yield picture, (x - picture.get_width() // 2, y - picture.get_height() // 2)

    def _arrow(self, side: int, turn: int) -> pygame.Surface:
        return self._arrows.made((side, turn), lambda: _draw_arrow(side, turn))

    def _rings_of(self, drift: DriftArrows, ppi: int) -> Iterator[Tile]:
        """Yield the ring that spreads from an origin and fades as it grows."""
        if len(drift.source) != 1:
            return
        least, most = SWELL
        step = round(drift.share * 24)
        radius = round((least + (most - least) * step / 24) * ppi)
        ring = self._rings.made((radius, step), lambda: _draw_ring(radius, step))
        x, y = (round(n * ppi) for n in drift.source[0])
        yield ring, (x - radius, y - radius)


def _draw_arrow(side: int, turn: int) -> pygame.Surface:
    direction = f'd="M-7 3 L0 -4.5 L7 3" transform="rotate({turn * 360 / TURNS})"'
    return _picture(
        f'<path {direction} fill="none" stroke="{HALO}" stroke-opacity=".7" '
        f'stroke-width="5.6"/><path {direction} fill="none" stroke="{COOL}" '
        'stroke-width="2.8"/>',
        round(side * 1.3),
    )


def _draw_ring(radius: int, step: int) -> pygame.Surface:
    left = 0.8 * (1 - step / 24)
    return _picture(
        f'<circle r="8.6" fill="none" stroke="{COOL}" stroke-opacity="{left:.2f}" '
        'stroke-width="0.9"/>',
        2 * radius,
    )


def _picture(parts: str, side: int) -> pygame.Surface:
    return draw_svg(f"<g>{parts}</g>", "-10 -10 20 20", side, side).premul_alpha()


def arrows(path: Path, off: float, share: float) -> Iterator[tuple[Point, Point]]:
    """Yield the place and the direction of each arrow on a path."""
    next_, walked = (share * PITCH - off) % PITCH, 0.0
    for start, toward, leg in segments_of(path):
        while next_ < walked + leg:
            distance = next_ - walked
            yield Point(start.x + toward.x * distance, start.y + toward.y * distance), toward
            next_ += PITCH
        walked += leg
