"""Who goes where: every unit of a side is sent to one of the places that are at stake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.bots.steady.classic.assessment import Band, Survey, apart, match
from game.bots.steady.promise import STEP, inches_left, promised
from game.bots.steady.stakes import Stake
from game.bots.steady.walking_distance import Field
from game.geometry.points import Point
from game.play.decisions import Choose
from game.table.records import UnitId

SECOND = 0.3
"""What a place is worth to a second unit."""
CROWD = 9.0
"""Inches around a place within which enemies make it hard to hold."""
BOLD = 0.25
"""How much it counts for a place what the unit might do to the enemies around it."""


@dataclass(frozen=True)
class Errand:
    """Where a unit is sent."""

    stake: Stake
    field: Field

    def lefts(self, places: Sequence[Point], base: float) -> list[float]:
        """Return how many inches each model has yet to walk until it is there."""
        return [inches_left(self.stake, self.field, at, base) for at in places]

    def left(self, places: Sequence[Point], base: float) -> float:
        """Return how many inches a unit has yet to walk until it holds the place."""
        return min(self.lefts(places, base))


def errands(survey: Survey) -> dict[UnitId, Errand]:
    """Send every unit somewhere: the best pair first, to each place one if that can be."""
    free = [band for band in survey.mine if not band.runs_away]
    offers = list[tuple[float, Band, Errand]]()
    for unit in free:
        for stake in survey.stakes:
            errand = Errand(stake, survey.field(unit, stake))
            offers.append((_worth(survey, unit, errand), unit, errand))
    sent, taken = dict[UnitId, Errand](), dict[str, int]()
    while len(sent) < len(free) and offers:
        best = max(
            range(len(offers)),
            key=lambda n: offers[n][0] * _crowded(offers[n][2].stake, taken),
        )
        _, unit, errand = offers[best]
        sent[unit.id] = errand
        taken[errand.stake.id] = taken.get(errand.stake.id, 0) + 1
        offers = [offer for offer in offers if offer[1].id != unit.id]
    return sent


def main_body(survey: Survey, asked: Choose) -> str:
    """``FF-19``  Of equally large groups take that nearest to where the unit is sent."""
    unit = survey.band(UnitId(asked.about))
    errand = errands(survey).get(unit.id)
    ats = {str(m.id): m.at for m in unit.models}
    if errand is None:
        return asked.options[0].id
    field = errand.field
    return min((o.id for o in asked.options), key=lambda who: field.left(ats[who]))


def _crowded(stake: Stake, taken: Mapping[str, int]) -> float:
    """Return what a place is worth beside those who are sent there already."""
    return 1.0 if stake.each else float(SECOND ** taken.get(stake.id, 0))


def _worth(survey: Survey, unit: Band, errand: Errand) -> float:
    """Return what it is worth to send a unit to a place, in points."""
    lefts = errand.lefts([m.at for m in unit.models], unit.base)
    worth = promised(errand.stake, lefts, max(2, survey.turns))
    if min(lefts) / STEP > survey.turns + 0.5:
        worth *= 0.2
    near = [foe for foe in survey.foes if apart([errand.stake.at], 0.0, foe) <= CROWD]
    mood = sum([max(-1.0, min(1.0, match(unit, foe))) for foe in near])
    return max(0.01, worth + BOLD * mood)
