"""Hands, units that may fight in a cage, and the cage in situations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from game.content.faults import Fault
from game.content.roster_units import RosterUnit
from game.content.schemas import Part, Several, Word
from game.table.records import Fire, Profile, Weapon

HANDS = ("left hand", "right hand", "two-handed")
"""``TC-11``  Rules of weapons: the hands in which a champion holds them."""
ModelRule: TypeAlias = Literal[
    "combat tactics",
    "hit and run",
    "stubborn",
    "counter-attack",
    "red thirst",
    "heavy armour",
]
"""``TC-10``, ``TC-24`` to ``TC-29``"""
CellAt = Annotated[
    tuple[Annotated[int, Field(ge=0, le=9)], Annotated[int, Field(ge=0, le=14)]],
    Field(strict=False),
]
"""A cell: the numbers of its ring and of the cell."""
Turned = Annotated[int, Field(ge=0, le=355, multiple_of=5)]


class LyingAt(Part):
    """A weapon on the floor."""

    model: Word
    weapon: str
    cell: CellAt


class CageSituationKeys(Part):
    rings: Several[Turned] = ()
    dropped: Several[LyingAt] = ()


class ChampionKeys(Part):
    cell: CellAt | None = None
    faces: str = "out"


class ExpectedCageKeys(Part):
    rings: Several[int] | None = None
    """Rotation of each ring in degrees, the centre first."""


class ExpectedChampionKeys(Part):
    cell: Annotated[tuple[int, int], Field(strict=False)] | None = None
    faces: str | None = None
    holds: Several[str] | None = None
    """Names of the weapons in its hands."""


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
