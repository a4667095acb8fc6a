"""The UI scale for a window of a given size."""

from __future__ import annotations

DEFAULT_WINDOW = (1920, 1080)
DESIGNED = (1280, 720)
"""Smallest window that has a UI scale of 1."""
MIN_UNITS = (1024, 576)
"""Minimum size in units that every screen fits in."""
SCALES = (0.75, 0.85, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0)
"""Selectable UI scales."""


def natural_scale(size: tuple[int, int]) -> float:
    """Return the UI scale for a window: 1 from 1280 x 720 to 1920 x 1080."""
    small = min(size[0] / DESIGNED[0], size[1] / DESIGNED[1])
    large = min(size[0] / DEFAULT_WINDOW[0], size[1] / DEFAULT_WINDOW[1])
    return min(small, max(1.0, large))


def largest_scale(size: tuple[int, int]) -> float:
    """Return the largest UI scale at which everything fits into a window."""
    return min(size[0] / MIN_UNITS[0], size[1] / MIN_UNITS[1])
