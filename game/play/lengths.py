"""Lengths in words for players."""

from __future__ import annotations

from math import ceil, floor

from game.geometry.points import LOOSE_EPSILON

FINE = 0.1
"""What is less than so many inches too much is told in hundredths of an inch."""


def too_much(far: float, most: float) -> tuple[str, str]:
    """Return how far something is and by how much that is more than *most* inches.

    Both are rounded up alike, so that what is too much never looks like nothing: 24.004 of
    24 inches are ``24.01`` and ``0.01``, 31.52 are ``31.6`` and ``7.6``.
    """
    over = far - most
    steps, digits = (100, 2) if over < FINE else (10, 1)
    over = ceil(over * steps - LOOSE_EPSILON) / steps
    return f"{most + over:.{digits}f}", f"{over:.{digits}f}"


def too_near(far: float, least: float, what: str) -> str:
    """Say how far something is from what it must keep off: ``is 1.3" from the mill, not 2"``.

    What is too near never looks as if it were far enough: 1.996 are ``1.99``.
    """
    steps, digits = (100, 2) if least - far < FINE else (10, 1)
    told = floor(max(0.0, far) * steps + LOOSE_EPSILON) / steps
    return f'is {told:.{digits}f}" from {what}, not {least:g}"'
