"""Confidence intervals of shares or of their differences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, sqrt
from typing import NamedTuple

Z = 1.959964
"""The two-sided 95% point of the normal distribution."""


class Interval(NamedTuple):
    """A 95% confidence interval."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"({self.low:.0%}–{self.high:.0%})"


def wilson_interval(wins: float, games: int, z: float = Z) -> Interval:
    """Return the 95% confidence interval of a share by Wilson's score; a draw may count half.

    It is valid for few games, too, and never leaves 0 to 1. For no wins in ten games it is 0 to
    28%, where the normal approximation gives 0 to 0. With draws as half
    wins it is rather too wide. *z*: another point of the normal distribution.
    """
    if games == 0:
        return Interval(0.0, 1.0)
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return Interval(max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole))


@dataclass(frozen=True, slots=True)
class GamesWon:
    """The number of games of a player, with the points it won in them."""

    games: int
    points: Fraction
    """Wins, and half the draws."""

    @property
    def share(self) -> float:
        """Return the share that was won, a draw as half a win; 0 without games."""
        return float(self.points / self.games) if self.games else 0.0

    @property
    def interval(self) -> Interval:
        """Return the 95% interval of the share."""
        return wilson_interval(float(self.points), self.games)


def widest(wins: Iterable[int], games: int) -> float:
    """Return half the widest of the intervals of some numbers of wins, from 0 to 0.5."""
    return max((high - low) / 2 for low, high in (wilson_interval(won, games) for won in wins))


class Difference(NamedTuple):
    """The change of a share between two series of the same games."""

    games: int
    gained: int
    """Number of games that were not won before, and are now."""
    lost: int
    """Number of games that were won before, and are not now."""
    low: float
    high: float

    @property
    def value(self) -> float:
        """Return the observed difference, from -1 to 1."""
        return (self.gained - self.lost) / self.games if self.games else 0.0

    def more_for(self, half: float) -> int:
        """Return how many more games make the interval *half* wide to each side, about."""
        whole = self.games + 2
        changed, difference = self.gained + self.lost + 1, self.gained - self.lost
        variance = changed / whole - (difference / whole) ** 2
        return max(0, ceil(variance * (Z / half) ** 2 - whole))

    @property
    def sure(self) -> bool:
        """Return whether the difference is significant: its interval excludes 0."""
        return self.low > 0.0 or self.high < 0.0


def paired_difference(gained: int, lost: int, games: int) -> Difference:
    """Return the difference of two shares with its 95% interval by Agresti and Min.

    The same seeds were played on both, so only the games with a changed result count. Half a
    game is added to each of the four outcomes of a pair; without that a few pairs with equal
    results would seem certain.
    """
    if games == 0:
        return Difference(0, gained=0, lost=0, low=-1.0, high=1.0)
    whole = games + 2
    middle = (gained - lost) / whole
    spread = Z * sqrt(gained + lost + 1 - (gained - lost) ** 2 / whole) / whole
    return Difference(
        games,
        gained=gained,
        lost=lost,
        low=max(-1.0, middle - spread),
        high=min(1.0, middle + spread),
    )


class MeanDifference(NamedTuple):
    """The mean of differences of pairs, each from -1 to 1, with a confidence interval."""

    pairs: int
    value: float
    low: float
    high: float
    spread: float
    """Standard deviation of the differences, with the games that are added."""


def mean_difference(differences: Sequence[float], z: float = Z) -> MeanDifference:
    """Return the mean of differences with its interval, *z* standard errors to each side.

    It adds two pairs as ``paired_difference`` does, and equals it for differences of -1, 0, 1.
    """
    pairs = len(differences)
    if not pairs:
        return MeanDifference(0, 0.0, low=-1.0, high=1.0, spread=1.0)
    whole, total = pairs + 2, sum(differences)
    middle = total / whole
    squares = sum(one * one for one in differences) + 1
    spread = sqrt(max(0.0, squares / whole - middle * middle))
    half = z * spread / sqrt(whole)
    low, high = max(-1.0, middle - half), min(1.0, middle + half)
    return MeanDifference(pairs, total / pairs, low=low, high=high, spread=spread)


def difference_by_seed(
    before: Mapping[int, str], after: Mapping[int, str], side: str, called: str = ""
) -> Difference:
    """Return the change of a side's share of wins over the seeds that were played twice.

    *before*, *after*: winners by seed, an empty id for a draw; *called*: the id of the side in
    the games after, if it is another one.
    """
    pairs = [(before[n] == side, after[n] == (called or side)) for n in after if n in before]
    gained = sum(now and not was for was, now in pairs)
    lost = sum(was and not now for was, now in pairs)
    return paired_difference(gained, lost, len(pairs))
