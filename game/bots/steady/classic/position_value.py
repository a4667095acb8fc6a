"""What a place on the table is worth to a unit: its errand, its attacks, and its dangers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from game.bots.steady.classic.assessment import Band, Survey, apart, brawl_value
from game.bots.steady.classic.objectives import half_inches, steady, volley_at
from game.bots.steady.cover import covered
from game.bots.steady.dangers import danger
from game.bots.steady.errands import Errand
from game.bots.steady.flood_risk import comes_next, peril
from game.bots.steady.promise import STEP, promised
from game.bots.steady.standing import Standing
from game.bots.steady.worth import BOTH, DANGER, PROSPECT, SHELTER, later
from game.geometry.points import Point
from game.play.paths import Moves
from game.table.records import UnitId

SURE, ROOM = 0.5, 2.0
"""How likely a charge is that just reaches; with so many inches to spare it is sure."""


@dataclass(frozen=True)
class Outlook:
    """What the unit may still do in its turn after the move that is weighed."""

    shoots: bool
    charges: bool


class Stance:
    """One unit, wherever it might stand."""

    def __init__(
        self, survey: Survey, unit: Band, errand: Errand | None, outlook: Outlook
    ) -> None:
        self.survey, self.unit, self.errand, self.outlook = survey, unit, errand, outlook
        self.prey = [foe for foe in survey.foes if self.clash[foe.id] > 0.0]

    @cached_property
    def clash(self) -> dict[UnitId, float]:
        """Return what it is worth to charge each enemy, if one arrives."""
        foes = self.survey.foes
        return {foe.id: brawl_value(self.unit, foe, charged=True) for foe in foes}

    @cached_property
    def cover(self) -> dict[UnitId, int]:
        foes = self.survey.foes
        return {foe.id: covered(self.survey, [m.disc for m in foe.models]) for foe in foes}

    def score(self, moves: Moves) -> float:
        """Return the worth in points of where the unit would stand."""
        ends = dict(moves)
        places = [ends[m.id][-1] if m.id in ends else m.at for m in self.unit.models]
        return self.worth(places, moved=bool(moves))

    def worth(self, places: Sequence[Point], *, moved: bool) -> float:
        at = Standing(self.survey, self.unit, tuple(places))
        feared = DANGER * danger(at)
        worth = self._errand(places) + self._attack(at, feared, moved=moved)
        return worth + PROSPECT * self._prospect(at) - self._washed_off(places)

    def _errand(self, places: Sequence[Point]) -> float:
        if self.errand is None:
            return 0.0
        stake, turns = self.errand.stake, self.survey.turns
        lefts = self.errand.lefts(places, self.unit.base)
        denied = turns <= 1 and any(
            foe.near(stake.at) <= stake.reach for foe in self.survey.foes
        )
        return promised(stake, lefts, turns, denied=denied)

    @cached_property
    def flood(self) -> float:
        """Return how likely the flood comes before the unit moves again."""
        return comes_next(self.survey.look)

    def _washed_off(self, places: Sequence[Point]) -> float:
        """Return in points what the unit is likely to lose by the flood."""
        if not self.flood:
            return 0.0
        unit, look = self.unit, self.survey.look
        perils = [
            peril(look, m, at) * m.wounds for m, at in zip(unit.models, places, strict=True)
        ]
        return self.flood * sum(perils) * unit.value

    def _attack(self, at: Standing, feared: float, *, moved: bool) -> float:
        """Return what the best plan for this turn is worth, with what the enemy does then."""
        fire = self.fire(at, moved=moved) if self.outlook.shoots else 0.0
        best = fire - feared
        if self.outlook.charges:
            for foe in self.prey:
                if at.gaps[foe.id] >= self.unit.charge:
                    continue
                sure = chance_to_arrive(self.unit.charge - at.walk(foe))
                # Who fights hand to hand is not shot at.
                won = self.clash[foe.id] + SHELTER * feared
                best = max(best, sure * won - feared + BOTH * fire)
        return best

    def _prospect(self, at: Standing) -> float:
        """Return what an attack of a later turn is worth."""
        if self.survey.turns <= 1:
            return 0.0
        best = later(1.0) * self.fire(at, moved=False)
        for foe in self.prey:
            far = at.walk(foe) - self.unit.charge - STEP
            turns = 1.0 + max(0.0, far) / STEP
            if turns < self.survey.turns:
                best = max(best, later(turns) * self.clash[foe.id])
        return best

    def fire(self, at: Standing, *, moved: bool) -> float:
        """Return the worth of the best target."""
        best = 0.0
        for foe in self.survey.foes:
            if foe.locked or at.gaps[foe.id] > self.unit.reach or not at.seen[foe.id]:
                continue
            wounds = 0.0
            for place, model in zip(at.places, self.unit.models, strict=True):
                far = half_inches(apart([place], model.base, foe))
                stays = steady(model, moved=moved)
                cover = self.cover[foe.id]
                wounds += volley_at(model.profile, foe.lead, far, cover, moved=not stays)
            wounds = min(wounds * at.seen[foe.id], foe.wounds)
            best = max(best, wounds * foe.value)
        return best


def chance_to_arrive(spare: float) -> float:
    """Return how likely a charge arrives with so many inches to spare, by a rough estimate."""
    return min(1.0, SURE + (1.0 - SURE) * spare / ROOM) if spare > 0.0 else 0.0
