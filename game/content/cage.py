"""Hands, and the units that may fight in a cage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.content.faults import Fault
from game.content.roster_units import RosterUnit
from game.table.records import Fire, Profile, Weapon

HANDS = ("left hand", "right hand", "two-handed")


def hands(weapon: Weapon) -> tuple[str, ...]:
    """``TC-11``  Return the hands that hold a weapon: ``left``, ``right`` or both."""
    if "two-handed" in weapon.rules:
        return ("left", "right")
    return tuple(rule.removesuffix(" hand") for rule in HANDS[:2] if rule in weapon.rules)


def unfit_units(squads: Sequence[RosterUnit]) -> Iterator[Fault]:
    """Yield the reasons why units may not fight in a cage, with the model's name."""
    for n, squad in enumerate(squads):
        if len(squad.models) > 1:
            words = f"{squad.name} has {len(squad.models)} models: a champion fights alone"
            yield Fault(f"unit[{n}]", f"{words} (TC-04)")
        for trooper in squad.models:
            for words in _faults(trooper.profile):
                yield Fault(f"unit[{n}]", f"{trooper.profile.name} {words}")


def _faults(profile: Profile) -> Iterator[str]:
    if not profile.i:
        yield "has Initiative 0: it could never act (TC-06)"
    if not profile.weapons:
        yield "has no weapon in either hand (TC-11)"
    held = dict[str, str]()
    for weapon in profile.weapons:
        if weapon.fire is not Fire.MELEE:
            yield f"brings its {weapon.name}, which is not a close combat weapon (TC-22)"
        elif not hands(weapon):
            text = ", ".join(HANDS)
            yield f"has no weapon hand for its {weapon.name}: it must be one of {text} (TC-11)"
        for hand in hands(weapon):
            if hand in held:
                yield f"holds {held[hand]} and {weapon.name} in its {hand} hand (TC-11)"
            held[hand] = weapon.name
