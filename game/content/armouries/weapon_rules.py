"""Armouries with their weapon rules, as data for dice rolls as well as for odds."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo
from pydantic_core import PydanticCustomError

from game.content.added_formats import WEAPON_RULES
from game.content.faults import did_you_mean
from game.content.schemas import Refers, Written, about
from game.systems import NAMES, entry_of
from game.table.records import How, Profile, Weapon

_SAVE = re.compile(r"[2-6]\+")
Inches = Annotated[float, Field(gt=0, le=120), Written("inches")]
Base = Annotated[float, Field(ge=0.25, le=3)]
"""Radius of a base in inches."""
ABOUT_SYSTEM = about(
    "the rule system; matched play uses `modern`",
    value=", ".join(f"`{name}`" for name in NAMES if entry_of(name).profiles),
)


class AttackStage(StrEnum):
    """A roll of an attack, by its name in the log."""

    HIT = "to hit"
    WOUND = "to wound"
    SAVE = "to save"


@dataclass(frozen=True, slots=True)
class Trigger:
    """The effect of an unmodified face of a die in one stage of an attack."""

    name: str
    clause: str
    stage: AttackStage
    _: KW_ONLY
    face: int
    ap: int | None = None
    """The die's wound has at least this AP."""
    hits: int = 0
    """Number of further hits."""
    mortal: int = 0
    """Wounds that the target takes without a save, after all others of the attack."""
    confirms: int = 0
    """If not 0, *mortal* needs this or less on another die."""
    how: How | None = None
    """Cause of the losses by *mortal*; by default that of the attack."""
    backfires: bool = False
    """True if the attacking model takes a wound, which it may save."""


@dataclass(frozen=True, slots=True)
class WeaponRule:
    """A special rule of weapons."""

    triggers: tuple[Trigger, ...] = ()
    special: bool = False
    """``CC-28``  True if it makes a close combat weapon special."""
    no_armour: bool = False
    """``CC-28``  True if blows with the weapon allow no armour saves."""


CLASSIC: Mapping[str, WeaponRule] = {
    "twin-linked": WeaponRule(),
    "gets hot": WeaponRule(
        (Trigger("gets hot", clause="CC-09", stage=AttackStage.HIT, face=1, backfires=True),)
    ),
    "rending": WeaponRule(
        (Trigger("rending", clause="CC-28", stage=AttackStage.WOUND, face=6, ap=2),),
        special=True,
    ),
    "power weapon": WeaponRule(special=True, no_armour=True),
    "power fist": WeaponRule(special=True, no_armour=True),
    "lance": WeaponRule(special=True),
    "barrage": WeaponRule(),
    **dict.fromkeys(WEAPON_RULES, WeaponRule()),
}
"""``CC-09``, ``CC-11``, ``CC-28``  Rules of weapons, and those of systems."""
MODERN: Mapping[str, WeaponRule] = {
    "rending": WeaponRule(
        (Trigger("rending", clause="MC-01", stage=AttackStage.WOUND, face=6, ap=-4),)
    ),
    "ignores cover": WeaponRule(),
}
"""``MC-01``, ``MP-03``  The same of the modern core."""


def named_in(known: Collection[str]) -> AfterValidator:
    """Return the check of a file that a weapon rule is a known one."""

    def check(word: str) -> str:
        if word not in known:
            options = ", ".join([f"'{name}'" for name in known])
            raise PydanticCustomError("literal_error", "unknown", {"expected": options})
        return word

    return AfterValidator(check)


@dataclass(frozen=True, slots=True)
class ArmouryProfile:
    """A profile with the size of its base."""

    profile: Profile
    base: float
    """Radius of the base in inches."""


@dataclass(frozen=True, slots=True, eq=False)
class Armoury:
    """The weapons and profiles available to the rosters of a system.

    It is equal only to itself, so that it can key caches.
    """

    title: str
    system: str
    weapons: Mapping[str, tuple[Weapon, ...]]
    """Modes by weapon name; ``grenade launcher`` includes ``grenade launcher, frag``."""
    kinds: Mapping[str, ArmouryProfile]


def armed(
    names: Iterable[str], weapons: Mapping[str, tuple[Weapon, ...]]
) -> tuple[Weapon, ...]:
    """Return all modes of the named weapons; raise KeyError for an unknown name."""
    return tuple(weapon for name in names for weapon in weapons[name])


def by_name(weapons: Any) -> dict[str, list[str]]:
    """Return the weapons by the names that refer to them.

    A name refers to the weapon itself; the part before a comma refers to all its modes.
    """
    called = dict[str, list[str]]()
    for name in weapons if isinstance(weapons, dict) else ():
        called.setdefault(name, []).append(name)
        if "," in name:
            called.setdefault(name.partition(",")[0], []).append(name)
    return called


def _save(raw: Any) -> int | None:
    if raw == "-":
        return None
    if not isinstance(raw, str) or not _SAVE.fullmatch(raw):
        raise ValueError('must be "2+" to "6+", or "-" for none')
    return int(raw[0])


def _arms(text: str, info: ValidationInfo) -> str:
    known = info.context or ()
    if text not in known:
        raise ValueError(f"there is no weapon {text!r}{did_you_mean(text, known)}")
    return text


Save = Annotated[int | None, BeforeValidator(_save), Written('"2+" to "6+", or "-" for none')]
Arms = Annotated[str, AfterValidator(_arms), Refers("weapon")]
"""Name of a weapon; the validation context holds the known names."""
