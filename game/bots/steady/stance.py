"""What a place on the table is worth to a unit: its errand, its fire, and its dangers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.bots.steady.errands import STEP, Errand, later
from game.bots.steady.punch import steady, volley_at
from game.bots.steady.survey import Band, Survey, apart, brawl_value
from game.geometry.points import Disc, Point
from game.play.march import Moves
from game.rules.classic.sight import sees
from game.table.records import Model, UnitId

DANGER = 0.7
"""How much it counts what may be lost, against what may be won."""
AIMED_AT = 0.5
"""How likely a unit that can be shot at is the one that is."""
CHARGED = 0.7
"""How likely an enemy that can charge does."""
FLEET = 3.5
"""What a run adds on an average."""
CONTESTED = 0.4
"""What a place is worth that enemies deny, too."""
UNSEEN = 0.35
"""How likely fire comes from an enemy who sees nobody yet, and may come nearer."""
BOTH = 0.3
"""What of the lesser counts, of fire and charge: hardly any unit does both."""


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
        table = survey.look.table
        self.foes = [foe for foe in survey.foes if not foe.runs_away]
        self.cover = {
            foe.id: covered(survey, [m.disc for m in foe.models]) for foe in survey.foes
        }
        self.board = table.board

    def score(self, moves: Moves) -> float:
        """Return the worth in points of where the unit would stand."""
        ends = dict(moves)
        places = [ends[m.id][-1] if m.id in ends else m.at for m in self.unit.models]
        return self.worth(places, moved=bool(moves))

    def worth(self, places: Sequence[Point], *, moved: bool) -> float:
        gaps = {foe.id: apart(places, self.unit.base, foe) for foe in self.survey.foes}
        seen = {foe.id: self._seen(places, foe) for foe in self.survey.foes}
        fire = self._fire(places, gaps, seen, moved=moved) if self.outlook.shoots else 0.0
        charge = self._charge(gaps) if self.outlook.charges else 0.0
        attack = max(fire, charge) + BOTH * min(fire, charge)
        return self._errand(places) + attack - DANGER * self._danger(places, gaps, seen)

    def _errand(self, places: Sequence[Point]) -> float:
        if self.errand is None:
            return 0.0
        left = self.errand.left(list(places), self.unit.base)
        if self.survey.turns <= 1:
            return self._last_chance(left)
        return self.errand.value * later(left / STEP)

    def _last_chance(self, left: float) -> float:
        """In its last turn a unit holds a place or it does not."""
        assert self.errand
        if left > 0.0:
            return 0.2 * self.errand.value * later(left / STEP)
        stake = self.errand.stake
        denied = any(apart([stake.at], 0.0, foe) <= stake.reach for foe in self.survey.foes)
        return self.errand.value * (CONTESTED if denied else 1.0)

    def _seen(self, places: Sequence[Point], foe: Band) -> float:
        """Return which share of the unit is seen by an enemy unit, from three of its models."""
        many = len(places)
        eyes = {0, many // 2, many - 1}
        table, seen = self.survey.look.table, 0
        for n in eyes:
            base = Disc(places[n], self.unit.models[n].base)
            seen += sees(table, base, _nearest(base.at, foe).disc)
        return seen / len(eyes)

    def _fire(
        self,
        places: Sequence[Point],
        gaps: dict[UnitId, float],
        seen: dict[UnitId, float],
        *,
        moved: bool,
    ) -> float:
        """Return the worth of the best target."""
        best = 0.0
        for foe in self.survey.foes:
            if foe.locked or gaps[foe.id] > self.unit.reach or not seen[foe.id]:
                continue
            wounds = 0.0
            for at, model in zip(places, self.unit.models, strict=True):
                far = _half_inches(apart([at], model.base, foe))
                stays = steady(model, moved=moved)
                cover = self.cover[foe.id]
                wounds += volley_at(model.profile, foe.lead, far, cover, moved=not stays)
            wounds = min(wounds * seen[foe.id], foe.wounds)
            best = max(best, wounds * foe.value)
        return best

    def _charge(self, gaps: dict[UnitId, float]) -> float:
        best = 0.0
        for foe in self.survey.foes:
            near = self.unit.charge - gaps[foe.id]
            if near > 0.0:
                sure = min(1.0, 0.5 + near / 4.0)
                best = max(best, sure * brawl_value(self.unit, foe, charged=True))
        return best

    def _danger(
        self, places: Sequence[Point], gaps: dict[UnitId, float], seen: dict[UnitId, float]
    ) -> float:
        bases = [Disc(at, m.base) for at, m in zip(places, self.unit.models, strict=True)]
        cover = covered(self.survey, bases)
        danger = 0.0
        for foe in self.foes:
            if foe.locked:
                continue
            danger += self._fire_from(foe, gaps[foe.id], seen[foe.id], cover)
            reach = STEP + foe.charge + (FLEET if foe.lead.has("fleet") else 0.0)
            if gaps[foe.id] < reach:
                sure = CHARGED * min(1.0, 0.4 + (reach - gaps[foe.id]) / 6.0)
                danger += sure * max(0.0, brawl_value(foe, self.unit, charged=True))
        return danger

    def _fire_from(self, foe: Band, gap: float, seen: float, cover: int) -> float:
        if not foe.reach or gap > foe.reach + STEP:
            return 0.0
        wounds = 0.0
        for m in foe.models:
            stays = volley_at(m.profile, self.unit.lead, _half_inches(gap), cover, moved=False)
            near = _half_inches(max(0.0, gap - STEP))
            goes = volley_at(m.profile, self.unit.lead, near, cover, moved=True)
            wounds += max(stays * seen, goes * max(seen, UNSEEN))
        return AIMED_AT * min(wounds, self.unit.wounds) * self.unit.value


def covered(survey: Survey, bases: Sequence[Disc]) -> int:
    """``CC-15``  Return the cover that half of some models stand in; 0 for none."""
    saves = list[int]()
    for base in bases:
        here = [a.cover for a in survey.look.table.board.areas if a.cover and a.holds(base)]
        if here:
            saves.append(min(here))
    half = (len(bases) + 1) // 2
    return sorted(saves)[half - 1] if len(saves) >= half else 0


def _nearest(at: Point, foe: Band) -> Model:
    def square(m: Model) -> float:
        dx, dy = m.at.x - at.x, m.at.y - at.y
        return dx * dx + dy * dy

    return min(foe.models, key=square)


def _half_inches(far: float) -> float:
    # Rounded up, so that few distances are asked for again and again.
    return -(-max(0.0, far) * 2 // 1) / 2
