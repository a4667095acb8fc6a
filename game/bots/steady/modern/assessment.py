"""Units as a plan sees them: where they are, what they can do, what they are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from game.bots.steady.modern.might import blows, fire, reach
from game.geometry.points import Point
from game.table.records import Model, Profile, Unit, UnitId

KILL = 1.0
"""What it is worth to destroy a unit, in points, whatever it was."""
DEEDS = 0.35
"""What a wound that a unit may take off in a turn is worth, in points."""
WARLORD = 1.0
"""``MP-32``"""
YARDSTICK = Profile("trooper", ws=4, bs=4, s=3, t=4, w=1, a=1, ld=7, sv=5, m=6)
CLOSE = 9.0
"""Inches at which units are compared."""


@dataclass(frozen=True)
class Troop:
    """A unit on the table."""

    unit: Unit
    models: tuple[Model, ...]
    full: int
    """How many wounds it has without a loss."""

    @property
    def id(self) -> UnitId:
        return self.unit.id

    @cached_property
    def lead(self) -> Profile:
        """Return the profile that most of its models have."""
        profiles = [m.profile for m in self.models]
        return max(profiles, key=profiles.count)

    @cached_property
    def wounds(self) -> int:
        return sum([m.wounds for m in self.models])

    @cached_property
    def base(self) -> float:
        return max([m.base for m in self.models])

    @cached_property
    def far(self) -> float:
        """Return how far it moves, in inches."""
        return float(min([m.profile.m for m in self.models]))

    @cached_property
    def reach(self) -> float:
        return max([reach(m.profile) for m in self.models])

    @cached_property
    def flies(self) -> bool:
        return all(m.profile.has("FLY") for m in self.models)

    @cached_property
    def middle(self) -> Point:
        x = y = 0.0
        for m in self.models:
            x, y = x + m.at.x, y + m.at.y
        return Point(x / len(self.models), y / len(self.models))

    @cached_property
    def worth(self) -> float:
        """Return what it is worth to the enemy to be rid of it, in points."""
        lord = WARLORD if any(m.profile.has("WARLORD") for m in self.models) else 0.0
        return KILL + lord + DEEDS * max(self.shoots, self.strikes)

    @property
    def value(self) -> float:
        """Return what one of its wounds is worth."""
        return self.worth / self.full

    @cached_property
    def shoots(self) -> float:
        """Return how many wounds it takes off a yardstick by fire from near by."""
        return sum([fire(m.profile, YARDSTICK, CLOSE, moved=True) for m in self.models])

    @cached_property
    def strikes(self) -> float:
        """Return how many wounds it takes off a yardstick hand to hand."""
        return sum([blows(m.profile, YARDSTICK) for m in self.models])

    def fire_at(self, foe: Troop, offs: Sequence[float], *, moved: bool) -> float:
        """Return the wounds that it takes off a unit; *offs*: of each model, how far off."""
        lead = foe.lead
        wounds = sum(
            fire(m.profile, lead, float(round(off)), moved=moved)
            for m, off in zip(self.models, offs, strict=True)
        )
        return min(wounds, float(foe.wounds))

    def blows_at(self, foe: Troop) -> float:
        """Return the wounds that it takes off a unit in a round of a fight."""
        share = min(1.0, (2 * len(foe.models) + 4) / len(self.models))
        wounds = share * sum([blows(m.profile, foe.lead) for m in self.models])
        return min(wounds, float(foe.wounds))

    def brawl(self, foe: Troop) -> float:
        """Return in points what it is worth to charge a unit: its blows first, then theirs."""
        mine = self.blows_at(foe)
        left = 1.0 - mine / foe.wounds
        return mine * foe.value - left * foe.blows_at(self) * self.value
