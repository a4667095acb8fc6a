"""Value of a place to a unit in the classic core."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter

from game.bots.steady import motives
from game.bots.steady.hazards import HazardForecast
from game.bots.steady.motives import Merit, main_motive
from game.cores.classic.bot.assessment import ClassicAssessment
from game.cores.classic.bot.expected_damage import half_inches, steady, volley_at
from game.cores.classic.bot.expected_losses import expected_loss
from game.cores.classic.bot.objectives import STEP, ScoringSite, expected_points
from game.cores.classic.bot.site_assignments import UnitAssignment
from game.cores.classic.bot.unit_matchups import brawl_value
from game.cores.classic.bot.unit_placement import UnitPlacement, covered
from game.cores.classic.bot.unit_summary import AVERAGE_RUN, LONGEST_RUN, UnitSummary, apart
from game.cores.classic.bot.weights import ClassicWeights
from game.cores.kit.dice_chances import FACES
from game.geometry.points import LOOSE_EPSILON, Point
from game.play.moves.paths import Moves
from game.table.records import UnitId

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
        assessment: ClassicAssessment,
        unit: UnitSummary,
        assignment: UnitAssignment | None,
        options: TurnOptions,
    ) -> None:
        self.assessment, self.unit, self.assignment, self.options = (
            assessment,
            unit,
            assignment,
            options,
        )
        self.weights = assessment.weights
        self.charge_targets = [foe for foe in assessment.foes if self.clash[foe.id] > 0.0]

    @cached_property
    def clash(self) -> dict[UnitId, float]:
        """Return the value in points of charging each enemy unit, if the charge arrives."""
        foes = self.assessment.foes
        return {foe.id: brawl_value(self.unit, foe, charged=True) for foe in foes}

    @cached_property
    def cover(self) -> dict[UnitId, int]:
        foes = self.assessment.foes
        return {foe.id: covered(self.assessment, [m.disc for m in foe.models]) for foe in foes}

    def score(self, moves: Moves) -> float:
        """Return the value in points of the unit's position after some moves."""
        return self.worth(self._places(moves), moved=bool(moves))

    def _places(self, moves: Moves) -> list[Point]:
        ends = dict(moves)
        return [ends[m.id][-1] if m.id in ends else m.at for m in self.unit.models]

    def motive(self, moves: Moves) -> str:
        """Return for what the unit makes some moves, by what they add to its value."""
        return main_motive(self._merits(()), self._merits(moves))

    def _merits(self, moves: Moves) -> list[Merit]:
        """Return the parts of the value after some moves."""
        places, moved = self._places(moves), bool(moves)
        at = UnitPlacement(self.assessment, self.unit, tuple(places))
        feared = self.weights.danger * expected_loss(at)
        fire = self.fire(at, moved=moved) if self.options.shoots else 0.0
        attack = self._attack(at, feared, moved=moved)
        site = self.assignment.site.id if self.assignment else ""
        table = self.assessment.view.table
        return [
            Merit(self._assignment_value(places), motives.for_place(table, site)),
            Merit(fire, motives.SHOT),
            Merit(attack - fire + feared, motives.CHARGE),
            Merit(-feared, motives.SAFETY),
            Merit(self.weights.prospect * self._prospect(at), motives.LATER),
            Merit(-self._harm(places), motives.SAFER_GROUND),
        ]

    def worth(self, places: Sequence[Point], *, moved: bool) -> float:
        at = UnitPlacement(self.assessment, self.unit, tuple(places))
        feared = self.weights.danger * expected_loss(at)
        worth = self._assignment_value(places) + self._attack(at, feared, moved=moved)
        return worth + self.weights.prospect * self._prospect(at) - self._harm(places)

    def _assignment_value(self, places: Sequence[Point]) -> float:
        if self.assignment is None:
            return 0.0
        site, turns = self.assignment.site, self.assessment.turns
        lefts = self.assignment.lefts(places, self.unit.base)
        if turns > 1:
            return expected_points(self.weights, site, lefts, turns)
        if not site.each and site.is_near(places, self.unit.base):
            lefts = [0.0]
        denied = self.assessment.denied(site)
        worth = expected_points(self.weights, site, lefts, turns, denied=denied)
        return worth + sum([self._beside(spare, places) for spare in self.spare])

    def _beside(self, site: ScoringSite, places: Sequence[Point]) -> float:
        """``MI-03``  Return the value of a further marker if the unit is near it at the end."""
        if not site.is_near(places, self.unit.base):
            return 0.0
        return site.value * (self.weights.contested if self.assessment.denied(site) else 1.0)

    @cached_property
    def spare(self) -> tuple[ScoringSite, ...]:
        """Return the other markers that no other own unit is near in the last turn."""
        if self.assignment is None or self.assessment.turns > 1:
            return ()
        mates = [m for m in self.assessment.mine if m.id != self.unit.id and not m.runs_away]
        return tuple(
            site
            for site in self.assessment.sites
            if site.id != self.assignment.site.id
            and not (site.each or site.turns)
            and not any(not m.locked and m.near(site.at) <= site.reach for m in mates)
        )

    @cached_property
    def hazards(self) -> HazardForecast:
        return HazardForecast.of(self.assessment.view)

    def _harm(self, places: Sequence[Point]) -> float:
        """Return the expected loss to hazards, in points."""
        return self.hazards.loss(self.unit.models, places, self.unit.value)

    def _attack(self, at: UnitPlacement, feared: float, *, moved: bool) -> float:
        """Return the value of the best attack this turn, less the danger after it."""
        fire = self.fire(at, moved=moved) if self.options.shoots else 0.0
        best, weights = fire - feared, self.weights
        if self.options.charges:
            for foe in self.charge_targets:
                if at.gaps[foe.id] >= self.unit.charge + self._run:
                    continue
                # A unit in combat cannot be shot at.
                won = self.clash[foe.id] + weights.shelter * feared

                def worth(inches: float, won: float = won) -> float:
                    sure = self._arrives(self.unit.charge - inches)
                    return sure * won - feared + weights.both * fire

                # No way is shorter than the gap.
                if worth(at.gaps[foe.id]) > best - LOOSE_EPSILON:
                    best = max(best, worth(at.walk(foe)))
        return best

    @cached_property
    def _run(self) -> float:
        """``CC-22``  Return the most inches that the unit may run between move and charge."""
        return LONGEST_RUN if self.unit.is_fleet and self.options.shoots else 0.0

    def _arrives(self, spare: float) -> float:
        """Return the chance that a charge arrives, by the inches to spare without a run."""
        sure = chance_to_arrive(self.weights, spare)
        if not self._run or sure >= 1.0:
            return sure
        faces = [chance_to_arrive(self.weights, spare + face) for face in FACES]
        return sum(faces) / len(faces)

    def _prospect(self, at: UnitPlacement) -> float:
        """Return the value of the best attack in a later turn."""
        if self.assessment.turns <= 1:
            return 0.0
        best = self.weights.later(1.0) * self.fire(at, moved=False)
        # No way is shorter than the gap, and most targets need not be walked to.
        hopes = [(self._charge_later(foe, at.gaps[foe.id]), foe) for foe in self.charge_targets]
        for most, foe in sorted(hopes, key=itemgetter(0), reverse=True):
            if most < best - LOOSE_EPSILON:
                break
            best = max(best, self._charge_later(foe, at.walk(foe)))
        return best

    def _charge_later(self, foe: UnitSummary, inches: float) -> float:
        """Return the value of a charge in a later turn after walking some inches, or 0."""
        run = AVERAGE_RUN if self.unit.is_fleet else 0.0
        turns = 1.0 + max(0.0, inches - self.unit.charge - STEP - run) / (STEP + run)
        late = turns >= self.assessment.turns
        return 0.0 if late else self.weights.later(turns) * self.clash[foe.id]

    def fire(self, at: UnitPlacement, *, moved: bool) -> float:
        """Return the value of the best target."""
        best = 0.0
        for foe in self.assessment.foes:
            if foe.locked or at.gaps[foe.id] > self.unit.reach or not at.seen(foe):
                continue
            wounds = 0.0
            for place, model in zip(at.places, self.unit.models, strict=True):
                inches = half_inches(apart([place], model.base, foe))
                stays = steady(model, moved=moved)
                cover = self.cover[foe.id]
                wounds += volley_at(model.profile, foe.lead, inches, cover, moved=not stays)
            wounds = min(wounds * at.seen(foe), foe.wounds)
            best = max(best, wounds * foe.value)
        return best


def chance_to_arrive(weights: ClassicWeights, spare: float) -> float:
    """Return a rough chance that a charge arrives, by the inches to spare."""
    sure = weights.just_reaches
    return min(1.0, sure + (1.0 - sure) * spare / ROOM) if spare > 0.0 else 0.0
