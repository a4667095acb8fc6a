"""Assignment of units to the sites that score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.bots.steady.walking_distance import DistanceField
from game.cores.classic.bot.assessment import ClassicAssessment
from game.cores.classic.bot.objectives import STEP, ScoringSite, expected_points, inches_left
from game.cores.classic.bot.unit_matchups import match
from game.cores.classic.bot.unit_summary import UnitSummary, apart
from game.geometry.points import Point
from game.play.decisions import Choose
from game.table.records import UnitId

CROWD = 9.0
"""Inches around a site within which enemies make it hard to hold."""


@dataclass(frozen=True)
class UnitAssignment:
    """The site that a unit is sent to."""

    site: ScoringSite
    field: DistanceField

    def lefts(self, places: Sequence[Point], base: float) -> list[float]:
        """Return the inches that each model still has to walk."""
        return [inches_left(self.site, self.field, at, base) for at in places]

    def left(self, places: Sequence[Point], base: float) -> float:
        """Return the inches that a unit still has to walk until it holds the place."""
        return min(self.lefts(places, base))


def assignments(assessment: ClassicAssessment) -> dict[UnitId, UnitAssignment]:
    """Assign every unit to a site, the best pair first; one unit to each site if possible."""
    free = [summary for summary in assessment.mine if not summary.runs_away]
    offers = list[tuple[float, UnitSummary, UnitAssignment]]()
    for unit in free:
        for site in assessment.sites:
            assignment = UnitAssignment(site, assessment.field(unit, site))
            offers.append((_worth(assessment, unit, assignment), unit, assignment))
    sent, taken = dict[UnitId, UnitAssignment](), dict[str, int]()
    second = assessment.weights.second
    while len(sent) < len(free) and offers:
        best = max(
            range(len(offers)),
            key=lambda n: offers[n][0] * _crowded(offers[n][2].site, taken, second),
        )
        _, unit, assignment = offers[best]
        sent[unit.id] = assignment
        taken[assignment.site.id] = taken.get(assignment.site.id, 0) + 1
        offers = [offer for offer in offers if offer[1].id != unit.id]
    return sent


def main_body(assessment: ClassicAssessment, asked: Choose) -> str:
    """Among equally large groups, choose the one nearest to the unit's site."""
    unit = assessment.summary(UnitId(asked.about))
    assignment = assignments(assessment).get(unit.id)
    ats = {str(m.id): m.at for m in unit.models}
    if assignment is None:
        return asked.options[0].id
    field = assignment.field
    return min((o.id for o in asked.options), key=lambda id_: field.left(ats[id_]))


def _crowded(site: ScoringSite, taken: Mapping[str, int], second: float) -> float:
    """Return the value of a site, as a share, given the units already sent there."""
    return 1.0 if site.each else float(second ** taken.get(site.id, 0))


def _worth(
    assessment: ClassicAssessment, unit: UnitSummary, assignment: UnitAssignment
) -> float:
    """Return the value in points of sending a unit to a site."""
    weights, lefts = (
        assessment.weights,
        assignment.lefts([m.at for m in unit.models], unit.base),
    )
    worth = expected_points(weights, assignment.site, lefts, max(2, assessment.turns))
    if min(lefts) / STEP > assessment.turns + 0.5:
        worth *= weights.out_of_reach
    near = [foe for foe in assessment.foes if apart([assignment.site.at], 0.0, foe) <= CROWD]
    mood = sum([max(-1.0, min(1.0, match(unit, foe))) for foe in near])
    return max(0.01, worth + weights.harm_around * mood)
