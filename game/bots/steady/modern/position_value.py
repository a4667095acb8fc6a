"""Value of a place to a unit, including hazards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property

from game.bots.policy import Thoughts
from game.bots.steady.modern.assessment import (
    MarkerAssignment,
    ModernAssessment,
    ModernUnitSummary,
    apart,
    off,
    posts,
)
from game.bots.steady.walking_distance import DistanceField
from game.geometry.points import Disc, Path, Point, distance, length, point_along
from game.play.decisions import Choose
from game.play.paths import Moves
from game.rules.kit.movement import ENTERS, KEEPS_OUT
from game.rules.kit.probability import two_reach
from game.rules.kit.targeting import sees
from game.rules.modern.charge_odds import charge_requirement
from game.table.board import Terrain
from game.table.records import ModelId, UnitId

WADES = 4.0
"""Inches that the higher of two dice almost always allows (``CC-20``)."""
STEP = 0.5
LIKELY = 7
"""Highest total that two dice reach more often than not."""


def enters(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """``CC-20``  Enter Difficult ground if the path leads into it within ``WADES`` inches.

    When charging, enter it if the way around needs more than ``LIKELY``.
    """
    yield
    summary = scene.summary(UnitId(asked.about))
    if scene.view.table.clock.phase == "charge":
        foe = min(scene.foes, key=lambda foe: _off(summary, foe))
        return (
            KEEPS_OUT
            if charge_requirement(scene.view, summary.id, [foe.id]).clear <= LIKELY
            else ENTERS
        )
    field = _bound_for(scene, summary)
    if field is None:
        return KEEPS_OUT
    lead = min(summary.models, key=lambda m: field.left(m.at))
    path = field.route(lead.at, summary.distance)
    dry = _dry_part(scene, asked, path, lead.base)
    return ENTERS if dry < min(WADES, length(path) - STEP) else KEEPS_OUT


def _off(summary: ModernUnitSummary, foe: ModernUnitSummary) -> float:
    return apart([m.at for m in summary.models], summary.base, foe)


def _bound_for(scene: ModernAssessment, summary: ModernUnitSummary) -> DistanceField | None:
    """Return the distances to the unit's marker, or to the nearest enemy.

    None if it has no marker and mostly shoots, or if there are no enemies.
    """
    if post := posts(scene).get(summary.id):
        return post.field
    if summary.strikes < summary.shoots or not scene.foes:
        return None
    return scene.field(summary, min(scene.foes, key=lambda foe: _off(summary, foe)).middle)


def _dry_part(scene: ModernAssessment, asked: Choose, path: Path, base: float) -> float:
    """Return the inches of a path before the first of the areas that are asked about."""
    areas = [t for t in scene.view.table.difficult if t.id in asked.places]
    whole, walked = length(path), 0.0
    while walked < whole:
        at = Disc(point_along(path, walked), base)
        if any(area.holds(at) for area in areas):
            return walked
        walked += STEP
    return whole


def main_body(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """Among equally large groups, choose the one nearest to the unit's marker."""
    yield
    summary, models = scene.summary(UnitId(asked.about)), scene.view.table.models
    post = posts(scene).get(summary.id)
    goal = post.aim.at if post else summary.middle
    return min(
        (o.id for o in asked.options), key=lambda id_: distance(models[ModelId(id_)].at, goal)
    )


CHARGE = 12.0
HOLDS = 0.9
"""Share of a marker's value that counts for a unit standing at it."""
ON_THE_WAY = 0.12
"""Value of each inch nearer to the marker, as a share of the marker's value."""
TOWARD = 0.03
"""Value of each inch nearer to an enemy that the unit should fight."""
FEAR = 0.45
"""Weight of the harm that the enemy may do."""
COVERED = 0.75
"""Share of the enemy's fire that remains in cover."""
LATER = 0.6
"""Weight of a charge that is still to be rolled for."""
SEEN = 3
"""Number of models of a target that are checked for visibility."""


@dataclass(frozen=True)
class ModernPlaceEvaluator:
    """Evaluates places for one unit that is about to move."""

    scene: ModernAssessment
    summary: ModernUnitSummary
    post: MarkerAssignment | None
    _: KW_ONLY
    shoots: bool = True
    """True if it may fire after this move."""
    charges: bool = True

    def score(self, moves: Moves) -> float:
        """Return the value in points of the position after some moves."""
        ends = dict(moves)
        places = [ends[m.id][-1] if m.id in ends else m.at for m in self.summary.models]
        moved = bool(moves)
        worth = self._marker(places) + self._closing(places)
        worth += self._attacks(places, moved=moved)
        worth -= self.scene.hazards.loss(self.summary.models, places, self.summary.value)
        return worth - FEAR * self._danger(places)

    def _marker(self, places: Sequence[Point]) -> float:
        if self.post is None:
            return 0.0
        aim, field = self.post.aim, self.post.field
        there = [distance(at, aim.at) - self.summary.base <= aim.reach for at in places]
        left = min([field.left(at) for at in places])
        worth = -ON_THE_WAY * aim.value * max(0.0, left - aim.reach)
        if any(there):
            others = self._counted(aim.at, aim.reach)
            mine = sum(there) + others[0]
            worth += aim.value * (HOLDS if mine > others[1] else HOLDS / 3)
            worth += 0.02 * min(sum(there), 6)
        return worth

    def _counted(self, at: Point, reach: float) -> tuple[int, int]:
        """Return the number of other own models, and of enemy models, near a marker."""
        mine = [t for t in self.scene.mine if t.id != self.summary.id]
        first, second = (
            sum(
                distance(m.at, at) - m.base <= reach
                for summary in troops
                for m in summary.models
            )
            for troops in (mine, self.scene.foes)
        )
        return first, second

    def _closing(self, places: Sequence[Point]) -> float:
        """Return the value of coming nearer to the enemies that the unit should fight."""
        if not self.prey or self.summary.shoots > self.summary.strikes:
            return 0.0
        near = min([apart(places, self.summary.base, foe) for foe in self.prey])
        return -TOWARD * near * min(3.0, self.summary.strikes)

    @cached_property
    def prey(self) -> tuple[ModernUnitSummary, ...]:
        """Return the enemies that the unit should charge."""
        return tuple(foe for foe in self.scene.foes if self.summary.brawl(foe) > 0.0)

    def _attacks(self, places: Sequence[Point], *, moved: bool) -> float:
        fire = charge = 0.0
        for foe in self.scene.foes:
            base = self.summary.base
            offs = [off(at, base, foe) for at in places]
            if self.shoots and min(offs) <= self.summary.reach and self._sees(places, foe):
                fire = max(fire, self.summary.fire_at(foe, offs, moved=moved) * foe.value)
            if self.charges and min(offs) <= CHARGE:
                need = max(2, -int(-(min(offs) - 1.0) // 1))
                charge = max(charge, two_reach(need) * self.summary.brawl(foe))
        return fire + LATER * charge

    def _sees(self, places: Sequence[Point], foe: ModernUnitSummary) -> bool:
        table, base = self.scene.view.table, self.summary.base
        eye = Disc(min(places, key=lambda at: distance(at, foe.middle)), base)
        return any(sees(table, eye, m.disc) for m in foe.models[:SEEN])

    def _danger(self, places: Sequence[Point]) -> float:
        """Return the expected loss of the unit in the enemy's next turn, in points."""
        worst = 0.0
        shelter = COVERED if self._covered(places) else 1.0
        for foe in self.scene.foes:
            near = apart(places, self.summary.base, foe)
            offs = [max(0.0, near - foe.distance)] * len(foe.models)
            shot = foe.fire_at(self.summary, offs, moved=True) if offs[0] <= foe.reach else 0.0
            need = max(2, round(near - foe.distance - 1.0))
            struck = two_reach(need) * foe.blows_at(self.summary) if need <= CHARGE else 0.0
            worst += max(shot * shelter * 0.5, struck * 0.7)
        return min(worst, float(self.summary.wounds)) * self.summary.value

    def _covered(self, places: Sequence[Point]) -> bool:
        return any(
            all(piece.holds(Disc(at, self.summary.base)) for at in places)
            for piece in self._shelters
        )

    @cached_property
    def _shelters(self) -> tuple[Terrain, ...]:
        return tuple(t for t in self.scene.view.table.areas if t.area and t.bonus)
