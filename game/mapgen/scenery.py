"""The ground of a street and its lamps: the same every 12 inches, as far as a turn rolls it.

So it looks the same wherever pieces have been carried to.
"""

from __future__ import annotations

from typing import Any

ROLL = 12
PAVEMENT = 9.0
"""Inches of paving at both sides of the road."""
KERB = 0.375


def ground(length: float, width: float) -> list[dict[str, Any]]:
    """Return pavements and a road between them."""
    road = width - 2 * PAVEMENT
    return [
        _laid("upper pavement", "paving", 0.0, 0.0, length, PAVEMENT),
        _laid("lower pavement", "paving", 0.0, width - PAVEMENT, length, PAVEMENT),
        _laid("upper kerb", "deck", 0.0, PAVEMENT - KERB, length, KERB),
        _laid("lower kerb", "deck", 0.0, width - PAVEMENT, length, KERB),
        _laid("road", "road", 0.0, PAVEMENT, length, road),
    ]


def lamps(length: float, width: float) -> list[dict[str, Any]]:
    """Return two rows of lamps where pavement and road meet."""
    rows = PAVEMENT - 0.5, width - PAVEMENT + 0.5
    return [
        {"class": "Lamp", "point": [x, y], "radius": 9.0, "brightness": 1.0}
        for x in range(ROLL // 2, int(length), ROLL)
        for y in rows
    ]


def _laid(
    name: str, material: str, x: float, y: float, wide: float, high: float
) -> dict[str, Any]:
    rectangle = [x, y, wide, high]
    return {"class": "Ground", "name": name, "rectangle": rectangle, "material": material}
