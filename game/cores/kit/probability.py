"""Exact distributions of whole numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import fsum
from typing import TypeAlias

from game.table.records import NO_DICE, DiceExpression

Spread: TypeAlias = tuple[float, ...]
"""A distribution: the probability of each number from 0 on; they add up to 1."""

NONE: Spread = (1.0,)
"""The distribution that is certain to be 0."""
Rows: TypeAlias = tuple[Spread, ...]
"""A joint distribution of two numbers: for each of the second, the chances of the first."""


@lru_cache(maxsize=4096)
def of_dice(many: int, chance: float) -> Spread:
    """Return the distribution of successes among dice with the same chance of success."""
    spread = NONE
    for _ in range(many):
        spread = add_outcome(spread, chance)
    return spread


def add_outcome(spread: Spread, chance: float) -> Spread:
    """Return the distribution with one more independent event of a given chance."""
    if chance <= 0.0:
        return spread
    not_so = 1.0 - chance
    rest = [a * not_so + b * chance for a, b in zip(spread[1:], spread, strict=False)]
    return (spread[0] * not_so, *rest, spread[-1] * chance)


def convolve(a: Spread, b: Spread) -> Spread:
    """Return the distribution of the sum of two independent numbers."""
    if len(b) == 1:
        return a
    total = [0.0] * (len(a) + len(b) - 1)
    for n, chance in enumerate(a):
        for m, other in enumerate(b):
            total[n + m] += chance * other
    return tuple(total)


def of_total(fixed: int, dice: DiceExpression = NO_DICE) -> Spread:
    """Return the distribution of a fixed number plus the total of some dice."""
    total: Spread = (*[0.0] * fixed, 1.0)
    one: Spread = (0.0, *[1.0 / dice.sides] * dice.sides)
    for _ in range(dice.many):
        total = convolve(total, one)
    return total


def doubled(spread: Spread) -> Spread:
    """Return the distribution of twice a number."""
    return tuple([p for chance in spread for p in (chance, 0.0)][:-1])


def at_most(spread: Spread, most: int) -> Spread:
    """Return the distribution of a number capped at *most*."""
    if len(spread) <= most + 1:
        return spread
    return (*spread[:most], fsum(spread[most:]))


def mixture(parts: Sequence[tuple[float, Spread]]) -> Spread:
    """Return the mixture of several distributions, each with its weight."""
    total = [0.0] * max(len(spread) for _, spread in parts)
    for chance, spread in parts:
        for n, p in enumerate(spread):
            total[n] += chance * p
    return tuple(total)


def added(parts: Iterable[Rows]) -> Rows:
    """Return the sum of the chances in several parts of a distribution."""
    rows = list[list[float]]()
    for part in parts:
        rows += [[] for _ in range(len(part) - len(rows))]
        for into, more in zip(rows, part, strict=False):
            into.extend([0.0] * (len(more) - len(into)))
            for n, p in enumerate(more):
                into[n] += p
    for row in rows:
        while len(row) > 1 and not row[-1]:
            row.pop()
    return tuple([tuple(row) for row in rows])


def total(rows: Rows) -> Spread:
    """Return the distribution of the first of two numbers."""
    if len(rows) == 1:
        return rows[0]
    return added([(row,) for row in rows])[0]


def joint(a: Rows, b: Rows) -> Rows:
    """Return the joint distribution of the sums of two independent pairs of numbers."""
    if len(a) == len(b) == 1:
        return (convolve(a[0], b[0]),)
    rows = list[list[float]]([] for _ in range(len(a) + len(b) - 1))
    for n, row in enumerate(a):
        for m, other in enumerate(b):
            into = rows[n + m]
            into += [0.0] * (len(row) + len(other) - 1 - len(into))
            for k, chance in enumerate(other):
                if chance:
                    for i, p in enumerate(row, k):
                        into[i] += chance * p
    return tuple([tuple(row) for row in rows])


def compound(times: Rows, each: Rows) -> Rows:
    """Return the sums of a random number of equal pairs.

    The first of *times* is their number, the second is added to their second.
    """
    if len(times) == 1:
        return _repeated(times[0], each)
    return added([(*[()] * m, *_repeated(row, each)) for m, row in enumerate(times)])


def _repeated(times: Spread, each: Rows) -> Rows:
    left: Rows = (times[-1:],)
    for p in reversed(times[:-1]):
        if len(left) == len(each) == 1 and len(each[0]) == 2:
            left = (add_outcome(left[0], each[0][1]),)
        else:
            left = joint(left, each)
        (none, *some), *more = left
        left = ((none + p, *some), *more)
    return left


def average(spread: Spread) -> float:
    """Return the mean of a distribution."""
    return fsum([n * chance for n, chance in enumerate(spread)])


def reaches(spread: Spread, least: int) -> float:
    """Return the probability of *least* or more."""
    return fsum(spread[least:])
