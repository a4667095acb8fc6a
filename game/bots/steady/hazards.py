"""Registry of the dangers of the ground that may strike before a unit moves again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from game.bots.steady.walking_distance import DistanceField
from game.geometry.points import Point
from game.play.game import GameView
from game.systems import Parts
from game.table.records import Model

HAZARDS: Mapping[str, Hazard] = Parts("bot.hazard")
"""By the stored state of the part that brings them."""


class Hazard(Protocol):
    """A danger of the ground that a part of the rules adds to a battle."""

    def chance(self, view: GameView) -> float:
        """Return the chance that it comes before the side in turn moves again."""

    def loss(self, view: GameView, model: Model, at: Point) -> float:
        """Return the share of its value that a model at a place is expected to lose by it."""

    def refuge(self, view: GameView, radius: float) -> DistanceField | None:
        """Return the distances of a base to the nearest safe ground; None if there is none."""


@dataclass(frozen=True, slots=True)
class HazardForecast:
    """The hazards that may come before the side in turn moves again, each with its chance."""

    view: GameView
    coming: tuple[tuple[float, Hazard], ...]

    @classmethod
    def of(cls, view: GameView) -> HazardForecast:
        found = [HAZARDS[page] for page in view.rules.pages if page in HAZARDS]
        chances = [(hazard.chance(view), hazard) for hazard in found]
        return cls(view, tuple(one for one in chances if one[0]))

    def loss(self, models: Sequence[Model], places: Sequence[Point], value: float) -> float:
        """Return the expected loss of models at some places; *value* is that of a wound."""
        return sum(
            chance
            * sum(
                hazard.loss(self.view, m, at) * m.wounds
                for m, at in zip(models, places, strict=True)
            )
            * value
            for chance, hazard in self.coming
        )

    def refuges(self, base: float) -> Iterator[DistanceField]:
        """Yield the distances to the ground that is safe from each hazard."""
        for _, hazard in self.coming:
            if field := hazard.refuge(self.view, base):
                yield field
