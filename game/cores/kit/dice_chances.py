"""Chances of results of one die or two."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import fsum

FACES = range(1, 7)
NEVER = 7
"""A needed face that no die shows."""
SURE = 1
"""The need of attacks that succeed without a roll."""
SUMS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""Number of the 36 throws of two dice with each total."""
HIGHER = (0, 1, 3, 5, 7, 9, 11)
"""Number of the 36 throws of two dice in which each face is the higher one."""


def chance_of_face(need: int) -> float:
    """Return the chance of *need* or more on a die: 1 if *need* is 1 or less, 0 if it is 7."""
    return max(0, min(6, NEVER - need)) / 6


def pairs() -> Iterator[tuple[int, int]]:
    """Yield the 36 results of two dice, each equally likely."""
    return ((first, second) for first in FACES for second in FACES)


def two_reach(need: int, bonus: int = 0) -> float:
    """Return the chance that 2d6 and a bonus make *need* or more (``MC-08``, ``MC-22``)."""
    return sum(SUMS[max(0, need - bonus) :]) / 36


def two_worth(chance: Callable[[int], float]) -> float:
    """Return the chance of an outcome of 2d6; *chance*: its chance for each total."""
    return fsum([chance(sum(pair)) for pair in pairs()]) / 36


def two_worth_again(chance: Callable[[int], float]) -> float:
    """``MC-27``  Return the same if the player re-rolls the lower die where that pays."""
    return fsum([max(chance(sum(pair)), _again(chance, max(pair))) for pair in pairs()]) / 36


def _again(chance: Callable[[int], float], kept: int) -> float:
    return fsum([chance(kept + face) for face in FACES]) / 6


def two_exceed(total: int, bonus: int = 0) -> float:
    """``MC-09``  Return the chance that 2d6 and a bonus make more than a total."""
    return two_reach(total + 1, bonus)


def each_again(faces: Sequence[int], need: int, bonus: int = 0) -> tuple[float, ...]:
    """``MC-27``  Return, for each die, the chance to reach *need* by rolling it again."""
    rest = need - bonus - sum(faces)
    return tuple([chance_of_face(rest + face) for face in faces])
