"""Exact chances of what is counted: how likely 0, 1, 2, … are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import fsum
from typing import TypeAlias

from game.table.records import NO_DICE, DiceExpression

Spread: TypeAlias = tuple[float, ...]
"""The chance of each number, from 0 on; together they are 1."""

NONE: Spread = (1.0,)
"""Surely nothing."""


@lru_cache(maxsize=4096)
def of_dice(many: int, chance: float) -> Spread:
    """Return how many of some dice succeed, each by the same chance."""
    spread = NONE
    for _ in range(many):
        spread = one_more(spread, chance)
    return spread


def one_more(spread: Spread, chance: float) -> Spread:
    """Return the spread with one more thing that happens by a chance."""
    if chance <= 0.0:
        return spread
    not_so = 1.0 - chance
    rest = [a * not_so + b * chance for a, b in zip(spread[1:], spread, strict=False)]
    return (spread[0] * not_so, *rest, spread[-1] * chance)


def together(a: Spread, b: Spread) -> Spread:
    """Return the spread of the sum of two numbers that have nothing to do with each other."""
    if len(b) == 1:
        return a
    total = [0.0] * (len(a) + len(b) - 1)
    for n, chance in enumerate(a):
        for m, other in enumerate(b):
            total[n + m] += chance * other
    return tuple(total)


def thinned(spread: Spread, chance: float) -> Spread:
    """Return how many of a number of things happen, each by the same chance."""
    left: Spread = spread[-1:]
    for p in reversed(spread[:-1]):
        none, *some = one_more(left, chance)
        left = (none + p, *some)
    return left


def of_total(fixed: int, dice: DiceExpression = NO_DICE) -> Spread:
    """Return what a number makes together with dice whose total is added to it."""
    total: Spread = (*[0.0] * fixed, 1.0)
    one: Spread = (0.0, *[1.0 / dice.sides] * dice.sides)
    for _ in range(dice.many):
        total = together(total, one)
    return total


def doubled(spread: Spread) -> Spread:
    """Return the spread of twice a number."""
    return tuple([p for chance in spread for p in (chance, 0.0)][:-1])


def at_most(spread: Spread, most: int) -> Spread:
    """Return the spread with all above *most* counted as *most*."""
    if len(spread) <= most + 1:
        return spread
    return (*spread[:most], fsum(spread[most:]))


def mixed(parts: Sequence[tuple[float, Spread]]) -> Spread:
    """Return one of several spreads, each by its chance."""
    total = [0.0] * max(len(spread) for _, spread in parts)
    for chance, spread in parts:
        for n, p in enumerate(spread):
            total[n] += chance * p
    return tuple(total)


def average(spread: Spread) -> float:
    return fsum([n * chance for n, chance in enumerate(spread)])


def reaches(spread: Spread, least: int) -> float:
    """Return the chance of *least* or more."""
    return fsum(spread[least:])
