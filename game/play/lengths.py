"""Lengths in words for players."""

from __future__ import annotations

from math import ceil

ROUNDING = 1e-6
FINE = 0.1
"""What is less than so many inches too much is told in hundredths of an inch."""


def too_much(far: float, most: float) -> tuple[str, str]:
    """Return how far something is and by how much that is more than *most* inches.

    Both are rounded up alike, so that what is too much never looks like nothing: 24.004 of
    24 inches are ``24.01`` and ``0.01``, 31.52 are ``31.6`` and ``7.6``.
    """
    over = far - most
    steps, digits = (100, 2) if over < FINE else (10, 1)
    over = ceil(over * steps - ROUNDING) / steps
    return f"{most + over:.{digits}f}", f"{over:.{digits}f}"
