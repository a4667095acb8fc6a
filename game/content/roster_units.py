"""Units as rosters list them, and the systems' restrictions on units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from game.content.faults import Fault
from game.table.records import Fire, Profile, Weapon

Slot = Literal["hq", "troops", "elites", "fast attack", "heavy support"]
"""``MC-26``  Slot of a unit in a detachment."""


@dataclass(frozen=True, slots=True)
class RosterModel:
    """A model of a unit; its id is a word, or its number in the unit."""

    id: str
    profile: Profile
    base: float


@dataclass(frozen=True, slots=True)
class RosterUnit:
    """A unit of a roster."""

    id: str
    name: str
    models: tuple[RosterModel, ...]
    only: str = ""
    """Scenario option without which the unit is left out; empty if it needs none."""
    unless: str = ""
    """Scenario option with which the unit is left out; empty if there is none."""
    points: int | None = None
    """``MC-26``  Points; these and the following fields are of the modern core."""
    slot: Slot | None = None
    detachment: str = ""
    """Id of the unit's detachment; may be empty if there is only one."""

    def comes(self, options: Mapping[str, Any]) -> bool:
        """Return whether the unit is brought to a game with these options."""
        return bool(options.get(self.only, not self.only)) and not options.get(self.unless)


HANDS = ("left hand", "right hand", "two-handed")


def hands(weapon: Weapon) -> tuple[str, ...]:
    """``TC-11``  Return the hands that hold a weapon: ``left``, ``right`` or both."""
    if "two-handed" in weapon.rules:
        return ("left", "right")
    return tuple(rule.removesuffix(" hand") for rule in HANDS[:2] if rule in weapon.rules)


def cage_faults(squads: Sequence[RosterUnit]) -> Iterator[Fault]:
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


def pursuit_faults(squads: Sequence[RosterUnit]) -> Iterator[Fault]:
    """Yield a fault for each unit with more than one model."""
    for n, squad in enumerate(squads):
        if len(squad.models) > 1:
            words = f"{squad.name} has {len(squad.models)} models: in a pursuit each acts alone"
            yield Fault(f"unit[{n}]", f"{words} (PU-01)")


_GROUNDED = ("bike", "beast", "cavalry")
_WALKERS = ("infantry", "jump infantry", "jetpack")
_HEAVY = ("vehicle", "monstrous creature")
_FREE = ("skimmer", "flier")


def takes_part(types: Sequence[str]) -> bool:
    """``ZG-02``  Return whether a model of these types may take part in zero-g.

    These are infantry, jump infantry and jetpacks; heavier models only if they hover.
    """
    if any(kind in types for kind in _GROUNDED):
        return False
    if any(kind in types for kind in _FREE):
        return True
    return any(kind in types for kind in _WALKERS) and not any(k in types for k in _HEAVY)


def zero_g_faults(squads: Sequence[RosterUnit]) -> Iterator[Fault]:
    """Yield the reasons why units may not take part in zero-g, with the model's name."""
    for n, squad in enumerate(squads):
        for trooper in squad.models:
            if not takes_part(trooper.profile.types):
                kinds = ", ".join(trooper.profile.types)
                words = f"{trooper.profile.name} ({kinds}) may not take part in zero-g (ZG-02)"
                yield Fault(f"unit[{n}]", words)
        if len(squad.models) > 1:
            words = f"{squad.name} has {len(squad.models)} models: in zero-g each is a unit"
            yield Fault(f"unit[{n}]", words)
