"""The common form of all armouries, whatever their file format."""

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
    """One kind of model."""

    profile: Profile
    base: float
    """The radius of its base in inches."""


@dataclass(frozen=True, slots=True)
class Armoury:
    title: str
    system: str
    weapons: Mapping[str, tuple[Weapon, ...]]
    """By name. ``grenade launcher`` stands for all its modes: ``grenade launcher, frag``."""
    kinds: Mapping[str, ArmouryProfile]


def armed(
    names: Iterable[str], weapons: Mapping[str, tuple[Weapon, ...]]
) -> tuple[Weapon, ...]:
    return tuple(weapon for name in names for weapon in weapons[name])


def by_name(weapons: Any) -> dict[str, list[str]]:
    """Return by what names weapons can be asked for: each, and all modes of one together."""
    called = dict[str, list[str]]()
    for name in weapons if isinstance(weapons, dict) else ():
        called.setdefault(name, []).append(name)
        if "," in name:
            called.setdefault(name.partition(",")[0], []).append(name)
    return called


_SAVE = re.compile(r"[2-6]\+")


def _save(told: Any) -> int | None:
    if told == "-":
        return None
    if not isinstance(told, str) or not _SAVE.fullmatch(told):
        raise ValueError('must be "2+" to "6+", or "-" for none')
    return int(told[0])


def _arms(told: str, info: ValidationInfo) -> str:
    known = info.context or ()
    if told not in known:
        raise ValueError(f"there is no weapon {told!r}{did_you_mean(told, known)}")
    return told


Save = Annotated[int | None, BeforeValidator(_save)]
Arms = Annotated[str, AfterValidator(_arms)]
"""The name of a weapon; the armoury's weapons are the context of the validation."""
Inches = Annotated[float, Field(gt=0, le=120)]
Base = Annotated[float, Field(ge=0.25, le=3)]
"""The radius of a base in inches."""
