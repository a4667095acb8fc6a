"""Terms of the chances in any battle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import sqrt
from typing import NamedTuple

from game.bots.turns import TURNS, turns_left
from game.cores.kit.queries import AIMS, STAKES, ScoringPlace
from game.geometry.points import Point, distance
from game.geometry.polygons import off_polygon
from game.play.game import GameView
from game.rules import MISSIONS
from game.rules.catalog import points
from game.table.records import Fire, Model, Profile, Side, UnitId, Where
from game.table.state import Table

Terms = dict[str, float]
"""Values of the named terms of a position."""

NAMES = (
    "first_side",
    "tempo",
    "points",
    "value",
    "units",
    "markers",
    "income",
    "exits",
    "charge",
    "fire",
)
"""Names of the terms of a battle; each is the first side's advantage."""
HALF = 6.0
"""Inches at which being near a place, or an enemy, counts half."""
PACE = 8.0
"""Inches that a unit covers in a turn, running included."""
SPARE = 2.0
"""Turns to spare with which arrival is certain; as many too few, and it is impossible."""
MARKER = 2.0, 3.0
"""Value and reach of an objective marker of which a mission says nothing."""
TYPICAL = 4
"""Toughness, and strength, of a typical model."""


def game_name(view: GameView) -> str:
    """Return the name under which a game is scored: its mission, or else its system."""
    return next((part for part in view.rules.parts if part in MISSIONS), view.rules.system)


class FieldedUnit(NamedTuple):
    """A unit on the table; it counts as being where its first model is."""

    at: Point
    base: float
    models: int
    strikes: float
    shoots: float
    reach: float


@dataclass(frozen=True)
class ForceFigures:
    """One side's models, counted."""

    units: Sequence[FieldedUnit]
    value: float
    """Share of its value that is left, from 0 to 1."""
    unit_share: float
    """Share of its units that are left."""
    wounds: int
    """Number of wounds that it had when unhurt."""


def forces(table: Table) -> dict[Side, ForceFigures]:
    """Return the forces of both sides."""
    known = dict[int, ProfileFigures]()
    standing = dict[UnitId, list[Model]]()
    left, full = dict.fromkeys(table.sides, 0.0), dict.fromkeys(table.sides, 0.0)
    wounds, alive = dict.fromkeys(table.sides, 0), dict[UnitId, Side]()
    on, reserve = Where.TABLE, Where.RESERVE
    for m in table.models.values():
        # To hash a profile takes longer than all the rest, so it is done once for each.
        if (figures := known.get(id(m.profile))) is None:
            figures = known[id(m.profile)] = figures_of(m.profile)
        full[m.side] += figures.value * m.profile.w
        wounds[m.side] += m.profile.w
        if m.where is on or m.where is reserve:
            left[m.side] += figures.value * m.wounds
            alive[m.unit] = m.side
            if m.where is on:
                standing.setdefault(m.unit, []).append(m)
    fielded: dict[Side, list[FieldedUnit]] = {side: [] for side in table.sides}
    for models in standing.values():
        first, armed = models[0], [known[id(m.profile)] for m in models]
        unit = FieldedUnit(
            first.at,
            first.base,
            len(models),
            strikes=sum([one.strikes for one in armed]),
            shoots=sum([one.shoots for one in armed]),
            reach=max([one.reach for one in armed]),
        )
        fielded[first.side].append(unit)
    units, remaining = [unit.side for unit in table.units.values()], [*alive.values()]
    return {
        side: ForceFigures(
            fielded[side],
            value=left[side] / (full[side] or 1.0),
            unit_share=remaining.count(side) / (units.count(side) or 1),
            wounds=wounds[side],
        )
        for side in table.sides
    }


class ProfileFigures(NamedTuple):
    """Rough figures of a model, the same in every position."""

    value: float
    """Value of one of its wounds: how hard it is to take off."""
    strikes: float
    """Wounds that it takes off typical models in a round of combat."""
    shoots: float
    """Wounds that it takes off typical models in a turn of fire."""
    reach: float
    """Longest range of its weapons, in inches."""


@lru_cache(512)
def figures_of(profile: Profile) -> ProfileFigures:
    """Return the figures of a model by its profile."""
    skill = (7 - profile.ws) / 6 if profile.is_modern else min(6, profile.ws + 2) / 9
    strong = [w.strength or profile.s * w.times + w.more for w in profile.weapons]
    aim = (7 - profile.bs) / 6 if profile.is_modern else min(5, profile.bs) / 6
    guns = [w for w in profile.weapons if w.fire is not Fire.MELEE and profile.bs]
    shots = [(w.shots + w.shots_dice.many * 2 + w.blast) * _wounds(w.strength) for w in guns]
    return ProfileFigures(
        value=value_of_wound(profile),
        strikes=profile.a * max(0.0, skill) * _wounds(max([profile.s, *strong])),
        shoots=max(0.0, aim) * max(shots, default=0.0),
        reach=max([w.range for w in guns], default=0.0),
    )


def value_of_wound(profile: Profile) -> float:
    """Return the value of one wound of a model: how hard it is to take off."""
    save = min(profile.sv or 7, profile.inv or 7)
    return max(1, profile.t) / max(1, save - 1)


def _wounds(strength: int) -> float:
    return min(5, max(1, strength)) / (2.0 * TYPICAL)


@dataclass(frozen=True)
class BattleTerms:
    """Computes the terms of one position."""

    view: GameView

    @cached_property
    def name(self) -> str:
        return game_name(self.view)

    @cached_property
    def forces(self) -> dict[Side, ForceFigures]:
        return forces(self.view.table)

    @cached_property
    def turns_each(self) -> tuple[int, int]:
        """Return the number of turns that each side has left."""
        one, other = self.view.table.sides
        return turns_left(self.view, one), turns_left(self.view, other)

    @property
    def turns(self) -> float:
        """Return the mean number of turns that the sides have left."""
        return sum(self.turns_each) / 2

    @cached_property
    def points(self) -> dict[Side, int]:
        return points(self.name, self.view.table)

    def terms(self) -> Terms:
        """Return the first side's advantages."""
        table = self.view.table
        mine, theirs = (self.of(side) for side in table.sides)
        whole = int(self.view.rules.options.get("turns", TURNS)) or TURNS
        return {
            "first_side": min(1.0, self.turns / whole),
            "tempo": float(self.turns_each[0] - self.turns_each[1]),
            **{term: mine[term] - theirs[term] for term in mine},
        }

    def of(self, side: Side) -> Terms:
        """Return the terms of one side."""
        force = self.forces[side]
        charge, fire = self._threats(side)
        markers, income, exits = self._places(side)
        late = sqrt(1.0 + self.turns)
        return {
            "points": self.points[side] / late,
            # An army is worth as much as it has turns to use; points in the end count alone.
            "value": force.value * self.turns / late,
            "units": force.unit_share,
            "markers": markers,
            "income": income / late,
            "exits": exits / late,
            "charge": charge,
            "fire": fire,
        }

    def _threats(self, side: Side) -> tuple[float, float]:
        """Return the shares of the enemy's wounds that charges and fire might take."""
        foe = self.forces[self.view.table.enemy(side)]
        charge = fire = 0.0
        for unit in self.forces[side].units if foe.units else ():
            off = min([distance(unit.at, f.at) - f.base for f in foe.units]) - unit.base
            charge += unit.strikes * near(off)
            fire += unit.shoots * (off <= unit.reach)
        return charge / (foe.wounds or 1), fire / (foe.wounds or 1)

    def _places(self, side: Side) -> tuple[float, float, float]:
        """Return the points to come: of markers nearby, of markers held now, by exits."""
        mine, theirs = self._units(side), self._units(self.view.table.enemy(side))
        markers = income = exits = 0.0
        pays_each_turn = any(True for _ in STAKES.of(self.view, None))
        for place in self._aims(side):
            if place.each:
                exits += place.value * sum([self._leave(u, place) for u in mine])
                continue
            off = min([_off(u, place) for u in mine], default=99.0)
            markers += place.value * near(off)
            if pays_each_turn and off <= 0.0 and all(_off(u, place) > 0.0 for u in theirs):
                income += place.value * self.turns
        return markers, income, exits

    def _units(self, side: Side) -> Sequence[FieldedUnit]:
        return self.forces[side].units

    def _aims(self, side: Side) -> Sequence[ScoringPlace]:
        value, reach = MARKER
        return [*AIMS.of(self.view, side)] or [
            ScoringPlace(marker.id, marker.at, value, reach)
            for marker in self.view.table.objectives
        ]

    def _leave(self, unit: FieldedUnit, place: ScoringPlace) -> float:
        """Return roughly how many models of a unit leave by an exit before the end."""
        spare = self.turns - _off(unit, place) / PACE
        return unit.models * min(1.0, max(0.0, 0.5 + spare / (2 * SPARE)))


def near(inches: float) -> float:
    """Return 1 at a place, and half as much for each ``HALF`` inches off."""
    nearness: float = 0.5 ** (max(0.0, inches) / HALF)
    return nearness


def _off(unit: FieldedUnit, place: ScoringPlace) -> float:
    """Return the inches that a unit's first model is away from a place."""
    straight = off_polygon(unit.at, place.outline) if place.outline else None
    return (distance(unit.at, place.at) if straight is None else straight) - (
        place.reach + unit.base
    )


def terms(view: GameView) -> Terms:
    """Return the terms of a battle."""
    return BattleTerms(view).terms()
