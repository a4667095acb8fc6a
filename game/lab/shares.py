"""How sure one can be of a share, and of the difference between two, after so many games."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

Z = 1.959964
"""The 95% point of the normal distribution, two-sided."""


class Interval(NamedTuple):
    """In 95 of 100 series the truth lies between its ends."""

    low: float
    high: float


def wilson(wins: int, games: int) -> Interval:
    """Return the 95% interval of a share by Wilson's score.

    It holds for few games, too, and never leaves 0 to 1: of no wins in ten games it says 0 to
    28%, where the usual interval would say 0 to 0.
    """
    if games == 0:
        return Interval(0.0, 1.0)
    share = wins / games
    middle = share + Z * Z / (2 * games)
    spread = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return Interval(max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole))


class Difference(NamedTuple):
    """What a share has become, over games that were played twice."""

    games: int
    gained: int
    """So many were not won before, and are now."""
    lost: int
    """So many were won before, and are not now."""
    low: float
    high: float

    @property
    def value(self) -> float:
        """Return the difference as it was counted, from -1 to 1."""
        return (self.gained - self.lost) / self.games if self.games else 0.0

    @property
    def sure(self) -> bool:
        """Return whether it is no chance: whether its interval leaves out 0."""
        return self.low > 0.0 or self.high < 0.0


def paired(gained: int, lost: int, games: int) -> Difference:
    """Return the difference of two shares with its 95% interval by Agresti and Min.

    The same seeds were played on both, so only the games that turned tell something: gained
    and lost. Half a game is added to each of the four ways in which a pair may end; without
    that a handful of pairs that all ended alike would seem certain.
    """
    if games == 0:
        return Difference(0, 0, 0, -1.0, 1.0)
    whole = games + 2
    middle = (gained - lost) / whole
    spread = Z * sqrt(gained + lost + 1 - (gained - lost) ** 2 / whole) / whole
    return Difference(
        games, gained, lost, max(-1.0, middle - spread), min(1.0, middle + spread)
    )
