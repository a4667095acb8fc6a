"""Expected wounds of shots, volleys or blows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from game.content.armouries.weapon_rules import CLASSIC
from game.cores.classic.rules.melee_attacks import allows_armour, arms, has_two_weapons
from game.cores.classic.rules.targeting import (
    range_after_move,
    relentless,
    reroll_reason,
    shots_of,
)
from game.cores.classic.rules.unit_state import (
    pierces,
    strength_of,
    to_shoot,
    to_strike,
    to_wound,
)
from game.cores.classic.rules.wounds import slays
from game.cores.kit.attacks import triggers_of
from game.cores.kit.dice_chances import NEVER, chance_of_face
from game.geometry.limits import is_more_than
from game.table.records import Fire, Model, Profile, Weapon

BLAST_HITS = 1.4
"""Expected number of models touched by a three-inch blast marker."""


@lru_cache(4096)
def shot(weapon: Weapon, firer: Profile, foe: Profile, cover: int) -> float:
    """Return the expected number of wounds of one shot."""
    need = to_shoot(firer.bs)
    if need == NEVER:
        return 0.0
    hits = chance_of_face(need)
    if again := reroll_reason(weapon, firer.bs, need):
        hits += (1.0 - hits) * chance_of_face(again.need)
    if weapon.blast:
        hits = BLAST_HITS * weapon.blast / 3.0
    strength = weapon.strength or firer.s
    return hits * _wounds(strength, weapon, foe, cover, armour=True)


def _wounds(strength: int, weapon: Weapon, foe: Profile, cover: int, *, armour: bool) -> float:
    """Return the expected number of wounds of one hit."""
    saves = [NEVER]
    if foe.inv:
        saves.append(foe.inv)
    if cover:
        saves.append(cover - foe.has("stealth"))
    if foe.sv and armour and not pierces(weapon.ap, foe.sv):
        saves.append(foe.sv)
    wounds = chance_of_face(to_wound(strength, foe.t))
    each = foe.w if slays(strength, foe.own_t or foe.t) else 1
    if wounds and any(t.ap for t in triggers_of(weapon, CLASSIC)):
        # A 6 to wound pierces armour: take it that only an invulnerable save is left.
        rent, six = NEVER if foe.inv is None else foe.inv, chance_of_face(6)
        return each * ((wounds - six) * _fails(min(saves)) + six * _fails(rent))
    return each * wounds * _fails(min(saves))


def _fails(save: int) -> float:
    return 1.0 - chance_of_face(max(2, save))


@lru_cache(4096)
def volley_at(firer: Profile, foe: Profile, inches: float, cover: int, *, moved: bool) -> float:
    """Return the expected wounds of one model's fire at *inches*, in steps of 0.5."""
    best = 0.0
    for weapon in firer.weapons:
        shots = shots_at(weapon, inches, moved=moved)
        if shots:
            best = max(best, shots * shot(weapon, firer, foe, cover))
    return best


def shots_at(weapon: Weapon, inches: float, *, moved: bool) -> int:
    """``CC-09``  Return the number of shots of a weapon at *inches*; it may be 0."""
    if weapon.fire is Fire.MELEE or (moved and weapon.fire is Fire.HEAVY):
        return 0
    reach = range_after_move(weapon) if moved else weapon.range
    return 0 if is_more_than(inches, reach) else shots_of(weapon, inches)


def reach_of(models: Sequence[Model]) -> float:
    """Return the longest weapon range of some models in inches; 0 for none."""
    return max(
        [w.range for m in models if m.profile.bs for w in m.profile.weapons if w.range],
        default=0.0,
    )


def steady(model: Model, *, moved: bool) -> bool:
    """Return whether a model fires as if stationary."""
    return relentless(model) or not moved


@lru_cache(4096)
def blows(attacker: Profile, foe: Profile, *, charged: bool) -> float:
    """Return the expected wounds of one model in a round of combat."""
    attacks = attacker.a + charged + has_two_weapons(attacker)
    hits = chance_of_face(to_strike(attacker.ws, foe.ws))
    best = 0.0
    for weapon in arms(attacker):
        strength = strength_of(weapon, attacker.s, charged=charged)
        best = max(best, _wounds(strength, weapon, foe, 0, armour=allows_armour(weapon)))
    return attacks * hits * best


def half_inches(inches: float) -> float:
    """Return a distance rounded up to half an inch, so that fewer values are cached."""
    return -(-max(0.0, inches) * 2 // 1) / 2
