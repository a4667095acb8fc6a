"""Everything that a side weighs when it is asked something in a battle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, sqrt

from game.bots.steady.flood_risk import comes_next
from game.bots.steady.modern.assessment import Troop
from game.bots.steady.walking_distance import Field, field_to
from game.geometry.points import Point
from game.play.game import GameView
from game.rules.kit.distances import enemy_within
from game.rules.kit.queries import AIMS, ScoringPlace
from game.table.records import Side, UnitId

ROUNDS = 6
"""So many rounds a battle is likely to last (``MP-27``)."""
NEAR = 1.0


@dataclass(frozen=True)
class Scene:
    look: GameView
    side: Side

    @cached_property
    def mine(self) -> tuple[Troop, ...]:
        return self._troops(self.side)

    @cached_property
    def foes(self) -> tuple[Troop, ...]:
        return self._troops(self.look.table.enemy(self.side))

    @cached_property
    def aims(self) -> tuple[ScoringPlace, ...]:
        """Return the places that the mission pays this side for."""
        return tuple(AIMS.of(self.look, self.side))

    @cached_property
    def rounds(self) -> int:
        """Return how many rounds are likely to come, the present one among them."""
        return max(1, ROUNDS - self.look.table.clock.round + 1)

    @cached_property
    def flood(self) -> float:
        """Return how likely the flood comes before a unit of this side moves again."""
        return comes_next(self.look)

    @cached_property
    def _known(self) -> dict[UnitId, Troop]:
        return {}

    def troop(self, who: UnitId) -> Troop:
        """Return a unit as it stands; one in reserve with all its models."""
        if who not in self._known:
            table = self.look.table
            unit = table.units[who]
            models = tuple(table.of(who)) or tuple(table.models[m] for m in unit.models)
            full = sum([table.models[m].profile.w for m in unit.models])
            self._known[who] = Troop(unit, models, full)
        return self._known[who]

    def engaged(self, troop: Troop) -> bool:
        return enemy_within(self.look.table, troop.id, NEAR)

    def field(self, troop: Troop, at: Point) -> Field:
        """Return the way of a unit to a point."""
        return field_to(self.look.table.board, troop.base, at)

    def _troops(self, side: Side) -> tuple[Troop, ...]:
        return tuple(self.troop(u.id) for u in self.look.table.fielded(side))


def off(at: Point, base: float, foe: Troop) -> float:
    """Return how far a base is from the nearest of a unit, from edge to edge, in inches."""
    best = inf
    for m in foe.models:
        dx, dy = m.at[0] - at[0], m.at[1] - at[1]
        apart = sqrt(dx * dx + dy * dy) - m.base
        best = min(best, apart)
    return max(0.0, best - base)


def apart(places: Sequence[Point], base: float, foe: Troop) -> float:
    """Return how far some places are from a unit, from edge to edge, in inches."""
    return min([off(at, base, foe) for at in places], default=inf)
