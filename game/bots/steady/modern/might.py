"""Rough numbers for fire and blows: how many wounds one model is likely to take off another.

Numbers of a profile stand for a whole unit: no table is read, so they are kept.
"""

from __future__ import annotations

from functools import lru_cache

from game.rules.modern.dice_tables import to_hit, to_save, to_wound
from game.table.records import DiceExpression, Fire, Profile, Weapon

SHELTERED = 0.5
"""What cover is likely to add to a save."""
UNARMED = Weapon("bare hands", Fire.MELEE, ap=0)
"""``MC-01``  S user, AP 0, D 1."""


def mean(fixed: int, dice: DiceExpression) -> float:
    """Return what a number with dice is on average: a d6 3.5, a d3 2."""
    return fixed + dice.many * (2.0 if dice.sides == 3 else 3.5)


@lru_cache(8192)
def shot(weapon: Weapon, by: Profile, at: Profile, off: float, *, moved: bool) -> float:
    """Return the wounds that a weapon takes off some inches away."""
    if weapon.fire is Fire.MELEE or off > weapon.range:
        return 0.0
    shots = mean(weapon.shots, weapon.shots_dice)
    if weapon.fire is Fire.RAPID and off <= weapon.range / 2:
        shots *= 2
    need = to_hit(by.bs, -int(moved and weapon.fire is Fire.HEAVY))
    return shots * _chance(need) * _harm(weapon, by, at, SHELTERED)


@lru_cache(8192)
def fire(by: Profile, at: Profile, off: float, *, moved: bool) -> float:
    """Return the wounds that a model takes off with all that it fires."""
    return sum([shot(weapon, by, at, off, moved=moved) for weapon in by.weapons])


@lru_cache(2048)
def blows(by: Profile, at: Profile) -> float:
    """Return the wounds that a model takes off in a round of a fight."""
    arms = [w for w in by.weapons if w.fire is Fire.MELEE] or [UNARMED]
    attacks = mean(by.a, by.a_dice)
    best = max([_harm(weapon, by, at, 0.0) for weapon in arms])
    return attacks * _chance(to_hit(by.ws)) * best


@lru_cache(512)
def reach(by: Profile) -> float:
    """Return how far a model shoots, in inches."""
    return max([w.range for w in by.weapons if w.fire is not Fire.MELEE], default=0.0)


def _harm(weapon: Weapon, by: Profile, at: Profile, cover: float) -> float:
    """Return the wounds that a hit is likely to cost."""
    strength = weapon.strength or by.s * weapon.times + weapon.more
    wounds = _chance(to_wound(strength, at.t))
    ap = weapon.ap or 0
    fails = 1.0 - max(_chance(to_save(at.sv, ap)) + cover / 6, _chance(at.inv or 9))
    cost = min(mean(weapon.damage, weapon.damage_dice), float(at.w))
    return wounds * min(1.0, max(1 / 6, fails)) * cost


def _chance(need: int) -> float:
    return max(0.0, (7 - max(2, need)) / 6)
