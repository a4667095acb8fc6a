"""Assignment of units to markers or enemies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from game.bots.steady.walking_distance import DistanceField
from game.cores.kit.queries import ScoringPlace
from game.cores.modern.bot.assessment import ModernAssessment, ModernUnitSummary, apart
from game.geometry.points import Point, distance
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

    place: ScoringPlace
    field: DistanceField


@dataclass(frozen=True)
class TargetAssignment:
    """The enemy that a unit is sent against."""

    assessment: ModernAssessment
    summary: ModernUnitSummary
    foe: ModernUnitSummary

    @cached_property
    def field(self) -> DistanceField:
        return self.assessment.field(self.summary, self.foe.middle)


Assignment: TypeAlias = MarkerAssignment | TargetAssignment


def assignments(assessment: ModernAssessment) -> Mapping[UnitId, Assignment]:
    """Send free units to markers, the best pair first, and the others against enemies.

    A marker's value to a unit is what it exceeds the unit's best attack by.
    """
    free = [t for t in assessment.mine if not assessment.engaged(t)]
    hunts = {t.id: {foe.id: _hunt(t, foe) for foe in assessment.foes} for t in free}
    sent = _to_markers(assessment, free, hunts)
    return sent | _to_foes(
        assessment, {id_: of for id_, of in hunts.items() if id_ not in sent}
    )


def _to_markers(
    assessment: ModernAssessment,
    free: list[ModernUnitSummary],
    hunts: Mapping[UnitId, Mapping[UnitId, float]],
) -> dict[UnitId, Assignment]:
    taken, share = dict[str, int](), dict[str, float]()
    offers = list[tuple[float, float, ModernUnitSummary, MarkerAssignment]]()
    for place in assessment.scoring_places:
        held = [
            t
            for t in assessment.mine
            if t not in free and apart([place.at], 0.0, t) <= place.reach
        ]
        taken[place.id], share[place.id] = len(held), _share(assessment, place.at)
        for summary in free:
            assignment = MarkerAssignment(place, assessment.field(summary, place.at))
            hunt = max(hunts[summary.id].values(), default=0.0)
            offers.append(
                (
                    _worth(assessment, summary, assignment, share[place.id]),
                    hunt,
                    summary,
                    assignment,
                )
            )

    def net(offer: tuple[float, float, ModernUnitSummary, MarkerAssignment]) -> float:
        worth, hunt, _, assignment = offer
        return worth * share[assignment.place.id] ** taken[assignment.place.id] - hunt

    sent = dict[UnitId, Assignment]()
    while offers and net(best := max(offers, key=net)) > 0.0:
        _, _, summary, assignment = best
        sent[summary.id] = assignment
        taken[assignment.place.id] += 1
        offers = [offer for offer in offers if offer[2].id != summary.id]
    return sent


def _share(assessment: ModernAssessment, at: Point) -> float:
    """Return the share of a marker's value that remains for each further unit."""
    near = [apart([at], 0.0, foe) <= CROWD + SOON * foe.distance for foe in assessment.foes]
    share: float = assessment.weights.again if any(near) else assessment.weights.alone
    return share


def _worth(
    assessment: ModernAssessment,
    summary: ModernUnitSummary,
    assignment: MarkerAssignment,
    share: float,
) -> float:
    """Return the value in points of sending a unit to a marker; *share* is that of `_share`."""
    left = min([assignment.field.left(m.at) for m in summary.models]) - assignment.place.reach
    turns = max(0.0, left / summary.distance)
    if turns > assessment.rounds:
        return 0.01
    rounds = min(LASTS, assessment.rounds - turns)
    near = [foe for foe in assessment.foes if apart([assignment.place.at], 0.0, foe) <= CROWD]
    danger = sum([max(0.0, foe.brawl(summary)) for foe in near])
    stays = 1.0 if share == assessment.weights.alone else min(1.0, len(summary.models) / 5)
    worth = (
        assignment.place.value
        * rounds
        * float(assessment.weights.turn_discount**turns)
        * (0.5 + 0.5 * stays)
    )
    return max(0.01, worth - assessment.weights.contest * danger)


def _hunt(summary: ModernUnitSummary, foe: ModernUnitSummary) -> float:
    """Return the value in points of sending a unit against an enemy."""
    if (gain := summary.attack(foe)) <= 0.0:
        return 0.0
    inches = CHARGES if summary.fights else summary.reach
    turns = max(0.0, distance(summary.middle, foe.middle) - inches) / summary.distance
    return summary.weights.hunt * gain * float(summary.weights.turn_discount**turns)


def _to_foes(
    assessment: ModernAssessment, hunts: Mapping[UnitId, Mapping[UnitId, float]]
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
            offers, key=lambda o: o[0] * assessment.weights.shared ** taken.get(o[2], 0)
        )
        sent[id_] = TargetAssignment(
            assessment, assessment.summary(id_), assessment.summary(foe)
        )
        taken[foe] = taken.get(foe, 0) + 1
        offers = [offer for offer in offers if offer[1] != id_]
    return sent
