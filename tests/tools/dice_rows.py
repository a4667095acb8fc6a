"""Every row of dice that a function throws, tried one by one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from game.play.game import Dice

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
    found, faces = dict[Result, Fraction](), list[int]()
    for _ in range(most):
        row = _Row(first, faces)
        result = tell(row)
        found[result] = found.get(result, Fraction(0)) + Fraction(1, 6 ** len(row.faces))
        while faces and faces[-1] == 6:
            faces.pop()
        if not faces:
            return found
        faces[-1] += 1
    return None
