"""Odds of sums of dice with re-rolls, and of Morale (MC-25)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import fsum

from game.rules.kit.probability import NONE, SUMS, Spread, at_most, chance_of_face, mixture

FACES = range(1, 7)


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


def fleeing(lost: int, ld: int, left: int, bonus: int = 0) -> Spread:
    """Return the distribution of models that flee: one per point of d6 + *lost* above Ld.

    *ld*: the highest of the unit; *left*: the models in it; *bonus*: added to the die. A unit
    that lost no model does not test.
    """
    if not lost:
        return NONE
    parts = [(1 / 6, (*[0.0] * max(0, face + bonus + lost - ld), 1.0)) for face in FACES]
    return at_most(mixture(parts), left)


def fleeing_after(lost: Spread, before: int, ld: int, models: int, bonus: int = 0) -> Spread:
    """Return the distribution of models that flee after an attack on a unit of *models*.

    *lost*: the distribution of models that it costs; *before*: the number lost in the turn so
    far.
    """
    return mixture(
        [(p, fleeing(before + n, ld, models - n, bonus)) for n, p in enumerate(lost) if p]
    )
