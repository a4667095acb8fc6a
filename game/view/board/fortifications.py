"""Painters of fortifications, such as barricades."""

from __future__ import annotations

from itertools import pairwise

from game.geometry.points import Path, Point, distance, unit_vector
from game.geometry.polygons import box_middle
from game.table.board import Terrain
from game.view.board.board_layout import BoardLayout, along
from game.view.board.brushes import (
    Tone,
    between,
    fall,
    line_of,
    mix,
    moved,
    out,
    patch,
    rivet,
    swell,
)
from game.view.board.canvas import PaintCanvas, blurred, shifted, within, without
from game.view.board.textures import grained

CONCRETE, DUGOUT = "#8B8A80", "#5A554A"
SACK: Tone = (142, 126, 92)
PARAPET = 0.62
"""Thickness of a fortification's concrete, in inches."""
SACKS = 0.46
"""Length of a sandbag, in inches."""


def barricade(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """``MP-05``  Paint two rows of sandbags, and beams of steel that hold them."""
    line = line_of(piece)
    fall(painting, line, 0.56, 0.2)
    painting.band(line, 0.54, (50, 44, 34))
    for row, shift in ((0, 0.14), (1, -0.14)):
        for a, b in (side for side in pairwise(line) if side[0] != side[1]):
            for n, sack in enumerate(_sacks(a, b, shift, row)):
                tone = mix(SACK, (84, 74, 56), 0.12 * ((3 * n + 5 * row) % 5))
                painting.band(sack, 0.28, mix(tone, (30, 26, 20), 0.55))
                painting.band(sack, 0.22, tone)
                painting.band(moved(sack, -0.05), 0.07, mix(tone, (236, 222, 186), 0.4))
    for at in along(line, 2.4):
        _hedgehog(painting, at)


def _sacks(a: Point, b: Point, shift: float, row: int) -> list[Path]:
    (x, y), whole = unit_vector(a, b), distance(a, b)
    many = max(1, round(whole / SACKS))
    long = whole / many
    start = 0.0 if row else -0.5
    sacks = list[Path]()
    for n in range(many + (1 - row)):
        low = max(0.0, (start + n) * long) + 0.05
        high = min(whole, (start + n + 1) * long) - 0.05
        if high > low:
            sacks.append(
                tuple(
                    Point(a.x + x * s - y * shift, a.y + y * s + x * shift) for s in (low, high)
                )
            )
    return sacks


def _hedgehog(painting: PaintCanvas, at: Point) -> None:
    """Paint a tank trap of crossed steel beams."""
    for turn in (0.5, 1.55, 2.6):
        beam = out(at, turn, -0.42), out(at, turn, 0.42)
        painting.bands(beam, (0.15, (30, 28, 27)), (0.09, (122, 112, 104)))
    rivet(painting, at, 0.06)


def fortification(painting: PaintCanvas, plan: BoardLayout, piece: Terrain) -> None:
    """``MP-05``  Paint a dugout behind a parapet of concrete with slits to fire through."""
    ppi = painting.ppi
    mask = patch(painting, piece, grained(DUGOUT, 1.4, 63), soft=0.05)
    painting.darken(without(blurred(shifted(mask, 0.2 * ppi), 0.15 * ppi), mask), 0.55)
    wall = within(painting.band_mask(piece.outline, 2 * PARAPET, closed=True), mask)
    inner = without(mask, wall)
    painting.darken(within(blurred(shifted(wall, 0.22 * ppi), 0.15 * ppi), inner), 0.65)
    painting.cover(wall, grained(CONCRETE, 1.1, 65))
    swell(painting, wall, 0.12)
    centre = box_middle(piece.box)
    for a, b in pairwise(line_of(piece)):
        many = int(distance(a, b) / 1.7)
        for n in range(many):
            _slit(painting, a, b, (n + 0.5) / many, centre)
    for at in along(line_of(piece), 3.0):
        rivet(painting, between(at, centre, 0.08), 0.07)


def _slit(painting: PaintCanvas, a: Point, b: Point, share: float, centre: Point) -> None:
    """Paint a slit across the parapet, wider outside than inside."""
    (x, y), at = unit_vector(a, b), between(a, b, share)
    inward = 1.0 if (centre.x - at.x) * -y + (centre.y - at.y) * x > 0 else -1.0
    corners = ((-0.32, 0.04), (0.32, 0.04), (0.14, PARAPET - 0.04), (-0.14, PARAPET - 0.04))
    slit = tuple(
        Point(at.x + x * u - y * v * inward, at.y + y * u + x * v * inward) for u, v in corners
    )
    painting.fill(slit, (34, 33, 30))
