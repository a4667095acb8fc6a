"""Comparisons of a distance with the limit that a clause names (conventions of the rulebook).

Distances are computed from places and bases as they are stored, in thousandths of an inch, and
are not rounded. The tolerance absorbs the rounding of sums and roots only: distances of places
in thousandths are equal or differ by more.
"""

from __future__ import annotations

from game.geometry.points import EPSILON


def is_within(inches: float, limit: float) -> bool:
    """Return whether a distance is *within*, or *up to*, a limit: exactly that far is."""
    return inches <= limit + EPSILON


def is_more_than(inches: float, limit: float) -> bool:
    """Return whether a distance is *more than*, *beyond*, a limit: exactly that far is not."""
    return inches > limit + EPSILON


def is_at_least(inches: float, limit: float) -> bool:
    """Return whether a distance is *at least* a limit, not *less*: exactly that far is."""
    return inches >= limit - EPSILON


def last_within(limit: float) -> float:
    """Return the greatest distance that is within a limit, for loops that compare many."""
    return limit + EPSILON


def just_beyond(limit: float) -> float:
    """Return the distance that bases keep from something that they may not come within.

    A base grown by it is an obstacle: sweeps and placements may touch obstacles.
    """
    return limit + 2 * EPSILON
