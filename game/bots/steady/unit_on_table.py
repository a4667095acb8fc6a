"""The figures of a unit that bots need in every system."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from game.geometry.points import Point
from game.table.records import Model, Profile, Unit, UnitId


@dataclass(frozen=True)
class UnitOnTable:
    """A unit with its models on the table."""

    unit: Unit
    models: tuple[Model, ...]
    full: int
    """Number of wounds that it has without a loss."""

    @property
    def id(self) -> UnitId:
        return self.unit.id

    @cached_property
    def lead(self) -> Profile:
        """Return the profile of most of its models."""
        names = [m.profile.name for m in self.models]
        most = max(names, key=names.count)
        return next(m.profile for m in self.models if m.profile.name == most)

    @cached_property
    def wounds(self) -> int:
        return sum([m.wounds for m in self.models])

    @cached_property
    def base(self) -> float:
        """Return the largest radius of its bases, in inches."""
        return max([m.base for m in self.models])

    @cached_property
    def middle(self) -> Point:
        """Return the mean place of its models."""
        many = len(self.models)
        x = y = 0.0
        for m in self.models:
            x, y = x + m.at.x, y + m.at.y
        return Point(x / many, y / many)
