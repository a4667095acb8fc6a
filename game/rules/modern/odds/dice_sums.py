"""What dice reach together, and with one of them rolled again: advances, charges, tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import fsum

from game.rules.kit.probability import SUMS, chance_of_face

FACES = range(1, 7)


def pairs() -> Iterator[tuple[int, int]]:
    """Yield the 36 ways in which two dice may fall, each equally likely."""
    return ((first, second) for first in FACES for second in FACES)


def two_reach(need: int, bonus: int = 0) -> float:
    """Return the chance that 2d6 and a bonus make *need* or more (``MC-08``, ``MC-22``)."""
    return sum(SUMS[max(0, need - bonus) :]) / 36


def two_worth(chance: Callable[[int], float]) -> float:
    """Return the chance of what 2d6 decide; *chance*: how likely it comes of a total."""
    return fsum([chance(sum(pair)) for pair in pairs()]) / 36


def two_worth_again(chance: Callable[[int], float]) -> float:
    """``MC-27``  Return the same for a player who rolls the lower die again where it pays."""
    return fsum([max(chance(sum(pair)), _again(chance, max(pair))) for pair in pairs()]) / 36


def _again(chance: Callable[[int], float], kept: int) -> float:
    return fsum([chance(kept + face) for face in FACES]) / 6


def two_exceed(total: int, bonus: int = 0) -> float:
    """``MC-09``  Return the chance that 2d6 and a bonus make more than a total."""
    return two_reach(total + 1, bonus)


def each_again(faces: Sequence[int], need: int, bonus: int = 0) -> tuple[float, ...]:
    """``MC-27``  Return, for each die, the chance to reach *need* if it is rolled again."""
    rest = need - bonus - sum(faces)
    return tuple([chance_of_face(rest + face) for face in faces])
