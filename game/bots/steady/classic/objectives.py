"""Rough numbers for planning: what units do to one another at a distance or hand to hand.

They look at profiles, distances and cover, not at single lines of sight. What is decided at
once, a shot or a charge, goes by the exact odds of the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from game.rules.classic.melee_attacks import arms
from game.rules.classic.targeting import RAPID_RANGE, relentless
from game.rules.classic.unit_state import (
    SECOND_CHANCE,
    pierces,
    strength_of,
    to_shoot,
    to_strike,
    to_wound,
)
from game.rules.kit.probability import NEVER, chance_of_face
from game.table.records import Fire, Model, ModelId, Profile, Side, UnitId, Weapon

BLAST_HITS = 1.4
"""How many models a marker of three inches is likely to touch."""
BARE = Weapon("bare hands", Fire.MELEE)


@lru_cache(4096)
def shot(weapon: Weapon, firer: Profile, foe: Profile, cover: int) -> float:
    """Return how many wounds one shot is likely to take off."""
    if to_shoot(firer.bs) == NEVER:
        return 0.0
    hits = chance_of_face(to_shoot(firer.bs))
    again = SECOND_CHANCE.get(firer.bs, NEVER)
    if "twin-linked" in weapon.rules:
        again = to_shoot(firer.bs)
    hits += (1.0 - hits) * chance_of_face(again)
    if weapon.blast:
        hits = BLAST_HITS * weapon.blast / 3.0
    strength = weapon.strength or firer.s
    return hits * _wounds(strength, weapon, foe, cover, fist=False)


def _wounds(strength: int, weapon: Weapon, foe: Profile, cover: int, *, fist: bool) -> float:
    """Return how many wounds one hit takes off."""
    saves = [NEVER]
    if foe.inv:
        saves.append(foe.inv)
    if cover:
        saves.append(cover - foe.has("stealth"))
    if foe.sv and not fist and not pierces(weapon.ap, foe.sv):
        saves.append(foe.sv)
    wounds = chance_of_face(to_wound(strength, foe.t))
    each = foe.w if strength >= 2 * (foe.own_t or foe.t) else 1
    if "rending" in weapon.rules and wounds:
        rent = NEVER if foe.inv is None else foe.inv
        return each * (
            (wounds - chance_of_face(6)) * _fails(min(saves)) + chance_of_face(6) * _fails(rent)
        )
    return each * wounds * _fails(min(saves))


def _fails(save: int) -> float:
    return 1.0 - chance_of_face(max(2, save))


@lru_cache(4096)
def volley_at(firer: Profile, foe: Profile, far: float, cover: int, *, moved: bool) -> float:
    """Return how many wounds one model is likely to take off at a distance, in half inches."""
    best = 0.0
    for weapon in firer.weapons:
        shots = shots_at(weapon, far, moved=moved)
        if shots:
            best = max(best, shots * shot(weapon, firer, foe, cover))
    return best


def shots_at(weapon: Weapon, far: float, *, moved: bool) -> int:
    """``CC-09``  Return how often a weapon fires at a distance; 0 where it does not."""
    if weapon.fire is Fire.MELEE or far > weapon.range:
        return 0
    if weapon.fire is Fire.HEAVY and moved:
        return 0
    if weapon.fire is Fire.RAPID:
        if far <= RAPID_RANGE:
            return 2
        return 0 if moved else 1
    return weapon.shots


def reach_of(models: Sequence[Model]) -> float:
    """Return how far the furthest weapon of some models carries, in inches; 0 for none."""
    return max(
        [w.range for m in models if m.profile.bs for w in m.profile.weapons if w.range],
        default=0.0,
    )


def steady(model: Model, *, moved: bool) -> bool:
    """Return whether a model fires as if stationary."""
    return relentless(model) or not moved


@lru_cache(4096)
def blows(attacker: Profile, foe: Profile, *, charged: bool) -> float:
    """Return how many wounds one model is likely to take off in a round hand to hand."""
    weapons = _arms(attacker) or (BARE,)
    fighting = [w for w in attacker.weapons if w.fire in (Fire.MELEE, Fire.PISTOL)]
    attacks = attacker.a + charged + (len(fighting) >= 2)
    hits = chance_of_face(to_strike(attacker.ws, foe.ws))
    best = 0.0
    for weapon in weapons:
        strength = strength_of(weapon, attacker.s)
        if charged and "lance" in weapon.rules:
            strength = min(10, strength + 2)
        bare = "power fist" in weapon.rules or "power weapon" in weapon.rules
        best = max(best, _wounds(strength, weapon, foe, 0, fist=bare))
    return attacks * hits * best


@lru_cache(256)
def _arms(profile: Profile) -> tuple[Weapon, ...]:
    return arms(Model(ModelId(""), UnitId(""), Side(""), profile, 0.5))


def half_inches(far: float) -> float:
    """Return a distance rounded up: so that few are asked for again and again."""
    return -(-max(0.0, far) * 2 // 1) / 2
