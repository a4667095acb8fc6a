"""The widths of the panels at both sides of a board."""

from __future__ import annotations

RAIL = 56.0
"""Width in units of a column of icons: a bar of tools, or a panel that is closed."""
DOCK_SHARE, MIN_DOCK, MAX_DOCK = 0.2, 288.0, 340.0
"""Share of the window that the panel at the right takes, and its least and largest width."""
SIDE_SHARE = 0.7
"""Width of the panel at the left, as a share of the one at the right."""


def dock_width(window: float) -> float:
    """Return the width of the panel at the right of a board in a window of a width."""
    return min(MAX_DOCK, max(MIN_DOCK, DOCK_SHARE * window))


def side_width(window: float) -> float:
    """Return the width of the panel at the left of a board."""
    return SIDE_SHARE * dock_width(window)
