"""How statues, barricades and fortifications look."""

from __future__ import annotations

from itertools import pairwise
from math import cos, sin

from game.geometry.points import Path, Point
from game.table.board import Terrain
from game.view.board.brushes import Tone, fall, line_of, middle_of, mix, moved, patch, shrunk
from game.view.board.canvas import Easel, Shape, blurred, shifted, within, without
from game.view.board.layout import Plan, along
from game.view.board.marks import rivet, swell
from game.view.board.textures import grained

MARBLE, CONCRETE, DUGOUT = "#A49E8E", "#8B8A80", "#5A554A"
SACK: Tone = (142, 126, 92)
PARAPET = 0.62
"""Inches: how thick the concrete of a fortification is."""
SACKS = 0.46
"""How long a sandbag is."""


def statue(easel: Easel, plan: Plan, piece: Terrain) -> None:
    """``MP-05``  Paint a winged figure on a plinth with steps, its shadow across them."""
    middle, ppi = middle_of(piece), easel.ppi
    patch(easel, piece, grained(MARBLE, 1.1, 59), soft=0.05)
    for share in (1.0, 0.78, 0.54):
        step = easel.mask([Shape(shrunk(piece.outline, middle, share))])
        easel.darken(without(blurred(shifted(step, 0.10 * ppi), 0.08 * ppi), step), 0.5)
        easel.lay(step, easel.paper(grained(MARBLE, 1.0, 59 + round(10 * share))))
        swell(easel, step, 0.08)
    left, top, right, low = piece.box
    size = min(right - left, low - top) / 4
    shadow = [
        Shape(_figure(Point(middle.x + n * 0.12, middle.y + n * 0.13), size)) for n in range(6)
    ]
    easel.darken(blurred(easel.mask(shadow), 0.1 * ppi), 0.55)
    figure = easel.mask([Shape(_figure(middle, size))])
    easel.lay(figure, easel.paper(grained("#C2BCA9", 1.2, 61)))
    swell(easel, figure, 0.10)
    x, y = middle
    for side in (-1, 1):
        for n in range(3):
            feather = (
                Point(x + side * size * (0.5 + 0.35 * n), y - size * (0.5 - 0.1 * n)),
                Point(x + side * size * (0.7 + 0.4 * n), y + size * (0.35 - 0.1 * n)),
            )
            easel.band(feather, 0.04, (104, 99, 86))
    easel.disc((x + 0.04, y + 0.05), size * 0.36, (66, 62, 54))
    easel.disc(middle, size * 0.34, (178, 172, 152))
    easel.disc((x - size * 0.1, y - size * 0.1), size * 0.18, (222, 216, 198))


def _figure(at: Point, size: float) -> Path:
    """Return shoulders and wings as seen from above."""
    half = (
        (0.0, -0.45),
        (0.55, -0.75),
        (1.3, -0.6),
        (1.75, -0.05),
        (1.35, 0.2),
        (0.9, 0.35),
        (0.55, 0.4),
        (0.3, 0.75),
        (0.0, 0.8),
    )
    right = [Point(at.x + x * size, at.y + y * size) for x, y in half]
    left = [Point(2 * at.x - p.x, p.y) for p in right[-2:0:-1]]
    return (*right, *left)


def barricade(easel: Easel, plan: Plan, piece: Terrain) -> None:
    """``MP-05``  Paint two rows of sandbags, and beams of steel that hold them."""
    line = line_of(piece)
    fall(easel, line, 0.56, 0.2)
    easel.band(line, 0.54, (50, 44, 34))
    for row, shift in ((0, 0.14), (1, -0.14)):
        for a, b in pairwise(line):
            for n, sack in enumerate(_sacks(a, b, shift, row)):
                tone = mix(SACK, (84, 74, 56), 0.12 * ((3 * n + 5 * row) % 5))
                easel.band(sack, 0.28, mix(tone, (30, 26, 20), 0.55))
                easel.band(sack, 0.22, tone)
                easel.band(moved(sack, -0.05), 0.07, mix(tone, (236, 222, 186), 0.4))
    for at in along(line, 2.4):
        _hedgehog(easel, at)


def _sacks(a: Point, b: Point, shift: float, row: int) -> list[Path]:
    far = ((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5 or 1.0
    x, y = (b.x - a.x) / far, (b.y - a.y) / far
    many = max(1, round(far / SACKS))
    long = far / many
    start = 0.0 if row else -0.5
    sacks = list[Path]()
    for n in range(many + (1 - row)):
        low = max(0.0, (start + n) * long) + 0.05
        high = min(far, (start + n + 1) * long) - 0.05
        if high > low:
            sacks.append(
                tuple(
                    Point(a.x + x * s - y * shift, a.y + y * s + x * shift) for s in (low, high)
                )
            )
    return sacks


def _hedgehog(easel: Easel, at: Point) -> None:
    """Paint a tank trap: beams of steel across one another."""
    for turn in (0.5, 1.55, 2.6):
        x, y = cos(turn) * 0.42, sin(turn) * 0.42
        beam = Point(at.x - x, at.y - y), Point(at.x + x, at.y + y)
        easel.band(beam, 0.15, (30, 28, 27))
        easel.band(beam, 0.09, (122, 112, 104))
    rivet(easel, at, 0.06)


def fortification(easel: Easel, plan: Plan, piece: Terrain) -> None:
    """``MP-05``  Paint a dugout behind a parapet of concrete with slits to fire through."""
    ppi = easel.ppi
    mask = patch(easel, piece, grained(DUGOUT, 1.4, 63), soft=0.05)
    easel.darken(without(blurred(shifted(mask, 0.2 * ppi), 0.15 * ppi), mask), 0.55)
    wall = within(easel.band_mask(piece.outline, 2 * PARAPET, closed=True), mask)
    inner = without(mask, wall)
    easel.darken(within(blurred(shifted(wall, 0.22 * ppi), 0.15 * ppi), inner), 0.65)
    easel.lay(wall, easel.paper(grained(CONCRETE, 1.1, 65)))
    swell(easel, wall, 0.12)
    middle = middle_of(piece)
    for a, b in pairwise(line_of(piece)):
        far = ((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5
        many = int(far / 1.7)
        for n in range(many):
            share = (n + 0.5) / many
            _slit(easel, a, b, share, middle)
    for at in along(line_of(piece), 3.0):
        spot = at.x + (middle.x - at.x) * 0.08, at.y + (middle.y - at.y) * 0.08
        rivet(easel, spot, 0.07)


def _slit(easel: Easel, a: Point, b: Point, share: float, middle: Point) -> None:
    """Cut a slit across the parapet, wider outside than within."""
    far = ((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5
    x, y = (b.x - a.x) / far, (b.y - a.y) / far
    at = Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
    inward = 1.0 if (middle.x - at.x) * -y + (middle.y - at.y) * x > 0 else -1.0
    corners = ((-0.32, 0.04), (0.32, 0.04), (0.14, PARAPET - 0.04), (-0.14, PARAPET - 0.04))
    slit = tuple(
        Point(at.x + x * u - y * v * inward, at.y + y * u + x * v * inward) for u, v in corners
    )
    easel.fill(slit, (34, 33, 30))
