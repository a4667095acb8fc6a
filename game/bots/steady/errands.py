"""Who goes where: every unit of a side is sent to one of the places that are at stake."""

from __future__ import annotations

from dataclasses import dataclass

from game.bots.steady.ground import Field
from game.bots.steady.stakes import Stake
from game.bots.steady.survey import Band, Survey, apart, match
from game.bots.steady.worth import later
from game.geometry.points import Point, distance
from game.table.records import UnitId

STEP = 6.0
"""Inches that a unit walks in a turn."""
SECOND = 0.3
"""What a place is worth to a second unit."""
CROWD = 9.0
"""Inches around a place within which enemies make it hard to hold."""
BOLD = 0.25
"""How much it counts for a place what the unit might do to the enemies around it."""
INSIDE = 0.75
"""So much nearer than it must a unit comes to what it holds."""


@dataclass(frozen=True)
class Errand:
    """Where a unit is sent."""

    stake: Stake
    field: Field
    value: float

    def left(self, places: list[Point], base: float) -> float:
        """Return how many inches a unit has yet to walk until it holds the place."""
        walk = min([self.field.left(at) for at in places])
        straight = min([distance(at, self.stake.at) for at in places])
        reach = self.stake.reach - INSIDE + base
        if straight <= reach:
            return 0.0
        return max(walk - reach, straight - reach)


def errands(survey: Survey) -> dict[UnitId, Errand]:
    """Send every unit somewhere: the best pair first, to each place one if that can be."""
    free = [band for band in survey.mine if not band.runs_away]
    offers = list[tuple[float, Band, Errand]]()
    for unit in free:
        for stake in survey.stakes:
            errand = Errand(stake, survey.field(unit, stake), stake.value)
            offers.append((_worth(survey, unit, errand), unit, errand))
    sent, taken = dict[UnitId, Errand](), dict[str, int]()
    while len(sent) < len(free) and offers:
        best = max(
            range(len(offers)),
            key=lambda n: offers[n][0] * SECOND ** taken.get(offers[n][2].stake.id, 0),
        )
        _, unit, errand = offers[best]
        sent[unit.id] = errand
        taken[errand.stake.id] = taken.get(errand.stake.id, 0) + 1
        offers = [offer for offer in offers if offer[1].id != unit.id]
    return sent


def _worth(survey: Survey, unit: Band, errand: Errand) -> float:
    """Return what it is worth to send a unit to a place, in points."""
    places = [m.at for m in unit.models]
    turns = errand.left(places, unit.base) / STEP
    worth = errand.value * later(turns)
    if turns > survey.turns + 0.5:
        worth *= 0.2
    near = [foe for foe in survey.foes if apart([errand.stake.at], 0.0, foe) <= CROWD]
    mood = sum([max(-1.0, min(1.0, match(unit, foe))) for foe in near])
    return max(0.01, worth + BOLD * mood)
