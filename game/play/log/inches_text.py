"""Texts of distances beside their limits."""

from __future__ import annotations

from math import ceil, floor

from game.geometry.points import LOOSE_EPSILON

FINE = 0.1
"""Inches of excess below which hundredths are shown."""


def excess_text(distance: float, most: float) -> tuple[str, str]:
    """Return texts for a distance and for its excess over *most* inches.

    Both are rounded up alike, so that an excess never looks like none: 24.004 of 24 inches is
    ``24.01`` and ``0.01``, 31.52 is ``31.6`` and ``7.6``.
    """
    over = distance - most
    steps, digits = (100, 2) if over < FINE else (10, 1)
    over = ceil(over * steps - LOOSE_EPSILON) / steps
    return f"{most + over:.{digits}f}", f"{over:.{digits}f}"


def too_near_text(distance: float, least: float, what: str) -> str:
    """Return the text of a distance below the minimum: ``is 1.3" from the mill, not 2"``.

    It is rounded down, so that it never looks sufficient: 1.996 is ``1.99``.
    """
    steps, digits = (100, 2) if least - distance < FINE else (10, 1)
    value = floor(max(0.0, distance) * steps + LOOSE_EPSILON) / steps
    return f'is {value:.{digits}f}" from {what}, not {least:g}"'
