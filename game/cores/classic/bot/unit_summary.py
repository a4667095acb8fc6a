"""A unit as the classic bot sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, sqrt

from game.bots.steady.unit_on_table import UnitOnTable
from game.cores.classic.bot import expected_damage
from game.cores.classic.bot.weights import ClassicWeights
from game.cores.classic.rules.assault import charge_move
from game.cores.classic.rules.unit_state import is_falling_back, is_locked
from game.geometry.points import Point

AVERAGE_RUN, LONGEST_RUN = 3.5, 6.0
"""Inches that the run die shows on average and at most."""


@dataclass(frozen=True)
class UnitSummary(UnitOnTable):
    """A unit on the table."""

    kill: float
    """Value of destroying it, in points."""
    useful: float
    """Points that it may still earn."""
    weights: ClassicWeights

    @cached_property
    def reach(self) -> float:
        return expected_damage.reach_of(self.models)

    @cached_property
    def charge(self) -> float:
        """Return its charge distance in inches."""
        return max([charge_move(m) for m in self.models])

    @cached_property
    def locked(self) -> bool:
        return is_locked(self.unit)

    @cached_property
    def runs_away(self) -> bool:
        return is_falling_back(self.unit)

    @cached_property
    def is_fleet(self) -> bool:
        """``CC-22``  Return whether it may charge after a run."""
        return all(m.profile.has("fleet") for m in self.models)

    @property
    def value(self) -> float:
        """Return the value of one of its wounds, in points."""
        return (self.kill + self.useful) / self.full

    def near(self, at: Point) -> float:
        """Return the distance in inches from a point to the nearest of its bases."""
        return apart([at], 0.0, self)


def apart(places: Sequence[Point], base: float, foe: UnitSummary) -> float:
    """Return the distance in inches from some places to a unit, from base edge to base edge."""
    best = inf
    for x, y in places:
        for m in foe.models:
            dx, dy = m.at[0] - x, m.at[1] - y
            square = dx * dx + dy * dy
            if square < best:
                best, wide = square, m.base
    return sqrt(best) - base - wide if best < inf else inf
