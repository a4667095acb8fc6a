"""A side's knowledge of the table: units, matchups, assignments to objectives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, sqrt

from game.bots.steady.walking_distance import DistanceField, field_to
from game.bots.turns import turns_left
from game.cores.classic.bot import ClassicWeights
from game.cores.classic.bot.objectives import (
    LONG,
    STEP,
    ScoringSite,
    blows,
    expected_points,
    inches_left,
    reach_of,
    scoring_sites,
    volley_at,
)
from game.cores.classic.rules.assault import charge_move
from game.cores.classic.rules.unit_state import is_falling_back, is_locked
from game.geometry.points import Point, distance
from game.play.decisions import Choose
from game.play.game import GameView
from game.table.records import Model, Profile, Side, Unit, UnitId

NEAR_BY = 9.0
"""Inches at which units are compared with one another."""
ENGAGED = 0.8
"""Share of a unit that is likely to fight in a round of combat."""


@dataclass(frozen=True)
class UnitSummary:
    """A unit on the table."""

    unit: Unit
    models: tuple[Model, ...]
    full: int
    """Number of wounds that it has without a loss."""
    kill: float
    """Value of destroying it, in points."""
    useful: float
    """Points that it may still earn."""
    weights: ClassicWeights

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
        return max([m.base for m in self.models])

    @cached_property
    def reach(self) -> float:
        return reach_of(self.models)

    @cached_property
    def charge(self) -> float:
        """Return its charge distance in inches."""
        return max([charge_move(m) for m in self.models])

    @cached_property
    def locked(self) -> bool:
        return is_locked(self.unit)

    @cached_property
    def runs_away(self) -> bool:
        return is_falling_back(self.unit)

    @property
    def value(self) -> float:
        """Return the value of one of its wounds, in points."""
        return (self.kill + self.useful) / self.full

    def near(self, at: Point) -> float:
        """Return the distance in inches from a point to the nearest of its bases."""
        return apart([at], 0.0, self)

    def middle(self) -> Point:
        many = len(self.models)
        x = y = 0.0
        for m in self.models:
            x, y = x + m.at.x, y + m.at.y
        return Point(x / many, y / many)


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
    def stakes(self) -> tuple[ScoringSite, ...]:
        return scoring_sites(self.view, self.side, self.weights)

    @cached_property
    def theirs(self) -> tuple[ScoringSite, ...]:
        """Return the sites that score for the enemy."""
        return scoring_sites(self.view, self.view.table.enemy(self.side), self.weights)

    def denied(self, stake: ScoringSite) -> bool:
        """Return whether enemies contest a site."""
        return any(foe.near(stake.at) <= stake.reach for foe in self.foes)

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
        mine, others = self.stakes, self.theirs
        if side != self.side:
            mine, others = others, mine
        models, units = view.table.of(unit), len(view.table.fielded(side))
        useful = weights.useful * min(1.0, turns / LONG)
        share = weights.boldness if side == self.side else 1.0
        sought = {stake.id for stake in others if stake.turns}
        for stake in mine if models and turns else ():
            if not (stake.each or stake.turns or stake.id in sought):
                continue
            field = field_to(view.table.board, models[0].base, *stake.goals)
            lefts = [inches_left(stake, field, m.at, m.base) for m in models]
            hope = expected_points(weights, stake, lefts, turns)
            useful += share * (hope if stake.each else hope / units)
        if side != self.side and any(stake.each for stake in others):
            useful += weights.in_the_way
        return useful

    def field(
        self, unit: UnitSummary, stake: ScoringSite, *, smooth: bool = False
    ) -> DistanceField:
        """Return the distances of a unit to a site; *smooth*: without any Difficult ground."""
        return field_to(self.view.table.board, unit.base, *stake.goals, smooth=smooth)

    def field_at(self, unit: UnitSummary, at: Point) -> DistanceField:
        """Return the distances of a unit to a point."""
        return field_to(self.view.table.board, unit.base, at)

    def walk(self, unit: UnitSummary, places: Sequence[Point], foe: UnitSummary) -> float:
        """Return the walking distance to an enemy unit, in inches of open ground."""
        field, middle = self.field_toward(unit, foe), foe.middle()
        detour = min([field.left(at) - distance(at, middle) for at in places])
        return apart(places, unit.base, foe) + max(0.0, detour)

    def field_toward(self, unit: UnitSummary, foe: UnitSummary) -> DistanceField:
        """Return the distances of a unit to the middle of an enemy unit."""
        return self.field_at(unit, foe.middle())

    def _bands(self, side: Side) -> tuple[UnitSummary, ...]:
        return tuple(self.summary(u.id) for u in self.view.table.fielded(side))


def combined_unit(a: UnitSummary, b: UnitSummary) -> UnitSummary:
    """Return two units as one, because they charge the same enemy."""
    models, useful = a.models + b.models, a.useful + b.useful
    return UnitSummary(a.unit, models, a.full + b.full, a.kill, useful, a.weights)


def apart(places: Sequence[Point], base: float, foe: UnitSummary) -> float:
    """Return the distance in inches from some places to a unit, from base edge to base edge."""
    best = inf
    for x, y in places:
        for m in foe.models:
            dx, dy = m.at[0] - x, m.at[1] - y
            square = dx * dx + dy * dy
            if square < best:
                best, wide = square, m.base
    return sqrt(best) - base - wide if best < inf else inf


def expected_melee(a: UnitSummary, b: UnitSummary, *, charged: bool) -> tuple[float, float]:
    """Return the expected wounds that two units inflict on each other in a round."""
    wide = min(1.0, (len(b.models) + 2) * 3 / len(a.models)) * ENGAGED
    by_a = sum([blows(m.profile, b.lead, charged=charged) for m in a.models]) * wide
    by_a = min(by_a, b.wounds)
    wide = min(1.0, (len(a.models) + 2) * 3 / len(b.models)) * ENGAGED
    by_b = sum([blows(m.profile, a.lead, charged=False) for m in b.models]) * wide
    by_b = min(by_b, a.wounds)
    if a.lead.i > b.lead.i:
        by_b *= 1.0 - by_a / b.wounds
    elif b.lead.i > a.lead.i:
        by_a *= 1.0 - by_b / a.wounds
    return by_a, by_b


def brawl_value(a: UnitSummary, b: UnitSummary, *, charged: bool) -> float:
    """Return the value in points of a fight to *a*, later rounds included."""
    by_a, by_b = expected_melee(a, b, charged=charged)
    value, rout = by_a * b.value - by_b * a.value, a.weights.rout
    if by_a >= by_b and not b.lead.has("fearless"):
        value += min(1.0, (by_a - by_b) / 3.0) * rout * b.wounds * b.value
    elif by_b > by_a and not a.lead.has("fearless"):
        value -= min(1.0, (by_b - by_a) / 3.0) * rout * a.wounds * a.value
    return value


def match(a: UnitSummary, b: UnitSummary) -> float:
    """Return in points how well a unit is matched against another, a few inches apart."""
    hand_to_hand = brawl_value(a, b, charged=True), brawl_value(b, a, charged=True)
    at_a_distance = volley_value(a, b), volley_value(b, a)
    return max(hand_to_hand[0], at_a_distance[0]) - max(hand_to_hand[1], at_a_distance[1])


def volley_value(a: UnitSummary, b: UnitSummary) -> float:
    """Return the value in points of a turn of fire by *a* at *b* from near by."""
    wounds = sum([volley_at(m.profile, b.lead, NEAR_BY, 0, moved=True) for m in a.models])
    return min(wounds, b.wounds) * b.value


CROWD = 9.0
"""Inches around a site within which enemies make it hard to hold."""


@dataclass(frozen=True)
class UnitAssignment:
    """The site that a unit is sent to."""

    stake: ScoringSite
    field: DistanceField

    def lefts(self, places: Sequence[Point], base: float) -> list[float]:
        """Return the inches that each model still has to walk."""
        return [inches_left(self.stake, self.field, at, base) for at in places]

    def left(self, places: Sequence[Point], base: float) -> float:
        """Return the inches that a unit still has to walk until it holds the place."""
        return min(self.lefts(places, base))


def errands(survey: ClassicAssessment) -> dict[UnitId, UnitAssignment]:
    """Assign every unit to a site, the best pair first; one unit to each site if possible."""
    free = [summary for summary in survey.mine if not summary.runs_away]
    offers = list[tuple[float, UnitSummary, UnitAssignment]]()
    for unit in free:
        for stake in survey.stakes:
            errand = UnitAssignment(stake, survey.field(unit, stake))
            offers.append((_worth(survey, unit, errand), unit, errand))
    sent, taken = dict[UnitId, UnitAssignment](), dict[str, int]()
    second = survey.weights.second
    while len(sent) < len(free) and offers:
        best = max(
            range(len(offers)),
            key=lambda n: offers[n][0] * _crowded(offers[n][2].stake, taken, second),
        )
        _, unit, errand = offers[best]
        sent[unit.id] = errand
        taken[errand.stake.id] = taken.get(errand.stake.id, 0) + 1
        offers = [offer for offer in offers if offer[1].id != unit.id]
    return sent


def main_body(survey: ClassicAssessment, asked: Choose) -> str:
    """Among equally large groups, choose the one nearest to the unit's site."""
    unit = survey.summary(UnitId(asked.about))
    errand = errands(survey).get(unit.id)
    ats = {str(m.id): m.at for m in unit.models}
    if errand is None:
        return asked.options[0].id
    field = errand.field
    return min((o.id for o in asked.options), key=lambda id_: field.left(ats[id_]))


def _crowded(stake: ScoringSite, taken: Mapping[str, int], second: float) -> float:
    """Return the value of a site, as a share, given the units already sent there."""
    return 1.0 if stake.each else float(second ** taken.get(stake.id, 0))


def _worth(survey: ClassicAssessment, unit: UnitSummary, errand: UnitAssignment) -> float:
    """Return the value in points of sending a unit to a site."""
    weights, lefts = survey.weights, errand.lefts([m.at for m in unit.models], unit.base)
    worth = expected_points(weights, errand.stake, lefts, max(2, survey.turns))
    if min(lefts) / STEP > survey.turns + 0.5:
        worth *= weights.out_of_reach
    near = [foe for foe in survey.foes if apart([errand.stake.at], 0.0, foe) <= CROWD]
    mood = sum([max(-1.0, min(1.0, match(unit, foe))) for foe in near])
    return max(0.01, worth + weights.harm_around * mood)
