"""A unit at places where it might stand, and how it is seen there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from game.bots.steady.classic.assessment import Band, Survey, apart
from game.bots.steady.cover import covered
from game.geometry.points import Disc, Point
from game.rules.kit.line_of_sight import sees
from game.table.records import Model, UnitId


@dataclass(frozen=True)
class Standing:
    """A unit with its models at some places, in their order."""

    survey: Survey
    unit: Band
    places: tuple[Point, ...]

    @cached_property
    def gaps(self) -> Mapping[UnitId, float]:
        """Return how far each enemy unit is, from base edge to base edge."""
        return {foe.id: apart(self.places, self.unit.base, foe) for foe in self.survey.foes}

    def walk(self, foe: Band) -> float:
        """Return how far it is to walk up to an enemy unit."""
        return self.survey.walk(self.unit, self.places, foe)

    @cached_property
    def seen(self) -> Mapping[UnitId, float]:
        """Return for each enemy unit which share of the unit it sees."""
        return {foe.id: self._seen(foe) for foe in self.survey.foes}

    @cached_property
    def cover(self) -> int:
        models = self.unit.models
        bases = [Disc(at, m.base) for at, m in zip(self.places, models, strict=True)]
        return covered(self.survey, bases)

    def _seen(self, foe: Band) -> float:
        """Judge by three of the models."""
        many = len(self.places)
        eyes = {0, many // 2, many - 1}
        table, seen = self.survey.look.table, 0
        for n in eyes:
            base = Disc(self.places[n], self.unit.models[n].base)
            seen += sees(table, base, _nearest(base.at, foe).disc)
        return seen / len(eyes)


def _nearest(at: Point, foe: Band) -> Model:
    def square(m: Model) -> float:
        dx, dy = m.at.x - at.x, m.at.y - at.y
        return dx * dx + dy * dy

    return min(foe.models, key=square)
