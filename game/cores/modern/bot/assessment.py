"""A side's knowledge of the table in the modern core."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import inf, sqrt

from game.bots.steady.hazards import HazardForecast
from game.bots.steady.unit_on_table import UnitOnTable
from game.bots.steady.walking_distance import DistanceField, field_to
from game.cores.kit.queries import AIMS, ScoringPlace
from game.cores.modern.bot.weights import ModernWeights
from game.cores.modern.rules.melee_attacks import arms
from game.cores.modern.rules.movement import engaged
from game.cores.modern.rules.targeting import is_doubled
from game.cores.modern.rules.wounds import to_hit, to_save, to_wound
from game.geometry.points import Point
from game.play.game import GameView
from game.table.records import DiceExpression, Fire, Profile, Side, UnitId, Weapon

SHELTERED = 0.5
"""Average improvement of a save by cover, in pips of the die."""
CLOSE = 9.0
"""Inches at which units are compared."""
ROUNDS = 6
"""Expected number of rounds of a battle (``MP-27``)."""
YARDSTICK = Profile("trooper", ws=4, bs=4, s=3, t=4, w=1, a=1, ld=7, sv=5, m=6)


def average_damage(fixed: int, dice: DiceExpression) -> float:
    """Return the average of a number with dice; a d6 counts 3.5, a d3 counts 2."""
    return fixed + dice.many * (2.0 if dice.sides == 3 else 3.5)


@lru_cache(8192)
def shot(weapon: Weapon, by: Profile, at: Profile, off: float, *, moved: bool) -> float:
    """Return the expected wounds of a weapon fired from *off* inches away."""
    if weapon.fire is Fire.MELEE or off > weapon.range:
        return 0.0
    shots = average_damage(weapon.shots, weapon.shots_dice)
    if is_doubled(weapon, off):
        shots *= 2
    need = to_hit(by.bs, -int(moved and weapon.fire is Fire.HEAVY))
    return shots * _chance(need) * harm_of_hit(weapon, by, at, SHELTERED)


@lru_cache(8192)
def fire(by: Profile, at: Profile, off: float, *, moved: bool) -> float:
    """Return the expected wounds of a model's fire with all its weapons."""
    return sum([shot(weapon, by, at, off, moved=moved) for weapon in by.weapons])


@lru_cache(2048)
def blows(by: Profile, at: Profile) -> float:
    """Return the expected wounds of a model in a round of combat."""
    attacks = average_damage(by.a, by.a_dice)
    best = max([harm_of_hit(weapon, by, at, 0.0) for weapon in arms(by)])
    return attacks * _chance(to_hit(by.ws)) * best


@lru_cache(512)
def reach(by: Profile) -> float:
    """Return the longest range of a model's weapons, in inches."""
    return max([w.range for w in by.weapons if w.fire is not Fire.MELEE], default=0.0)


def harm_of_hit(weapon: Weapon, by: Profile, at: Profile, cover: float) -> float:
    """Return the expected wounds of one hit; *cover* improves the save, in pips."""
    strength = weapon.strength or by.s * weapon.times + weapon.more
    return _chance(to_wound(strength, at.t)) * harm_of_wound(weapon, by, at, cover)


def harm_of_wound(weapon: Weapon, by: Profile, at: Profile, cover: float) -> float:
    """Return the expected wounds lost by a hit that has wounded."""
    ap = weapon.ap or 0
    fails = 1.0 - max(_chance(to_save(at.sv, ap)) + cover / 6, _chance(at.inv or 9))
    cost = min(average_damage(weapon.damage, weapon.damage_dice), float(at.w))
    return min(1.0, max(1 / 6, fails)) * cost


def _chance(need: int) -> float:
    return max(0.0, (7 - max(2, need)) / 6)


@dataclass(frozen=True)
class ModernUnitSummary(UnitOnTable):
    """A unit on the table."""

    weights: ModernWeights

    @cached_property
    def distance(self) -> float:
        """Return its movement distance in inches."""
        return float(min([m.profile.m for m in self.models]))

    @cached_property
    def reach(self) -> float:
        return max([reach(m.profile) for m in self.models])

    @cached_property
    def worth(self) -> float:
        """Return the value of its destruction to the enemy, in points."""
        lord = (
            self.weights.warlord if any(m.profile.has("WARLORD") for m in self.models) else 0.0
        )
        return self.weights.kill + lord + self.weights.deeds * max(self.shoots, self.strikes)

    @property
    def value(self) -> float:
        """Return the value of one of its wounds, in points."""
        return self.worth / self.full

    @cached_property
    def shoots(self) -> float:
        """Return the expected wounds of its fire on a standard target near by."""
        return sum([fire(m.profile, YARDSTICK, CLOSE, moved=True) for m in self.models])

    @cached_property
    def strikes(self) -> float:
        """Return the expected wounds of its blows on a standard target."""
        return sum([blows(m.profile, YARDSTICK) for m in self.models])

    def fire_at(self, foe: ModernUnitSummary, offs: Sequence[float], *, moved: bool) -> float:
        """Return its expected wounds of fire on a unit; *offs* are the models' distances."""
        lead = foe.lead
        wounds = sum(
            fire(m.profile, lead, float(round(off)), moved=moved)
            for m, off in zip(self.models, offs, strict=True)
        )
        return min(wounds, float(foe.wounds))

    def blows_at(self, foe: ModernUnitSummary) -> float:
        """Return its expected wounds on a unit in a round of combat."""
        share = min(1.0, (2 * len(foe.models) + 4) / len(self.models))
        wounds = share * sum([blows(m.profile, foe.lead) for m in self.models])
        return min(wounds, float(foe.wounds))

    def brawl(self, foe: ModernUnitSummary) -> float:
        """Return the value in points of charging a unit; its own blows come first."""
        mine = self.blows_at(foe)
        left = 1.0 - mine / foe.wounds
        return mine * foe.value - left * foe.blows_at(self) * self.value

    def ties(self, foe: ModernUnitSummary) -> float:
        """Return the value in points of the fire that a unit loses while it is in combat."""
        return self.weights.ties * self.weights.deeds * max(0.0, foe.shoots - self.shoots)

    def gain(self, foe: ModernUnitSummary) -> float:
        """Return the value in points of a charge that arrives."""
        return self.brawl(foe) + self.ties(foe)

    def volley(self, foe: ModernUnitSummary) -> float:
        """Return the value in points of its fire on a unit near by."""
        offs = [min(CLOSE, self.reach)] * len(self.models)
        return self.fire_at(foe, offs, moved=True) * foe.value

    def attack(self, foe: ModernUnitSummary) -> float:
        """Return the value in points of what it does best against a unit."""
        return self.gain(foe) if self.fights else self.volley(foe)

    @property
    def fights(self) -> bool:
        """Return whether it does more in combat than by fire."""
        return self.strikes >= self.shoots


@dataclass(frozen=True)
class ModernAssessment:
    view: GameView
    side: Side
    weights: ModernWeights

    @cached_property
    def mine(self) -> tuple[ModernUnitSummary, ...]:
        return self._troops(self.side)

    @cached_property
    def foes(self) -> tuple[ModernUnitSummary, ...]:
        return self._troops(self.view.table.enemy(self.side))

    @cached_property
    def scoring_places(self) -> tuple[ScoringPlace, ...]:
        """Return the places that score for this side."""
        return tuple(AIMS.of(self.view, self.side))

    @cached_property
    def rounds(self) -> int:
        """Return the expected number of rounds left, the current one included."""
        return max(1, ROUNDS - self.view.table.clock.round + 1)

    @cached_property
    def hazards(self) -> HazardForecast:
        return HazardForecast.of(self.view)

    @cached_property
    def _known(self) -> dict[UnitId, ModernUnitSummary]:
        return {}

    def summary(self, unit_id: UnitId) -> ModernUnitSummary:
        """Return a unit as it is now; one in reserve with all its models."""
        if unit_id not in self._known:
            table = self.view.table
            unit = table.units[unit_id]
            models = tuple(table.of(unit_id)) or tuple(table.models[m] for m in unit.models)
            full = sum([table.models[m].profile.w for m in unit.models])
            self._known[unit_id] = ModernUnitSummary(unit, models, full, self.weights)
        return self._known[unit_id]

    def engaged(self, summary: ModernUnitSummary) -> bool:
        return engaged(self.view.table, summary.id)

    def field(self, summary: ModernUnitSummary, at: Point) -> DistanceField:
        """Return the distances of a unit to a point."""
        return field_to(self.view.table.board, summary.base, at)

    def _troops(self, side: Side) -> tuple[ModernUnitSummary, ...]:
        return tuple(self.summary(u.id) for u in self.view.table.fielded(side))


def off(at: Point, base: float, foe: ModernUnitSummary) -> float:
    """Return the distance in inches from a base to the nearest of a unit, edge to edge."""
    best = inf
    for m in foe.models:
        dx, dy = m.at[0] - at[0], m.at[1] - at[1]
        apart = sqrt(dx * dx + dy * dy) - m.base
        best = min(best, apart)
    return max(0.0, best - base)


def apart(places: Sequence[Point], base: float, foe: ModernUnitSummary) -> float:
    """Return the distance in inches from some places to a unit, edge to edge."""
    return min([off(at, base, foe) for at in places], default=inf)
