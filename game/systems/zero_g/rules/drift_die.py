"""The outcomes of the dice of a drift (ZG-07, ZG-20)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple, TypeVar

Rolled = TypeVar("Rolled", bound=Hashable)
"""Sums and counts of the dice so far."""

FLING = 6
"""``ZG-07``, ``ZG-10``  Inches of a 6 and of an acceleration, beside the d3."""


class DieOutcome(NamedTuple):
    """An outcome of one die."""

    face: int
    inches: int
    chance: float

    @property
    def is_six(self) -> bool:
        return self.face == 6

    @property
    def arrows(self) -> int:
        """Return the change in arrows: a 1 takes one, a 6 adds one."""
        return self.is_six - (self.face == 1)


DRIFT_DIE = (
    DieOutcome(1, inches=0, chance=1 / 6),
    *[DieOutcome(face, inches=face, chance=1 / 6) for face in (2, 3, 4, 5)],
    *[DieOutcome(6, inches=FLING + d3, chance=1 / 18) for d3 in (1, 2, 3)],
)
"""``ZG-07``  A 1 is not moved, a 6 is moved as 6 + d3"."""


def rolled(
    dice: int, first: Rolled, after: Callable[[Rolled], Iterable[tuple[Rolled, float]]]
) -> dict[Rolled, float]:
    """Return the chance of each sum of some dice; *after*: a sum and one more die."""
    found = {first: 1.0}
    for _ in range(dice):
        before, found = found, {}
        for so_far, chance in before.items():
            for now, share in after(so_far):
                found[now] = found.get(now, 0.0) + chance * share
    return found
