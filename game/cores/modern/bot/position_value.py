"""Value of a place to a unit in the modern core.

It depends on the marker or the enemy to which the unit is assigned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property

from game.bots.steady import motives
from game.bots.steady.motives import Merit, main_motive
from game.cores.kit.dice_chances import two_reach
from game.cores.kit.sight_lines import sees
from game.cores.modern.bot.assessment import ModernAssessment, ModernUnitSummary, apart, off
from game.cores.modern.bot.marker_assignments import (
    Assignment,
    MarkerAssignment,
    TargetAssignment,
)
from game.cores.modern.bot.weights import ModernWeights
from game.cores.modern.rules.charge import REACH
from game.geometry.limits import is_within
from game.geometry.points import Disc, Point, distance
from game.play.moves.paths import Moves
from game.table.board import Terrain

SEEN = 3
"""Number of models of a target that are checked for visibility."""


@dataclass(frozen=True)
class ModernPlaceEvaluator:
    """Evaluates places for one unit that is about to move."""

    assessment: ModernAssessment
    summary: ModernUnitSummary
    goal: Assignment | None
    _: KW_ONLY
    shoots: bool = True
    """True if it may fire after this move."""
    charges: bool = True

    @property
    def weights(self) -> ModernWeights:
        return self.assessment.weights

    def motive(self, moves: Moves) -> str:
        """Return for what the unit makes some moves, by what they add to its value."""
        return main_motive(self._merits(()), self._merits(moves))

    def _merits(self, moves: Moves) -> list[Merit]:
        """Return the parts of the value after some moves."""
        places, table, summary = self._places(moves), self.assessment.view.table, self.summary
        fire, charge = self._attack_values(places, moved=bool(moves))
        place = self.goal.place.id if isinstance(self.goal, MarkerAssignment) else ""
        harm = self.assessment.hazards.loss(summary.models, places, summary.value)
        fear = self.weights.fighters_danger if summary.fights else self.weights.danger
        return [
            Merit(self._marker(places), motives.for_place(table, place)),
            Merit(self._closing(places), motives.LATER),
            Merit(fire, motives.SHOT),
            Merit(self.weights.prospect * charge, motives.CHARGE),
            Merit(-harm, motives.SAFER_GROUND),
            Merit(-fear * self._danger(places), motives.SAFETY),
        ]

    def _places(self, moves: Moves) -> list[Point]:
        ends = dict(moves)
        return [ends[m.id][-1] if m.id in ends else m.at for m in self.summary.models]

    def score(self, moves: Moves) -> float:
        """Return the value in points of the position after some moves."""
        places = self._places(moves)
        moved = bool(moves)
        worth = self._marker(places) + self._closing(places)
        worth += self._attacks(places, moved=moved)
        worth -= self.assessment.hazards.loss(self.summary.models, places, self.summary.value)
        weights = self.weights
        fear = weights.fighters_danger if self.summary.fights else weights.danger
        return worth - fear * self._danger(places)

    def _marker(self, places: Sequence[Point]) -> float:
        if not isinstance(self.goal, MarkerAssignment):
            return 0.0
        place, field = self.goal.place, self.goal.field
        base, reach = self.summary.base, place.reach
        there = [is_within(distance(at, place.at) - base, reach) for at in places]
        left = min([field.left(at) for at in places])
        worth = -self.weights.on_the_way * place.value * max(0.0, left - place.reach)
        if any(there):
            others, holds = self._counted(place.at, place.reach), self.weights.holds
            mine = sum(there) + others[0]
            worth += place.value * (holds if mine > others[1] else holds / 3)
            worth += 0.02 * min(sum(there), 6)
        return worth

    def _counted(self, at: Point, reach: float) -> tuple[int, int]:
        """Return the number of other own models, and of enemy models, near a marker."""
        mine = [t for t in self.assessment.mine if t.id != self.summary.id]
        first, second = (
            sum(
                is_within(distance(m.at, at) - m.base, reach)
                for summary in troops
                for m in summary.models
            )
            for troops in (mine, self.assessment.foes)
        )
        return first, second

    def _closing(self, places: Sequence[Point]) -> float:
        """Return the value of coming nearer to the enemy that the unit is sent against."""
        if not isinstance(self.goal, TargetAssignment):
            return 0.0
        foe, field, summary = self.goal.foe, self.goal.field, self.summary
        near = foe.base + summary.base + (0.0 if summary.fights else summary.reach)
        left = max(0.0, min([field.left(at) for at in places]) - near)
        late = self.weights.haste_discount ** (left / summary.distance)
        return self.weights.haste * summary.attack(foe) * float(late)

    def _attacks(self, places: Sequence[Point], *, moved: bool) -> float:
        fire, charge = self._attack_values(places, moved=moved)
        return fire + self.weights.prospect * charge

    def _attack_values(self, places: Sequence[Point], *, moved: bool) -> tuple[float, float]:
        """Return the values of the best fire, and of the best charge."""
        fire = charge = 0.0
        for foe in self.assessment.foes:
            base = self.summary.base
            offs = [off(at, base, foe) for at in places]
            if (
                self.shoots
                and is_within(min(offs), self.summary.reach)
                and self._sees(places, foe)
            ):
                fire = max(fire, self.summary.fire_at(foe, offs, moved=moved) * foe.value)
            if self.charges and is_within(min(offs), REACH):
                need = max(2, -int(-(min(offs) - 1.0) // 1))
                charge = max(charge, two_reach(need) * self.summary.gain(foe))
        return fire, charge

    def _sees(self, places: Sequence[Point], foe: ModernUnitSummary) -> bool:
        table, base = self.assessment.view.table, self.summary.base
        eye = Disc(min(places, key=lambda at: distance(at, foe.middle)), base)
        return any(sees(table, eye, m.disc) for m in foe.models[:SEEN])

    def _danger(self, places: Sequence[Point]) -> float:
        """Return the expected loss of the unit in the enemy's next turn, in points."""
        worst, aimed_at, charged = 0.0, self.weights.aimed_at, self.weights.charged
        shelter = self.weights.in_cover if self._covered(places) else 1.0
        for foe in self.assessment.foes:
            near = apart(places, self.summary.base, foe)
            offs = [max(0.0, near - foe.distance)] * len(foe.models)
            shot = foe.fire_at(self.summary, offs, moved=True) if offs[0] <= foe.reach else 0.0
            need = max(2, round(near - foe.distance - 1.0))
            struck = two_reach(need) * foe.blows_at(self.summary) if need <= REACH else 0.0
            worst += max(shot * shelter * aimed_at, struck * charged)
        return min(worst, float(self.summary.wounds)) * self.summary.value

    def _covered(self, places: Sequence[Point]) -> bool:
        return any(
            all(piece.holds(Disc(at, self.summary.base)) for at in places)
            for piece in self._shelters
        )

    @cached_property
    def _shelters(self) -> tuple[Terrain, ...]:
        return tuple(t for t in self.assessment.view.table.areas if t.area and t.bonus)
