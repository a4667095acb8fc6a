"""Every row of dice that a function throws, tried one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeVar

from game.play.dice_sequences import Dice

Result = TypeVar("Result")


class _Row:
    """Dice with given faces, followed by ones."""

    seed = 0

    def __init__(self, first: int, faces: list[int]) -> None:
        self.first = first
        self.faces = faces

    def nth(self, n: int) -> int:
        while len(self.faces) <= n - self.first:
            self.faces.append(1)
        return self.faces[n - self.first]


def all_dice_rows(
    tell: Callable[[Dice], Result], first: int = 0, most: int = 6**4
) -> dict[Result, Fraction] | None:
    """Return every result of a function with its exact chance; None after *most* rows.

    The function must depend on the dice only. *first*: index of the first die it throws.
    """
    found, faces = Counter[tuple[Result, int]](), list[int]()
    for _ in range(most):
        row = _Row(first, faces)
        found[tell(row), 6 ** len(row.faces)] += 1
        while faces and faces[-1] == 6:
            faces.pop()
        if not faces:
            return in_fractions(found)
        faces[-1] += 1
    return None


def in_fractions(rows: Mapping[tuple[Result, int], int]) -> dict[Result, Fraction]:
    """Return the chance of each result, from how many rows of one in so many lead to it."""
    chances = dict[Result, Fraction]()
    for (result, ways), count in rows.items():
        chances[result] = chances.get(result, Fraction(0)) + Fraction(count, ways)
    return chances
