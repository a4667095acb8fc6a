"""Value of a place to a unit: objective, attacks, cover, danger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from game.bots.steady.hazards import HazardForecast
from game.bots.steady.unit_paths import UnitWalk
from game.cores.classic.bot import ClassicWeights
from game.cores.classic.bot.assessment import (
    ClassicAssessment,
    UnitAssignment,
    UnitSummary,
    apart,
    brawl_value,
    errands,
)
from game.cores.classic.bot.objectives import (
    STEP,
    ScoringSite,
    expected_points,
    half_inches,
    steady,
    volley_at,
)
from game.cores.classic.rules.movement import CLAUSES, COHERENCY
from game.cores.classic.rules.odds import passes
from game.cores.kit.difficult_ground import reach_of
from game.cores.kit.sight_lines import sees
from game.geometry.points import Disc, Point
from game.play.decisions import CommonKind
from game.play.march import March
from game.play.paths import Moves
from game.table.records import Model, UnitId


def covered(survey: ClassicAssessment, bases: Sequence[Disc]) -> int:
    """``CC-15``  Return the cover that at least half of some models stand in; 0 for none."""
    saves = list[int]()
    for base in bases:
        here = [a.cover for a in survey.view.table.board.areas if a.cover and a.holds(base)]
        if here:
            saves.append(min(here))
    half = (len(bases) + 1) // 2
    return sorted(saves)[half - 1] if len(saves) >= half else 0


@dataclass(frozen=True)
class UnitPlacement:
    """A unit with its models at some places, in their order."""

    survey: ClassicAssessment
    unit: UnitSummary
    places: tuple[Point, ...]

    @cached_property
    def gaps(self) -> Mapping[UnitId, float]:
        """Return the distance in inches to each enemy unit, from base edge to base edge."""
        return {foe.id: apart(self.places, self.unit.base, foe) for foe in self.survey.foes}

    def walk(self, foe: UnitSummary) -> float:
        """Return the walking distance in inches to an enemy unit."""
        return self.survey.walk(self.unit, self.places, foe)

    @cached_property
    def seen(self) -> Mapping[UnitId, float]:
        """Return for each enemy unit the share of the unit that it sees."""
        return {foe.id: self._seen(foe) for foe in self.survey.foes}

    @cached_property
    def cover(self) -> int:
        models = self.unit.models
        bases = [Disc(at, m.base) for at, m in zip(self.places, models, strict=True)]
        return covered(self.survey, bases)

    def _seen(self, foe: UnitSummary) -> float:
        """Estimate the share by three of the models."""
        many = len(self.places)
        eyes = {0, many // 2, many - 1}
        table, seen = self.survey.view.table, 0
        for n in eyes:
            base = Disc(self.places[n], self.unit.models[n].base)
            seen += sees(table, base, _nearest(base.at, foe).disc)
        return seen / len(eyes)


def _nearest(at: Point, foe: UnitSummary) -> Model:
    def square(m: Model) -> float:
        dx, dy = m.at.x - at.x, m.at.y - at.y
        return dx * dx + dy * dy

    return min(foe.models, key=square)


FLEET = 3.5
"""Average inches that a run adds."""


def expected_loss(at: UnitPlacement) -> float:
    """Return the expected loss in points in the enemy's next turn; 0 if it has none."""
    if at.survey.turns_against <= 0:
        return 0.0
    foes = [foe for foe in at.survey.foes if not foe.locked and not foe.runs_away]
    return sum([_fire(at, foe) + _charge(at, foe) for foe in foes])


def _fire(at: UnitPlacement, foe: UnitSummary) -> float:
    gap, seen, unit, weights = at.gaps[foe.id], at.seen[foe.id], at.unit, at.survey.weights
    if not foe.reach or gap > foe.reach + STEP:
        return 0.0
    wounds, near, inches = 0.0, half_inches(gap - STEP), half_inches(gap)
    for m in foe.models:
        stays = volley_at(m.profile, unit.lead, inches, at.cover, moved=False)
        goes = volley_at(m.profile, unit.lead, near, at.cover, moved=True)
        wounds += max(stays * seen, goes * max(seen, weights.unseen))
    wounds = min(wounds, unit.wounds)
    return weights.aimed_at * (wounds * unit.value + weights.broken * _breaks(at, wounds))


def _breaks(at: UnitPlacement, wounds: float) -> float:
    """``CC-32``  Return the approximate chance that these wounds make a unit fall back."""
    unit = at.unit
    if not at.survey.view.rules.options.get("morale", True) or unit.lead.has("fearless"):
        return 0.0
    quarter = (len(unit.models) + 3) // 4 * unit.lead.w
    much = wounds * wounds / (wounds * wounds + quarter * quarter)
    return much * (1.0 - passes(max([m.profile.ld for m in unit.models])))


def _charge(at: UnitPlacement, foe: UnitSummary) -> float:
    reach = STEP + foe.charge + (FLEET if foe.lead.has("fleet") else 0.0)
    gap = at.gaps[foe.id]
    if gap >= reach:
        return 0.0
    sure = at.survey.weights.charged * min(1.0, 0.4 + (reach - gap) / 6.0)
    return sure * max(0.0, brawl_value(foe, at.unit, charged=True))


ROOM = 2.0
"""Inches to spare at which a charge is certain."""


@dataclass(frozen=True)
class TurnOptions:
    """Actions left to the unit in its turn after the move that is evaluated."""

    shoots: bool
    charges: bool


class PlaceEvaluator:
    """Evaluates positions of one unit."""

    def __init__(
        self,
        survey: ClassicAssessment,
        unit: UnitSummary,
        errand: UnitAssignment | None,
        outlook: TurnOptions,
    ) -> None:
        self.survey, self.unit, self.errand, self.outlook = survey, unit, errand, outlook
        self.weights = survey.weights
        self.prey = [foe for foe in survey.foes if self.clash[foe.id] > 0.0]

    @cached_property
    def clash(self) -> dict[UnitId, float]:
        """Return the value in points of charging each enemy unit, if the charge arrives."""
        foes = self.survey.foes
        return {foe.id: brawl_value(self.unit, foe, charged=True) for foe in foes}

    @cached_property
    def cover(self) -> dict[UnitId, int]:
        foes = self.survey.foes
        return {foe.id: covered(self.survey, [m.disc for m in foe.models]) for foe in foes}

    def score(self, moves: Moves) -> float:
        """Return the value in points of the unit's position after some moves."""
        ends = dict(moves)
        places = [ends[m.id][-1] if m.id in ends else m.at for m in self.unit.models]
        return self.worth(places, moved=bool(moves))

    def worth(self, places: Sequence[Point], *, moved: bool) -> float:
        at = UnitPlacement(self.survey, self.unit, tuple(places))
        feared = self.weights.danger * expected_loss(at)
        worth = self._errand(places) + self._attack(at, feared, moved=moved)
        return worth + self.weights.prospect * self._prospect(at) - self._harm(places)

    def _errand(self, places: Sequence[Point]) -> float:
        if self.errand is None:
            return 0.0
        stake, turns = self.errand.stake, self.survey.turns
        lefts = self.errand.lefts(places, self.unit.base)
        if turns > 1:
            return expected_points(self.weights, stake, lefts, turns)
        if not stake.each and stake.is_near(places, self.unit.base):
            lefts = [0.0]
        denied = self.survey.denied(stake)
        worth = expected_points(self.weights, stake, lefts, turns, denied=denied)
        return worth + sum([self._beside(spare, places) for spare in self.spare])

    def _beside(self, stake: ScoringSite, places: Sequence[Point]) -> float:
        """``MI-03``  Return the value of a further marker if the unit is near it at the end."""
        if not stake.is_near(places, self.unit.base):
            return 0.0
        return stake.value * (self.weights.contested if self.survey.denied(stake) else 1.0)

    @cached_property
    def spare(self) -> tuple[ScoringSite, ...]:
        """Return the other markers that no other own unit is near in the last turn."""
        if self.errand is None or self.survey.turns > 1:
            return ()
        mates = [m for m in self.survey.mine if m.id != self.unit.id and not m.runs_away]
        return tuple(
            stake
            for stake in self.survey.stakes
            if stake.id != self.errand.stake.id
            and not (stake.each or stake.turns)
            and not any(not m.locked and m.near(stake.at) <= stake.reach for m in mates)
        )

    @cached_property
    def hazards(self) -> HazardForecast:
        return HazardForecast.of(self.survey.view)

    def _harm(self, places: Sequence[Point]) -> float:
        """Return the expected loss to hazards, in points."""
        return self.hazards.loss(self.unit.models, places, self.unit.value)

    def _attack(self, at: UnitPlacement, feared: float, *, moved: bool) -> float:
        """Return the value of the best attack this turn, less the danger after it."""
        fire = self.fire(at, moved=moved) if self.outlook.shoots else 0.0
        best, weights = fire - feared, self.weights
        if self.outlook.charges:
            for foe in self.prey:
                if at.gaps[foe.id] >= self.unit.charge:
                    continue
                sure = chance_to_arrive(weights, self.unit.charge - at.walk(foe))
                # A unit in combat cannot be shot at.
                won = self.clash[foe.id] + weights.shelter * feared
                best = max(best, sure * won - feared + weights.both * fire)
        return best

    def _prospect(self, at: UnitPlacement) -> float:
        """Return the value of the best attack in a later turn."""
        if self.survey.turns <= 1:
            return 0.0
        best = self.weights.later(1.0) * self.fire(at, moved=False)
        for foe in self.prey:
            inches = at.walk(foe) - self.unit.charge - STEP
            turns = 1.0 + max(0.0, inches) / STEP
            if turns < self.survey.turns:
                best = max(best, self.weights.later(turns) * self.clash[foe.id])
        return best

    def fire(self, at: UnitPlacement, *, moved: bool) -> float:
        """Return the value of the best target."""
        best = 0.0
        for foe in self.survey.foes:
            if foe.locked or at.gaps[foe.id] > self.unit.reach or not at.seen[foe.id]:
                continue
            wounds = 0.0
            for place, model in zip(at.places, self.unit.models, strict=True):
                inches = half_inches(apart([place], model.base, foe))
                stays = steady(model, moved=moved)
                cover = self.cover[foe.id]
                wounds += volley_at(model.profile, foe.lead, inches, cover, moved=not stays)
            wounds = min(wounds * at.seen[foe.id], foe.wounds)
            best = max(best, wounds * foe.value)
        return best


def chance_to_arrive(weights: ClassicWeights, spare: float) -> float:
    """Return a rough chance that a charge arrives, by the inches to spare."""
    sure = weights.just_reaches
    return min(1.0, sure + (1.0 - sure) * spare / ROOM) if spare > 0.0 else 0.0


SHORTEST_RUN, AVERAGE_RUN, LONGEST_RUN = 1.0, 3.5, 6.0
"""Inches that the run die may show: lowest, average and highest."""


def run_worth(survey: ClassicAssessment, unit: UnitSummary) -> float:
    """Return the value of a run in points.

    It is 0 if a short run would gain nothing, except in the last turn: a long one may reach a
    marker then.
    """
    stance = run_stance(survey, unit)
    here = stance.score(())
    gains = list[float]()
    for inches in (SHORTEST_RUN, AVERAGE_RUN, LONGEST_RUN):
        ways = run_paths(survey, unit, _run(survey, unit, inches), stance)
        gain = max([stance.score(moves) for moves in ways], default=here) - here
        if gain <= survey.weights.run_gain and survey.turns > 1:
            return 0.0
        gains.append(max(0.0, gain))
    return sum(gains) / len(gains)


def run_stance(survey: ClassicAssessment, unit: UnitSummary) -> PlaceEvaluator:
    fleet = all(m.profile.has("fleet") for m in unit.models)
    errand = errands(survey).get(unit.id)
    return PlaceEvaluator(survey, unit, errand, TurnOptions(shoots=False, charges=fleet))


def run_paths(
    survey: ClassicAssessment, unit: UnitSummary, asked: March, stance: PlaceEvaluator
) -> Iterator[Moves]:
    """Yield runs toward the objective, and at the enemy that is best to fight."""
    table, fields = survey.view.table, []
    if stance.errand:
        fields.append(stance.errand.field)
    if stance.prey:
        prey = max(stance.prey, key=lambda foe: stance.clash[foe.id])
        fields.append(survey.field_toward(unit, prey))
    furthest = max([going.distance for going in asked.goings.values()], default=0.0)
    yield from stretches(survey, unit, asked, stance)
    for field in fields:
        for inches in dict.fromkeys((furthest, furthest / 2, SHORTEST_RUN)):
            if inches <= furthest and (
                moves := UnitWalk(asked, table, field).moves(inches / furthest)
            ):
                yield moves


STRETCH = 12.0
"""Inches to another marker within which a unit is stretched toward it."""


def stretches(
    survey: ClassicAssessment, unit: UnitSummary, asked: March, stance: PlaceEvaluator
) -> Iterator[Moves]:
    """``MI-03``  Yield moves to further markers that leave a model at each one now held."""
    if stance.errand is None or not stance.spare:
        return
    sites, places = (stance.errand.stake, *stance.spare), [m.at for m in unit.models]
    held = [stake for stake in sites if stake.is_near(places, unit.base)]
    for goal in sites if held else ():
        order = sorted(unit.models, key=lambda m: goal.off(m.at))
        if goal in held or goal.off(order[0].at) > STRETCH:
            continue
        stay = {next(m.id for m in order if s.is_near([m.at], m.base)) for s in held}
        goings = {m: going for m, going in asked.goings.items() if m not in stay}
        field = survey.field(unit, goal, smooth=bool(asked.shut))
        if moves := UnitWalk(replace(asked, goings=goings), survey.view.table, field).moves():
            yield moves


def _run(survey: ClassicAssessment, unit: UnitSummary, inches: float) -> March:
    """Return the question that a roll of *inches* would lead to."""
    goings = reach_of(survey.view.table, unit.id, {m.id: inches for m in unit.models})
    return March(
        survey.side,
        "CC-22",
        "",
        kind=CommonKind.RUN,
        unit=unit.id,
        goings=goings,
        clauses=CLAUSES,
        chain=COHERENCY,
    )
