"""Chances of single rolls that every rule system reckons with."""

from __future__ import annotations

NEVER = 7
"""No face of a die."""
SUMS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""In how many of 36 ways two dice make a total."""
HIGHER = (0, 1, 3, 5, 7, 9, 11)
"""In how many of 36 ways a face is the higher of two dice."""


def shows(need: int) -> float:
    """Return the chance of a face or more; of 1 or less it is sure, of 7 it never is."""
    return max(0, min(6, NEVER - need)) / 6
