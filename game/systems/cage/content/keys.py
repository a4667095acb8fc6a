"""Keys that the cage adds to files.

They are hands of weapons, and the cage in situations; units unfit for a cage are found here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from game.content.faults import Fault
from game.content.format_additions import FormatAdditions
from game.content.roster_units import RosterUnit
from game.content.schemas import ForSystem, Part, Several, Word, Written, about
from game.table.records import Fire, Profile, Weapon

HANDS = ("left hand", "right hand", "two-handed")
"""``TC-11``  Rules of weapons: the hands in which a champion holds them."""
MODEL_RULES = (
    "combat tactics",
    "hit and run",
    "stubborn",
    "counter-attack",
    "red thirst",
    "heavy armour",
)
"""``TC-10``, ``TC-24`` to ``TC-29``"""
CellAt = Annotated[
    tuple[Annotated[int, Field(ge=0, le=9)], Annotated[int, Field(ge=0, le=14)]],
    Field(strict=False),
    Written("`[ring, number]`"),
]
"""A cell: the numbers of its ring and of the cell."""
Turned = Annotated[
    int,
    Field(ge=0, le=355, multiple_of=5),
    Written("degrees in steps of 5", "degrees in steps of 5"),
]
CAGE = ForSystem("cage")
FACES = Written(
    "`out`, `clockwise`, `in`, `counter-clockwise`, a corner as `out and clockwise`; in the "
    "centre `edge 0`, or `edge 0 and the next`"
)


class LyingAt(Part):
    """A weapon on the floor."""

    model: Annotated[Word, Written("id of a model"), about("the model that dropped it")]
    weapon: Annotated[str, Written("name of a weapon"), about("the weapon")]
    cell: Annotated[CellAt, about("the cell in which it lies")]


class CageSituationKeys(Part):
    rings: Annotated[
        Several[Turned],
        CAGE,
        about("the turns of the rings, the centre first", usual="those of the map"),
    ] = ()
    dropped: Annotated[Several[LyingAt], CAGE, about("weapons on the floor")] = ()


class ChampionKeys(Part):
    cell: Annotated[
        CellAt | None, CAGE, about("its cell; its place in inches follows from it")
    ] = None
    faces: Annotated[str, CAGE, FACES, about("where it faces")] = "out"


class ExpectedCageKeys(Part):
    rings: Annotated[
        Several[Annotated[int, Written("degrees", "degrees")]] | None,
        CAGE,
        about("the turns of the rings, the centre first"),
    ] = None


class ExpectedChampionKeys(Part):
    cell: Annotated[
        Annotated[tuple[int, int], Field(strict=False), Written("`[ring, number]`")] | None,
        CAGE,
        about("its cell"),
    ] = None
    faces: Annotated[str | None, CAGE, FACES, about("where it faces")] = None
    holds: Annotated[
        Several[Annotated[str, Written("name of a weapon", "names of weapons")]] | None,
        CAGE,
        about("the weapons in its hands"),
    ] = None


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


ADDED = FormatAdditions(
    model_rules=MODEL_RULES,
    weapon_rules=HANDS,
    unfit_units=unfit_units,
    situation=CageSituationKeys,
    situation_model=ChampionKeys,
    expected=ExpectedCageKeys,
    expected_model=ExpectedChampionKeys,
)
