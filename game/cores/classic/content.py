"""Armoury files of the classic core (CC-01, CC-09)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from game.content.added_formats import MODEL_RULES
from game.content.armouries.weapon_rules import (
    ABOUT_SYSTEM,
    CLASSIC,
    ArmouryProfile,
    Arms,
    Base,
    Inches,
    Save,
    armed,
    named_in,
)
from game.content.schemas import Part, Refers, Several, Some, Word, Words, Written, about
from game.systems import NAMES, entry_of
from game.table.records import Fire, Profile, Weapon

SYSTEMS = tuple(name for name in NAMES if entry_of(name).profiles == "classic")
"""Systems whose armouries have the profiles of this core."""

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
RULES = (
    "fleet",
    "fearless",
    "stealth",
    "scout",
    "deep strike",
    "relentless",
    "hammer of wrath",
    *MODEL_RULES,
)
"""``CC-35``  Special rules of models, with those of systems."""
if TYPE_CHECKING:
    SystemName: TypeAlias = str
    Rule: TypeAlias = str
else:
    SystemName, Rule = Literal[SYSTEMS], Literal[RULES]
WeaponRule = Annotated[str, named_in(CLASSIC), Refers("weapon rule", tuple(CLASSIC))]

_FIRE = re.compile(r"(assault|heavy) ([1-9]\d?)|pistol|rapid fire|close combat")
_USER = re.compile(r"user(?: \+ ([1-9]))?")
_RIDER = re.compile(r"(\d+)\((\d+)\)")
Stat = Annotated[int, Field(ge=0, le=10), about("the characteristics", "CC-01")]


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


class _Weapon(Part):
    type: Annotated[
        tuple[Fire, int],
        BeforeValidator(_fire),
        Written('"assault n", "heavy n" (n 1 to 99), "pistol", "rapid fire", "close combat"'),
        about("how it is used", "CC-09"),
    ]
    range: Annotated[
        Inches | None,
        about("how far it shoots", "CC-09", usual="required unless close combat"),
    ] = None
    s: Annotated[
        tuple[int, int],
        BeforeValidator(_strength),
        Written('1 to 10, "user", "user + 1" to "user + 9"'),
        about(
            'its Strength; "user" in close combat only',
            "CC-12",
            usual='"user"; required if it shoots',
        ),
    ] = Field((0, 0), alias="S")
    ap: Annotated[
        int | None,
        BeforeValidator(_ap),
        Written('1 to 6, "-"'),
        about("which saves it beats", "CC-13", usual='"-"'),
    ] = Field(None, alias="AP")
    blast: Annotated[
        Literal[3, 5] | None, about("diameter of the blast in inches", "CC-10")
    ] = None
    rules: Annotated[Several[WeaponRule], about("its special rules", "CC-28")] = ()

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
    name: Annotated[Words, about("shown in the log")]
    ws: Stat = Field(alias="WS")
    bs: Stat = Field(alias="BS")
    s: Stat = Field(alias="S")
    t: Annotated[
        tuple[int, int | None],
        BeforeValidator(_toughness),
        Written('0 to 10, or "5(4)": with the mount, and without'),
        about("Toughness", "CC-01", "CC-16"),
    ] = Field(alias="T")
    w: Annotated[int, Field(ge=1, le=10, alias="W"), about("Wounds", "CC-01")]
    i: Stat = Field(alias="I")
    a: Stat = Field(alias="A")
    ld: Stat = Field(alias="Ld")
    sv: Annotated[Save, about("armour save", "CC-13", usual='"-"')] = Field(None, alias="Sv")
    inv: Annotated[Save, about("invulnerable save", "CC-14")] = None
    base: Annotated[Base, about("radius of the base in inches")]
    icon: Annotated[
        Word, Refers("icon"), about("drawn on the base; a person if there is no such file")
    ] = "person"
    types: Annotated[
        Some[Annotated[Type, Written("type", "types")]], about("what it is", "CC-01")
    ] = ("infantry",)
    rules: Annotated[
        Several[Annotated[Rule, Written("rule", "rules")]], about("its special rules", "CC-35")
    ] = ()
    weapons: Annotated[Several[Arms], about("what it carries")] = ()

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

    title: Annotated[Words, about("its name")]
    system: Annotated[SystemName, ABOUT_SYSTEM]
    weapon: Annotated[dict[str, _Weapon], about("the weapons by their names")]
    profile: Annotated[dict[str, _Profile], about("the profiles by their ids")]
