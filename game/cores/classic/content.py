"""Armoury files of the classic core (CC-01, CC-09)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from game.content.armouries.weapon_rules import (
    CLASSIC,
    ArmouryProfile,
    Arms,
    Base,
    Inches,
    Save,
    armed,
    named_in,
)
from game.content.file_source import Refers
from game.content.registry import ClassicSystem, ModelRule
from game.content.schemas import Part, Several, Some, Word, Words
from game.table.records import Fire, Profile, Weapon

Type = Literal[
    "infantry",
    "jump infantry",
    "jetpack",
    "bike",
    "beast",
    "cavalry",
    "skimmer",
    "flier",
    "monstrous creature",
    "vehicle",
]
"""``CC-01``  Unit types."""
Rule = Literal[
    "fleet",
    "fearless",
    "stealth",
    "scout",
    "deep strike",
    "relentless",
    "hammer of wrath",
    ModelRule,
]
"""``CC-35``  Special rules of models, with those of systems."""
WeaponRule = Annotated[str, named_in(CLASSIC), Refers("weapon rule", tuple(CLASSIC))]

_FIRE = re.compile(r"(assault|heavy) ([1-9]\d?)|pistol|rapid fire|close combat")
_USER = re.compile(r"user(?: \+ ([1-9]))?")
_RIDER = re.compile(r"(\d+)\((\d+)\)")


def _fire(raw: Any) -> tuple[Fire, int]:
    if not isinstance(raw, str) or not (found := _FIRE.fullmatch(raw)):
        raise ValueError(
            "must be assault n, heavy n, pistol, rapid fire or close combat (CC-09)"
        )
    if raw == "close combat":
        return Fire.MELEE, 1
    return Fire(found[1] or raw), int(found[2] or 1)


def _ap(raw: Any) -> int | None:
    if raw == "-":
        return None
    if isinstance(raw, bool) or not isinstance(raw, int) or not 1 <= raw <= 6:
        raise ValueError('must be 1 to 6, or "-"')
    return raw


def _strength(raw: Any) -> tuple[int, int]:
    """Return a fixed strength and 0, or 0 and the bonus to the wielder's strength."""
    if isinstance(raw, str) and (found := _USER.fullmatch(raw)):
        return 0, int(found[1] or 0)
    if isinstance(raw, bool) or not isinstance(raw, int) or not 1 <= raw <= 10:
        raise ValueError('must be 1 to 10, "user" or "user + 1"')
    return raw, 0


def _toughness(raw: Any) -> tuple[int, int | None]:
    rider = _RIDER.fullmatch(raw) if isinstance(raw, str) else None
    numbers = [int(rider[1]), int(rider[2])] if rider else [raw]
    for number in numbers:
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= 10:
            raise ValueError('must be 0 to 10, or for a rider like "5(4)"')
    return numbers[0], numbers[1] if rider else None


Stat = Annotated[int, Field(ge=0, le=10)]


class _Weapon(Part):
    type: Annotated[tuple[Fire, int], BeforeValidator(_fire)]
    range: Inches | None = None
    s: Annotated[tuple[int, int], BeforeValidator(_strength)] = Field((0, 0), alias="S")
    ap: Annotated[int | None, BeforeValidator(_ap)] = Field(None, alias="AP")
    blast: Literal[3, 5] | None = None
    rules: Several[WeaponRule] = ()

    @model_validator(mode="after")
    def _reaches_something(self) -> Self:
        melee = self.type[0] is Fire.MELEE
        if melee and (self.range or self.blast):
            raise ValueError("a close combat weapon has neither range nor blast")
        if not melee and not self.range:
            raise ValueError("a weapon that shoots needs a range in inches")
        if not melee and not self.s[0]:
            raise ValueError("a weapon that shoots needs a strength of its own")
        return self

    def weapon(self, name: str) -> Weapon:
        fire, shots = self.type
        distance, blast, rules = self.range or 0.0, float(self.blast or 0), self.rules
        strength, more = self.s
        return Weapon(
            name,
            fire=fire,
            range=distance,
            shots=shots,
            strength=strength,
            ap=self.ap,
            blast=blast,
            rules=rules,
            more=more,
        )


class _Profile(Part):
    name: Words
    ws: Stat = Field(alias="WS")
    bs: Stat = Field(alias="BS")
    s: Stat = Field(alias="S")
    t: Annotated[tuple[int, int | None], BeforeValidator(_toughness)] = Field(alias="T")
    w: Annotated[int, Field(ge=1, le=10, alias="W")]
    i: Stat = Field(alias="I")
    a: Stat = Field(alias="A")
    ld: Stat = Field(alias="Ld")
    sv: Save = Field(None, alias="Sv")
    inv: Save = None
    base: Base
    icon: Annotated[Word, Refers("icon")] = "person"
    types: Some[Type] = ("infantry",)
    rules: Several[Rule] = ()
    weapons: Several[Arms] = ()

    def kind(self, weapons: Mapping[str, tuple[Weapon, ...]]) -> ArmouryProfile:
        t, own_t = self.t
        profile = Profile(
            self.name,
            ws=self.ws,
            bs=self.bs,
            s=self.s,
            t=t,
            w=self.w,
            i=self.i,
            a=self.a,
            ld=self.ld,
            sv=self.sv,
            inv=self.inv,
            own_t=own_t,
            types=self.types,
            rules=self.rules,
            weapons=armed(self.weapons, weapons),
            icon=self.icon,
        )
        return ArmouryProfile(profile, self.base)


class ClassicArmouryFile(Part):
    """Schema of an armoury file of the classic core."""

    title: Words
    system: ClassicSystem
    weapon: dict[str, _Weapon]
    profile: dict[str, _Profile]
