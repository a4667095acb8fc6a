"""A side's knowledge of the table in the classic core."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from game.bots.steady.walking_distance import DistanceField, field_to
from game.bots.turns import turns_left
from game.cores.classic.bot.objectives import (
    LONG,
    ScoringSite,
    expected_points,
    inches_left,
    scoring_sites,
)
from game.cores.classic.bot.unit_summary import UnitSummary, apart
from game.cores.classic.bot.weights import ClassicWeights
from game.geometry.points import Point, distance
from game.play.game import GameView
from game.table.records import Side, UnitId


@dataclass(frozen=True)
class ClassicAssessment:
    """Everything that a side considers when it has to answer."""

    view: GameView
    side: Side
    weights: ClassicWeights

    @cached_property
    def mine(self) -> tuple[UnitSummary, ...]:
        return self._bands(self.side)

    @cached_property
    def foes(self) -> tuple[UnitSummary, ...]:
        return self._bands(self.view.table.enemy(self.side))

    @cached_property
    def sites(self) -> tuple[ScoringSite, ...]:
        return scoring_sites(self.view, self.side, self.weights)

    @cached_property
    def theirs(self) -> tuple[ScoringSite, ...]:
        """Return the sites that score for the enemy."""
        return scoring_sites(self.view, self.view.table.enemy(self.side), self.weights)

    def denied(self, site: ScoringSite) -> bool:
        """Return whether enemies contest a site."""
        return any(foe.near(site.at) <= site.reach for foe in self.foes)

    @cached_property
    def turns(self) -> int:
        """Return the number of turns that the side has, the current one included."""
        return turns_left(self.view, self.side)

    @cached_property
    def turns_against(self) -> int:
        """Return the number of turns that the enemy still has, without its current one."""
        view, enemy = self.view, self.view.table.enemy(self.side)
        return turns_left(view, enemy) - (view.table.clock.side == enemy)

    def summary(self, unit: UnitId) -> UnitSummary:
        """Return a unit as it is now; one in reserve with all its models."""
        if unit not in self._known:
            self._known[unit] = self._band(unit)
        return self._known[unit]

    def _band(self, unit: UnitId) -> UnitSummary:
        table = self.view.table
        record = table.units[unit]
        models = tuple(table.of(unit)) or tuple(table.models[m] for m in record.models)
        full = sum([table.models[m].profile.w for m in record.models])
        share = self.weights.own if record.side == self.side else 1.0
        kill, useful = share * self.weights.unit, share * self._useful(unit)
        return UnitSummary(record, models, full, kill, useful, self.weights)

    @cached_property
    def _known(self) -> dict[UnitId, UnitSummary]:
        return {}

    def _useful(self, unit: UnitId) -> float:
        """Return the points that a unit may still earn, by itself and at sites."""
        view, side, weights = self.view, self.view.table.units[unit].side, self.weights
        turns = turns_left(view, side)
        mine, others = self.sites, self.theirs
        if side != self.side:
            mine, others = others, mine
        models, units = view.table.of(unit), len(view.table.fielded(side))
        useful = weights.useful * min(1.0, turns / LONG)
        share = weights.boldness if side == self.side else 1.0
        sought = {site.id for site in others if site.turns}
        for site in mine if models and turns else ():
            if not (site.each or site.turns or site.id in sought):
                continue
            field = field_to(view.table.board, models[0].base, *site.goals)
            lefts = [inches_left(site, field, m.at, m.base) for m in models]
            hope = expected_points(weights, site, lefts, turns)
            useful += share * (hope if site.each else hope / units)
        if side != self.side and any(site.each for site in others):
            useful += weights.in_the_way
        return useful

    def field(
        self, unit: UnitSummary, site: ScoringSite, *, smooth: bool = False
    ) -> DistanceField:
        """Return the distances of a unit to a site; *smooth*: without any Difficult ground."""
        return field_to(self.view.table.board, unit.base, *site.goals, smooth=smooth)

    def field_at(self, unit: UnitSummary, at: Point) -> DistanceField:
        """Return the distances of a unit to a point."""
        return field_to(self.view.table.board, unit.base, at)

    def walk(self, unit: UnitSummary, places: Sequence[Point], foe: UnitSummary) -> float:
        """Return the walking distance to an enemy unit, in inches of open ground."""
        field, middle = self.field_toward(unit, foe), foe.middle
        detour = min([field.left(at) - distance(at, middle) for at in places])
        return apart(places, unit.base, foe) + max(0.0, detour)

    def field_toward(self, unit: UnitSummary, foe: UnitSummary) -> DistanceField:
        """Return the distances of a unit to the middle of an enemy unit."""
        return self.field_at(unit, foe.middle)

    def _bands(self, side: Side) -> tuple[UnitSummary, ...]:
        return tuple(self.summary(u.id) for u in self.view.table.fielded(side))
