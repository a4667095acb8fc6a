"""Arrows that drift down a current: small pictures, each drawn once, copied to many places."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Final

import pygame

from game.geometry.points import Path, Point, degrees, segments_of
from game.view.look import Look
from game.view.overlays.shapes import Drift
from game.view.style import COOL, HALO
from game.view.svg import draw_svg

PITCH: Final = 2.0
"""Inches from one arrow to the next."""
WIDE: Final = 0.62
"""Inches that an arrow is wide, within MOST and LEAST units."""
LEAST, MOST = 9, 20
TURNS: Final = 72
"""Directions that arrows are drawn in."""
SWELL: Final = (0.8, 2.2)
"""Inches: the ring around an origin grows from one radius to the other."""
MOST_KEPT = 64

Tile = tuple[pygame.Surface, tuple[int, int]]


class Drifts:
    def __init__(self, look: Look) -> None:
        self.look = look
        self._arrows: dict[tuple[int, int], pygame.Surface] = {}
        self._rings: dict[tuple[int, int], pygame.Surface] = {}
        self._kept: OrderedDict[object, list[Tile]] = OrderedDict()

    def tiles(self, drift: Drift, ppi: int) -> list[Tile]:
        """Return pictures and where they lie, in pixels from the board's corner."""
        key = drift, ppi
        if key not in self._kept:
            self._kept[key] = [*self._rings_of(drift, ppi), *self._arrows_of(drift, ppi)]
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]

    def _arrows_of(self, drift: Drift, ppi: int) -> Iterator[Tile]:
        px = self.look.px
        side = min(px(MOST), max(px(LEAST), round(WIDE * ppi)))
        for path, off in zip(drift.streams, drift.offs, strict=True):
            for at, way in arrows(path, off, drift.share):
                picture = self._arrow(side, round(degrees(way) * TURNS / 360) % TURNS)
                x, y = round(at.x * ppi), round(at.y * ppi)
                yield picture, (x - picture.get_width() // 2, y - picture.get_height() // 2)

    def _arrow(self, side: int, turn: int) -> pygame.Surface:
        if (side, turn) not in self._arrows:
            way = f'd="M-7 3 L0 -4.5 L7 3" transform="rotate({turn * 360 / TURNS})"'
            self._arrows[side, turn] = _picture(
                f'<path {way} fill="none" stroke="{HALO}" stroke-opacity=".7" '
                f'stroke-width="5.6"/><path {way} fill="none" stroke="{COOL}" '
                'stroke-width="2.8"/>',
                round(side * 1.3),
            )
        return self._arrows[side, turn]

    def _rings_of(self, drift: Drift, ppi: int) -> Iterator[Tile]:
        """Yield the ring that spreads from an origin, and is gone where it is widest."""
        if len(drift.source) != 1:
            return
        least, most = SWELL
        step = round(drift.share * 24)
        radius = round((least + (most - least) * step / 24) * ppi)
        if (radius, step) not in self._rings:
            left = 0.8 * (1 - step / 24)
            self._rings[radius, step] = _picture(
                f'<circle r="8.6" fill="none" stroke="{COOL}" stroke-opacity="{left:.2f}" '
                'stroke-width="0.9"/>',
                2 * radius,
            )
        x, y = (round(n * ppi) for n in drift.source[0])
        yield self._rings[radius, step], (x - radius, y - radius)


def _picture(parts: str, side: int) -> pygame.Surface:
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 20 20"><g>{parts}</g></svg>'
    )
    return draw_svg(svg, side, side).premul_alpha()


def arrows(path: Path, off: float, share: float) -> Iterator[tuple[Point, Point]]:
    """Yield where arrows are on a path and the way that each points."""
    next_, walked = (share * PITCH - off) % PITCH, 0.0
    for start, toward, leg in segments_of(path):
        while next_ < walked + leg:
            far = next_ - walked
            yield Point(start.x + toward.x * far, start.y + toward.y * far), toward
            next_ += PITCH
        walked += leg
