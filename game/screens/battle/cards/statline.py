"""What a card writes of a profile and its weapons, as its core tells them."""

from __future__ import annotations

from game.rules.kit.queries import Characteristic
from game.table.records import DiceExpression, Fire, Profile, Weapon

ROLLED = {"WS", "BS", "INV"}
"""In the modern core these are what a die needs."""
FIRST = "WARLORD"
"""The keyword that is told before all others."""


def is_modern(profile: Profile) -> bool:
    """``MC-01``  Return whether a profile is one of the modern core."""
    return profile.m > 0


def characteristics(profile: Profile) -> list[tuple[str, str]]:
    """Return what stands in the boxes of a card (``CC-01``, ``MC-01``)."""
    p = profile
    if is_modern(p):
        cells = [("M", f'{p.m}"'), ("WS", _needed(p.ws)), ("BS", _needed(p.bs))]
        cells += [("S", str(p.s)), ("T", str(p.t)), ("W", str(p.w))]
        cells += [("A", with_dice(p.a, p.a_dice)), ("LD", str(p.ld))]
    else:
        tough = f"{p.t}({p.own_t})" if p.own_t else str(p.t)
        cells = [("WS", str(p.ws)), ("BS", str(p.bs)), ("S", str(p.s)), ("T", tough)]
        cells += [("W", str(p.w)), ("I", str(p.i)), ("A", str(p.a)), ("LD", str(p.ld))]
    cells.append(("SV", f"{p.sv}+" if p.sv else "–"))
    return [*cells, ("INV", f"{p.inv}+")] if p.inv else cells


def changed(profile: Profile, number: Characteristic) -> tuple[str, str]:
    """Return the box of a number that is not what the profile says, as it is now."""
    name = number.name.upper()
    if is_modern(profile) and name in ROLLED:
        return name, _needed(number.now)
    if is_modern(profile) and name == "M":
        return name, f'{number.now}"'
    return name, with_dice(number.now, profile.a_dice) if name == "A" else str(number.now)


def kinds(profile: Profile) -> tuple[str, ...]:
    """Return what a model is: its types and special rules, or its keywords."""
    if not is_modern(profile):
        return (*profile.types, *profile.rules)
    words = sorted(profile.keywords, key=lambda word: word != FIRST)
    many = (f"{profile.powers} powers",) if profile.powers > 1 else ()
    return (*words, *profile.rules, *many)


def described(weapon: Weapon, *, modern: bool = False) -> str:
    """Return a weapon's range, strength, AP and type in one short line.

    What its name says already is left out; *modern*: with its damage (``MC-14``, ``MC-18``).
    """
    parts = [f'{weapon.range:g}"'] if weapon.fire is not Fire.MELEE else []
    more = f" + {weapon.more}" if weapon.more else ""
    times = f" x{weapon.times}" if weapon.times > 1 else ""
    parts.append(f"S{weapon.strength}" if weapon.strength else f"S user{times}{more}")
    parts.append(f"AP{weapon.ap}" if weapon.ap is not None else "AP–")
    if modern:
        parts.append(f"D{with_dice(weapon.damage, weapon.damage_dice)}")
        many = f" {with_dice(weapon.shots, weapon.shots_dice)}"
    else:
        many = f" {weapon.shots}" if weapon.fire in {Fire.ASSAULT, Fire.HEAVY} else ""
    kind = [] if weapon.fire is Fire.MELEE else [f"{weapon.fire}{many}"]
    blast = [f'blast {weapon.blast:g}"'] if weapon.blast else []
    rules = [rule for rule in weapon.rules if rule not in weapon.name]
    return " ".join([*parts, *kind, *blast, *rules])


def with_dice(plain: int, dice: DiceExpression) -> str:
    """Return a number with what is rolled for it: ``"d6"``, ``"2+d3"``, ``"2d6"``."""
    if not dice.many:
        return str(plain)
    rolled = f"{dice.many if dice.many > 1 else ''}d{dice.sides}"
    return f"{plain}+{rolled}" if plain else rolled


def _needed(roll: int) -> str:
    return f"{roll}+" if roll else "–"
