"""The outlines of buildings and of what is left of them, within a rectangle."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

Corner: TypeAlias = tuple[float, float]
Outline: TypeAlias = list[Corner]

GRID = 8.0
"""Corners lie at eighths of an inch: four pixels of Tiled."""
SMALL = 6.0
"""What is narrower has no wings."""


def eighth(inches: float) -> float:
    return round(inches * GRID) / GRID


def building(rng: Random, wide: float, high: float) -> Outline:
    """Return a house as seen from above: a block, one with a cut corner, or two wings."""
    kind = rng.choice(("block", "cut", "wings")) if min(wide, high) >= SMALL else "block"
    if kind == "block":
        return _rectangle(wide, high)
    x, y = (0.4, 0.4) if kind == "wings" else (0.2, 0.2)
    x, y = wide * rng.uniform(0.7 * x, x), high * rng.uniform(0.7 * y, y)
    cut: Outline = [(0.0, y), (x, y), (x, 0.0)] if kind == "wings" else [(0.0, y), (x, 0.0)]
    return _placed(rng, [*cut, (wide, 0.0), (wide, high), (0.0, high)], wide, high)


def ruin(rng: Random, wide: float, high: float) -> Outline:
    """Return what is left of a house: its corners have fallen, and a side has a breach."""
    found: Outline = []
    corners = _rectangle(wide, high)
    breached = rng.randrange(4)
    for n, (x, y) in enumerate(corners):
        found += _fallen(rng, x, y, wide, high) if rng.random() < 0.6 else [(x, y)]
        if n == breached:
            found += _breach(rng, (x, y), corners[(n + 1) % 4], wide, high)
    return [(eighth(x), eighth(y)) for x, y in found]


def _rectangle(wide: float, high: float) -> Outline:
    return [(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)]


def _placed(rng: Random, outline: Outline, wide: float, high: float) -> Outline:
    """Return an outline as it is, or mirrored; always clockwise."""
    if rng.random() < 0.5:
        outline = [(wide - x, y) for x, y in reversed(outline)]
    if rng.random() < 0.5:
        outline = [(x, high - y) for x, y in reversed(outline)]
    return [(eighth(x), eighth(y)) for x, y in outline]


def _fallen(rng: Random, x: float, y: float, wide: float, high: float) -> Outline:
    """Return the two corners that stand for one that has fallen, clockwise."""
    across = (x, y + _sign(y, high) * high * rng.uniform(0.1, 0.2))
    along = (x + _sign(x, wide) * wide * rng.uniform(0.1, 0.25), y)
    upper_left_or_lower_right = (x == 0.0) == (y == 0.0)
    return [across, along] if upper_left_or_lower_right else [along, across]


def _breach(rng: Random, one: Corner, other: Corner, wide: float, high: float) -> Outline:
    """Return a dent in the side from one corner to the next, pointing to the middle."""
    middle = (wide / 2, high / 2)
    at = rng.uniform(0.4, 0.6)
    deep = rng.uniform(0.15, 0.3)

    def along(share: float, inward: float = 0.0) -> Corner:
        x, y = (a + (b - a) * share for a, b in zip(one, other, strict=True))
        return x + (middle[0] - x) * inward, y + (middle[1] - y) * inward

    return [along(at - 0.1), along(at, deep), along(at + 0.1)]


def _sign(value: float, most: float) -> float:
    """Return the way inward from an end."""
    return 1.0 if value < most / 2 else -1.0
