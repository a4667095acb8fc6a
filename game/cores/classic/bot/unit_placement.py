"""A unit with its models at some places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from game.cores.classic.bot.assessment import ClassicAssessment
from game.cores.classic.bot.unit_summary import UnitSummary, apart
from game.cores.kit.sight_lines import sees
from game.geometry.points import Disc, Point
from game.geometry.polygons import box, boxes_meet, widened
from game.table.records import Model, UnitId


def covered(assessment: ClassicAssessment, bases: Sequence[Disc]) -> int:
    """``CC-15``  Return the cover that at least half of some models stand in; 0 for none."""
    saves, around = list[int](), widened(box([at for at, _ in bases]), max(r for _, r in bases))
    areas = assessment.view.table.board.areas
    near = [a for a in areas if a.cover and boxes_meet(a.box, around)]
    for base in bases if near else ():
        if here := [a.cover for a in near if a.holds(base)]:
            saves.append(min(here))
    half = (len(bases) + 1) // 2
    return sorted(saves)[half - 1] if len(saves) >= half else 0


@dataclass(frozen=True)
class UnitPlacement:
    """A unit with its models at some places, in their order."""

    assessment: ClassicAssessment
    unit: UnitSummary
    places: tuple[Point, ...]

    @cached_property
    def gaps(self) -> Mapping[UnitId, float]:
        """Return the distance in inches to each enemy unit, from base edge to base edge."""
        return {foe.id: apart(self.places, self.unit.base, foe) for foe in self.assessment.foes}

    def walk(self, foe: UnitSummary) -> float:
        """Return the walking distance in inches to an enemy unit."""
        return self.assessment.walk(self.unit, self.places, foe)

    def seen(self, foe: UnitSummary) -> float:
        """Return the share of the unit that an enemy unit sees."""
        if foe.id not in self._shares:
            self._shares[foe.id] = self._seen(foe)
        return self._shares[foe.id]

    @cached_property
    def _shares(self) -> dict[UnitId, float]:
        """The answers of ``seen``, whose lines of sight are asked for only where they count."""
        return {}

    @cached_property
    def cover(self) -> int:
        models = self.unit.models
        bases = [Disc(at, m.base) for at, m in zip(self.places, models, strict=True)]
        return covered(self.assessment, bases)

    def _seen(self, foe: UnitSummary) -> float:
        """Estimate the share by three of the models."""
        many = len(self.places)
        eyes = {0, many // 2, many - 1}
        table, seen = self.assessment.view.table, 0
        for n in eyes:
            base = Disc(self.places[n], self.unit.models[n].base)
            seen += sees(table, base, _nearest(base.at, foe).disc)
        return seen / len(eyes)


def _nearest(at: Point, foe: UnitSummary) -> Model:
    def square(m: Model) -> float:
        dx, dy = m.at.x - at.x, m.at.y - at.y
        return dx * dx + dy * dy

    return min(foe.models, key=square)
