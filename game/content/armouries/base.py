"""Armoury, the form into which all armoury files are parsed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo

from game.content.faults import did_you_mean
from game.table.records import Profile, Weapon


@dataclass(frozen=True, slots=True)
class ArmouryProfile:
    """A profile with the size of its base."""

    profile: Profile
    base: float
    """Radius of the base in inches."""


@dataclass(frozen=True, slots=True)
class Armoury:
    """The weapons and profiles available to the rosters of a system."""

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


_SAVE = re.compile(r"[2-6]\+")


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


Save = Annotated[int | None, BeforeValidator(_save)]
Arms = Annotated[str, AfterValidator(_arms)]
"""Name of a weapon; the validation context holds the known names."""
Inches = Annotated[float, Field(gt=0, le=120)]
Base = Annotated[float, Field(ge=0.25, le=3)]
"""Radius of a base in inches."""
