"""Armoury files of the modern core (MC-01, MC-14)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import BeforeValidator, Field, model_validator

from game.content.armouries.weapon_rules import (
    ABOUT_SYSTEM,
    MODERN,
    ArmouryProfile,
    Arms,
    Base,
    Inches,
    Save,
    armed,
    named_in,
)
from game.content.schemas import Part, Refers, Several, Word, Words, Written, about
from game.table.records import NO_DICE, DiceExpression, Fire, Profile, Weapon

SYSTEM = "modern"

Keyword = Literal["INFANTRY", "VEHICLE", "MONSTER", "CHARACTER", "PSYKER", "FLY"]
"""``MC-01``  Keywords that the rules use; the roster adds WARLORD."""
Rule = Literal["camouflage"]
"""``MP-02``  Camouflage: +2 instead of +1 in soft cover."""
WeaponRule = Annotated[str, named_in(MODERN), Refers("weapon rule", tuple(MODERN))]
_DICE = re.compile(r"([2-9]?)d([36])(?: ?\+ ?([1-9]))?")
_FIRE = re.compile(r"(assault|heavy|rapid fire|pistol|grenade) (\S.*)")
_NEED = re.compile(r"[2-6]\+")
_USER = re.compile(r"user(?: ?\+ ?([1-9])| ?[x×] ?([23]))?")
Move = Annotated[int, Field(ge=0, le=40)]
"""Movement in inches."""
Stat = Annotated[int, Field(ge=1, le=20), about("the characteristics", "MC-01")]
Wounds = Annotated[int, Field(ge=1, le=60)]
Powers = Annotated[int, Field(ge=0, le=6)]


class Number(NamedTuple):
    """A number that may be rolled: ``3``, ``d6``, ``2d6``, ``d3 + 1``."""

    fixed: int
    dice: DiceExpression = NO_DICE


class Strength(NamedTuple):
    """A fixed strength, or a change to the wielder's strength."""

    own: int = 0
    more: int = 0
    times: int = 1


def number(raw: Any) -> Number:
    """Parse a number or a dice expression; raise ValueError."""
    if isinstance(raw, str) and (found := _DICE.fullmatch(raw.lower())):
        return Number(int(found[3] or 0), DiceExpression(int(found[1] or 1), int(found[2])))
    if isinstance(raw, bool) or not isinstance(raw, int) or not 0 <= raw <= 40:
        raise ValueError('must be 0 to 40, or dice such as "d6", "2d6" or "d3 + 1" (MC-01)')
    return Number(raw)


def _some(raw: Any) -> Number:
    read = number(raw)
    if read == Number(0):
        raise ValueError('must be at least 1, or dice such as "d6" (MC-01)')
    return read


def fire(raw: Any) -> tuple[Fire, Number]:
    """Return a weapon's type and its number of shots; raise ValueError."""
    words = raw.lower() if isinstance(raw, str) else ""
    if words == "melee":
        return Fire.MELEE, Number(1)
    try:
        kind, shots = _FIRE.fullmatch(words).groups()  # type: ignore[union-attr]
        return Fire(kind), _some(int(shots) if shots.isdecimal() else shots)
    except (AttributeError, ValueError):
        kinds = "assault, heavy, rapid fire, pistol or grenade"
        reason = f'must be {kinds} and a number or dice ("heavy 3"), or melee (MC-14)'
        raise ValueError(reason) from None


def strength(raw: Any) -> Strength:
    """Parse a weapon's strength; raise ValueError."""
    if isinstance(raw, str) and (found := _USER.fullmatch(raw.lower())):
        return Strength(0, int(found[1] or 0), int(found[2] or 1))
    if isinstance(raw, bool) or not isinstance(raw, int) or not 1 <= raw <= 20:
        raise ValueError('must be 1 to 20, "user", "user + 2" or "user x 2" (MC-01)')
    return Strength(raw)


def need(raw: Any) -> int:
    """Parse a required roll such as ``3+``, 0 for none; raise ValueError."""
    if raw == "-":
        return 0
    if not isinstance(raw, str) or not _NEED.fullmatch(raw):
        raise ValueError('must be "2+" to "6+", or "-" for none (MC-01)')
    return int(raw[0])


Need = Annotated[int, BeforeValidator(need), Written('"2+" to "6+", "-"')]
Attacks = Annotated[Number, BeforeValidator(number), Written("0 to 40, or dice")]


class OwnWeapon(Part):
    """A weapon as written in an armoury file."""

    type: Annotated[
        tuple[Fire, Number],
        BeforeValidator(fire),
        Written(
            '"assault n", "heavy n", "rapid fire n", "pistol n", "grenade n", "melee"; '
            "n is a number or dice"
        ),
        about("how it is used", "MC-14"),
    ]
    range: Annotated[
        Inches | None, about("how far it shoots", "MC-12", usual="required unless melee")
    ] = None
    s: Annotated[
        Strength,
        BeforeValidator(strength),
        Written('1 to 20, "user", "user + 2", "user x 2"'),
        about("its Strength", "MC-16", usual='"user"; required if it shoots'),
    ] = Field(Strength(), alias="S")
    ap: Annotated[
        int, Field(ge=-6, le=0, alias="AP"), about("added to the enemy's save roll", "MC-17")
    ] = 0
    d: Annotated[
        Number,
        BeforeValidator(_some),
        Written("1 to 40, or dice"),
        about("damage", "MC-18", usual="1"),
    ] = Field(Number(1), alias="D")
    rules: Annotated[
        Several[WeaponRule],
        about(
            "`rending`: AP -4 on an unmodified 6 to wound; `ignores cover`",
            "MC-17",
            "MP-03",
        ),
    ] = ()

    @model_validator(mode="after")
    def _reaches_something(self) -> Self:
        melee = self.type[0] is Fire.MELEE
        if melee and self.range:
            raise ValueError("a melee weapon has no range")
        if not melee and not self.range:
            raise ValueError("a weapon that shoots needs a range in inches")
        if not melee and "s" not in self.model_fields_set:
            raise ValueError("a weapon that shoots needs a strength")
        return self

    def weapon(self, name: str) -> Weapon:
        kind, shots = self.type
        return Weapon(
            name,
            fire=kind,
            range=self.range or 0.0,
            shots=shots.fixed,
            strength=self.s.own,
            ap=self.ap,
            rules=self.rules,
            more=self.s.more,
            times=self.s.times,
            shots_dice=shots.dice,
            damage=self.d.fixed,
            damage_dice=self.d.dice,
        )


class OwnProfile(Part):
    """A profile as written in an armoury file."""

    name: Annotated[Words, about("shown in the log")]
    m: Annotated[Move, about("Move in inches", "MC-04")] = Field(alias="M")
    ws: Annotated[Need, about("needed to hit", "MC-01")] = Field(alias="WS")
    bs: Annotated[Need, about("needed to hit", "MC-01")] = Field(alias="BS")
    s: Stat = Field(alias="S")
    t: Stat = Field(alias="T")
    w: Annotated[Wounds, about("Wounds", "MC-01")] = Field(alias="W")
    a: Annotated[Attacks, about("Attacks", "MC-24")] = Field(alias="A")
    ld: Stat = Field(alias="Ld")
    sv: Annotated[Save, about("armour save", "MC-17")] = Field(alias="Sv")
    inv: Annotated[Save, about("invulnerable save", "MC-17")] = None
    base: Annotated[Base, about("radius of the base in inches")]
    icon: Annotated[
        Word, Refers("icon"), about("drawn on the base; a person if there is no such file")
    ] = "person"
    keywords: Annotated[Several[Keyword], about("keywords that rules use", "MC-01")] = ()
    powers: Annotated[
        Powers, about("powers a turn; a PSYKER has 1 or more, others 0", "MC-08")
    ] = 0
    rules: Annotated[Several[Rule], about("better soft cover", "MP-02")] = ()
    weapons: Annotated[Several[Arms], about("what it carries")] = ()

    @model_validator(mode="after")
    def _powers_are_of_psykers(self) -> Self:
        if bool(self.powers) != ("PSYKER" in self.keywords):
            raise ValueError("the keyword PSYKER and powers go together (MC-08)")
        return self

    def kind(self, weapons: Mapping[str, tuple[Weapon, ...]]) -> ArmouryProfile:
        profile = Profile(
            self.name,
            ws=self.ws,
            bs=self.bs,
            s=self.s,
            t=self.t,
            w=self.w,
            i=0,
            a=self.a.fixed,
            ld=self.ld,
            sv=self.sv,
            inv=self.inv,
            types=(),
            rules=self.rules,
            weapons=armed(self.weapons, weapons),
            icon=self.icon,
            m=self.m,
            a_dice=self.a.dice,
            powers=self.powers,
            keywords=self.keywords,
        )
        return ArmouryProfile(profile, self.base)


class ModernArmouryFile(Part):
    """Schema of an armoury file of the modern core."""

    title: Annotated[Words, about("its name")]
    system: Annotated[Literal["modern"], ABOUT_SYSTEM]
    weapon: Annotated[dict[str, OwnWeapon], about("the weapons by their names")]
    profile: Annotated[dict[str, OwnProfile], about("the profiles by their ids")]
