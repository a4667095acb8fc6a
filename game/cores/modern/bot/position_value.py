"""Assignment of units to markers and enemies, and the value of a place to a unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import TypeAlias

from game.bots.steady.walking_distance import DistanceField
from game.cores.kit.dice_chances import two_reach
from game.cores.kit.queries import ScoringPlace
from game.cores.kit.sight_lines import sees
from game.cores.modern.bot import ModernWeights
from game.cores.modern.bot.assessment import ModernAssessment, ModernUnitSummary, apart, off
from game.geometry.limits import is_within
from game.geometry.points import Disc, Point, distance
from game.play.paths import Moves
from game.table.board import Terrain
from game.table.records import UnitId

CROWD = 8.0
"""Inches around a marker within which enemies contest it."""
SOON = 2.0
"""Turns in which an enemy may come to a marker and contest it."""
LASTS = 2
"""Number of rounds for which a marker's value is foreseen."""
CHARGES = 7.0
"""Inches that a charge covers more often than not."""


@dataclass(frozen=True)
class MarkerAssignment:
    """The marker that a unit is sent to."""

    aim: ScoringPlace
    field: DistanceField


@dataclass(frozen=True)
class PreyAssignment:
    """The enemy that a unit is sent against."""

    scene: ModernAssessment
    summary: ModernUnitSummary
    foe: ModernUnitSummary

    @cached_property
    def field(self) -> DistanceField:
        return self.scene.field(self.summary, self.foe.middle)


Assignment: TypeAlias = MarkerAssignment | PreyAssignment


def assignments(scene: ModernAssessment) -> Mapping[UnitId, Assignment]:
    """Send free units to markers, the best pair first, and the others against enemies.

    A marker's value to a unit is what it exceeds the unit's best attack by.
    """
    free = [t for t in scene.mine if not scene.engaged(t)]
    hunts = {t.id: {foe.id: _hunt(t, foe) for foe in scene.foes} for t in free}
    sent = _to_markers(scene, free, hunts)
    return sent | _to_foes(scene, {id_: of for id_, of in hunts.items() if id_ not in sent})


def _to_markers(
    scene: ModernAssessment,
    free: list[ModernUnitSummary],
    hunts: Mapping[UnitId, Mapping[UnitId, float]],
) -> dict[UnitId, Assignment]:
    taken, share = dict[str, int](), dict[str, float]()
    offers = list[tuple[float, float, ModernUnitSummary, MarkerAssignment]]()
    for aim in scene.aims:
        held = [t for t in scene.mine if t not in free and apart([aim.at], 0.0, t) <= aim.reach]
        taken[aim.id], share[aim.id] = len(held), _share(scene, aim.at)
        for summary in free:
            post = MarkerAssignment(aim, scene.field(summary, aim.at))
            hunt = max(hunts[summary.id].values(), default=0.0)
            offers.append((_worth(scene, summary, post, share[aim.id]), hunt, summary, post))

    def net(offer: tuple[float, float, ModernUnitSummary, MarkerAssignment]) -> float:
        worth, hunt, _, post = offer
        return worth * share[post.aim.id] ** taken[post.aim.id] - hunt

    sent = dict[UnitId, Assignment]()
    while offers and net(best := max(offers, key=net)) > 0.0:
        _, _, summary, post = best
        sent[summary.id] = post
        taken[post.aim.id] += 1
        offers = [offer for offer in offers if offer[2].id != summary.id]
    return sent


def _share(scene: ModernAssessment, at: Point) -> float:
    """Return the share of a marker's value that remains for each further unit."""
    near = [apart([at], 0.0, foe) <= CROWD + SOON * foe.distance for foe in scene.foes]
    share: float = scene.weights.again if any(near) else scene.weights.alone
    return share


def _worth(
    scene: ModernAssessment, summary: ModernUnitSummary, post: MarkerAssignment, share: float
) -> float:
    """Return the value in points of sending a unit to a marker; *share* is that of `_share`."""
    left = min([post.field.left(m.at) for m in summary.models]) - post.aim.reach
    turns = max(0.0, left / summary.distance)
    if turns > scene.rounds:
        return 0.01
    rounds = min(LASTS, scene.rounds - turns)
    near = [foe for foe in scene.foes if apart([post.aim.at], 0.0, foe) <= CROWD]
    danger = sum([max(0.0, foe.brawl(summary)) for foe in near])
    stays = 1.0 if share == scene.weights.alone else min(1.0, len(summary.models) / 5)
    worth = (
        post.aim.value
        * rounds
        * float(scene.weights.turn_discount**turns)
        * (0.5 + 0.5 * stays)
    )
    return max(0.01, worth - scene.weights.contest * danger)


def _hunt(summary: ModernUnitSummary, foe: ModernUnitSummary) -> float:
    """Return the value in points of sending a unit against an enemy."""
    if (gain := summary.attack(foe)) <= 0.0:
        return 0.0
    inches = CHARGES if summary.fights else summary.reach
    turns = max(0.0, distance(summary.middle, foe.middle) - inches) / summary.distance
    return summary.weights.hunt * gain * float(summary.weights.turn_discount**turns)


def _to_foes(
    scene: ModernAssessment, hunts: Mapping[UnitId, Mapping[UnitId, float]]
) -> dict[UnitId, Assignment]:
    offers = [
        (worth, id_, foe)
        for id_, chances in hunts.items()
        for foe, worth in chances.items()
        if worth > 0.0
    ]
    sent, taken = dict[UnitId, Assignment](), dict[UnitId, int]()
    while offers:
        _, id_, foe = max(
            offers, key=lambda o: o[0] * scene.weights.shared ** taken.get(o[2], 0)
        )
        sent[id_] = PreyAssignment(scene, scene.summary(id_), scene.summary(foe))
        taken[foe] = taken.get(foe, 0) + 1
        offers = [offer for offer in offers if offer[1] != id_]
    return sent


CHARGE = 12.0
SEEN = 3
"""Number of models of a target that are checked for visibility."""


@dataclass(frozen=True)
class ModernPlaceEvaluator:
    """Evaluates places for one unit that is about to move."""

    scene: ModernAssessment
    summary: ModernUnitSummary
    goal: Assignment | None
    _: KW_ONLY
    shoots: bool = True
    """True if it may fire after this move."""
    charges: bool = True

    @property
    def weights(self) -> ModernWeights:
        return self.scene.weights

    def score(self, moves: Moves) -> float:
        """Return the value in points of the position after some moves."""
        ends = dict(moves)
        places = [ends[m.id][-1] if m.id in ends else m.at for m in self.summary.models]
        moved = bool(moves)
        worth = self._marker(places) + self._closing(places)
        worth += self._attacks(places, moved=moved)
        worth -= self.scene.hazards.loss(self.summary.models, places, self.summary.value)
        weights = self.weights
        fear = weights.fighters_danger if self.summary.fights else weights.danger
        return worth - fear * self._danger(places)

    def _marker(self, places: Sequence[Point]) -> float:
        if not isinstance(self.goal, MarkerAssignment):
            return 0.0
        aim, field = self.goal.aim, self.goal.field
        there = [distance(at, aim.at) - self.summary.base <= aim.reach for at in places]
        left = min([field.left(at) for at in places])
        worth = -self.weights.on_the_way * aim.value * max(0.0, left - aim.reach)
        if any(there):
            others, holds = self._counted(aim.at, aim.reach), self.weights.holds
            mine = sum(there) + others[0]
            worth += aim.value * (holds if mine > others[1] else holds / 3)
            worth += 0.02 * min(sum(there), 6)
        return worth

    def _counted(self, at: Point, reach: float) -> tuple[int, int]:
        """Return the number of other own models, and of enemy models, near a marker."""
        mine = [t for t in self.scene.mine if t.id != self.summary.id]
        first, second = (
            sum(
                is_within(distance(m.at, at) - m.base, reach)
                for summary in troops
                for m in summary.models
            )
            for troops in (mine, self.scene.foes)
        )
        return first, second

    def _closing(self, places: Sequence[Point]) -> float:
        """Return the value of coming nearer to the enemy that the unit is sent against."""
        if not isinstance(self.goal, PreyAssignment):
            return 0.0
        foe, field, summary = self.goal.foe, self.goal.field, self.summary
        near = foe.base + summary.base + (0.0 if summary.fights else summary.reach)
        left = max(0.0, min([field.left(at) for at in places]) - near)
        late = self.weights.haste_discount ** (left / summary.distance)
        return self.weights.haste * summary.attack(foe) * float(late)

    def _attacks(self, places: Sequence[Point], *, moved: bool) -> float:
        fire = charge = 0.0
        for foe in self.scene.foes:
            base = self.summary.base
            offs = [off(at, base, foe) for at in places]
            if (
                self.shoots
                and is_within(min(offs), self.summary.reach)
                and self._sees(places, foe)
            ):
                fire = max(fire, self.summary.fire_at(foe, offs, moved=moved) * foe.value)
            if self.charges and is_within(min(offs), CHARGE):
                need = max(2, -int(-(min(offs) - 1.0) // 1))
                charge = max(charge, two_reach(need) * self.summary.gain(foe))
        return fire + self.weights.prospect * charge

    def _sees(self, places: Sequence[Point], foe: ModernUnitSummary) -> bool:
        table, base = self.scene.view.table, self.summary.base
        eye = Disc(min(places, key=lambda at: distance(at, foe.middle)), base)
        return any(sees(table, eye, m.disc) for m in foe.models[:SEEN])

    def _danger(self, places: Sequence[Point]) -> float:
        """Return the expected loss of the unit in the enemy's next turn, in points."""
        worst, aimed_at, charged = 0.0, self.weights.aimed_at, self.weights.charged
        shelter = self.weights.in_cover if self._covered(places) else 1.0
        for foe in self.scene.foes:
            near = apart(places, self.summary.base, foe)
            offs = [max(0.0, near - foe.distance)] * len(foe.models)
            shot = foe.fire_at(self.summary, offs, moved=True) if offs[0] <= foe.reach else 0.0
            need = max(2, round(near - foe.distance - 1.0))
            struck = two_reach(need) * foe.blows_at(self.summary) if need <= CHARGE else 0.0
            worst += max(shot * shelter * aimed_at, struck * charged)
        return min(worst, float(self.summary.wounds)) * self.summary.value

    def _covered(self, places: Sequence[Point]) -> bool:
        return any(
            all(piece.holds(Disc(at, self.summary.base)) for at in places)
            for piece in self._shelters
        )

    @cached_property
    def _shelters(self) -> tuple[Terrain, ...]:
        return tuple(t for t in self.scene.view.table.areas if t.area and t.bonus)
