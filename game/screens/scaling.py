"""How large a unit is in a window."""

from __future__ import annotations

USUAL = (1920, 1080)
DESIGNED = (1280, 720)
"""The smallest window that is laid out at a scale of 1 of itself."""
LEAST = (1024, 576)
"""Units that every screen can do with."""
SCALES = (0.75, 0.85, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0)
"""What larger and smaller step through."""


def natural_scale(size: tuple[int, int]) -> float:
    """Return the UI scale for a window: 1 from 1280 x 720 to 1920 x 1080."""
    small = min(size[0] / DESIGNED[0], size[1] / DESIGNED[1])
    large = min(size[0] / USUAL[0], size[1] / USUAL[1])
    return min(small, max(1.0, large))


def largest_scale(size: tuple[int, int]) -> float:
    """Return the largest UI scale at which everything still fits into a window."""
    return min(size[0] / LEAST[0], size[1] / LEAST[1])
