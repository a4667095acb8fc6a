"""Statlines of models, as situations write them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field

from game.content.armouries.weapon_rules import Armoury, armed
from game.content.schemas import ForSystem, Part, Several, Written, about
from game.cores.classic import content as classic
from game.cores.modern import content as modern

MAX_CHARACTERISTIC = 10
"""``CC-01``  Maximum of a characteristic."""
FACES = (2, 3, 4, 5, 6, "2", "3", "4", "5", "6")
"""Numbers of a save, as files write them; a list of anything is compared with them, too."""
Stat = Annotated[int, Field(ge=0, le=MAX_CHARACTERISTIC)]
Great = Annotated[int, Field(ge=0, le=20)]
CLASSIC, MODERN = ForSystem("classic"), ForSystem(modern.SYSTEM)
OVERRIDES = about("in place of the profile's", usual="the profile's")
OVERRIDES_SKILL = about(
    "in place of the profile's",
    value='0 to 10; in the modern core "2+" to "6+", or "-"',
    usual="the profile's",
)


def _save(raw: Any) -> Any:
    if raw == "-":
        return None
    face = raw.removesuffix("+") if isinstance(raw, str) else raw
    if face not in FACES:
        raise ValueError('must be 2 to 6, or "-" for none')
    return int(face)


def _skill(raw: Any) -> Any:
    return modern.need(raw) if isinstance(raw, str) else raw


Skill = Annotated[int, Field(ge=0, le=MAX_CHARACTERISTIC), BeforeValidator(_skill)]
"""A number or, in the modern core, the required roll."""
Save = Annotated[
    int | None, BeforeValidator(_save), Written('2 to 6, "2+" to "6+", or "-" for none')
]
if TYPE_CHECKING:
    Rule: TypeAlias = str
else:
    Rule = Literal[classic.Rule, modern.Rule]


class Statline(Part):
    """Characteristics in place of those of a profile."""

    m: Annotated[modern.Move, MODERN, OVERRIDES] = Field(0, alias="M")
    ws: Annotated[Skill, OVERRIDES_SKILL] = Field(0, alias="WS")
    bs: Annotated[Skill, OVERRIDES_SKILL] = Field(0, alias="BS")
    s: Annotated[Great, OVERRIDES] = Field(0, alias="S")
    t: Annotated[Great, OVERRIDES] = Field(0, alias="T")
    own_t: Annotated[
        Stat | None,
        CLASSIC,
        about("a rider's Toughness without the mount", "CC-16", usual="the profile's"),
    ] = None
    w: Annotated[modern.Wounds, OVERRIDES] = Field(1, alias="W")
    i: Annotated[Stat, CLASSIC, OVERRIDES] = Field(0, alias="I")
    a: Annotated[modern.Attacks, OVERRIDES] = Field(modern.Number(0), alias="A")
    ld: Annotated[Great, OVERRIDES] = Field(0, alias="Ld")
    sv: Annotated[Save, OVERRIDES] = Field(None, alias="Sv")
    inv: Annotated[Save, OVERRIDES] = None
    powers: Annotated[modern.Powers, MODERN, OVERRIDES] = 0
    types: Annotated[
        Several[Annotated[classic.Type, Written("type", "types")]], CLASSIC, OVERRIDES
    ] = ()
    rules: Annotated[Several[Annotated[Rule, Written("rule", "rules")]], OVERRIDES] = ()
    keywords: Annotated[Several[Literal[modern.Keyword, "WARLORD"]], MODERN, OVERRIDES] = ()
    weapons: Annotated[
        Several[Annotated[str, Written("name of a weapon", "names of weapons")]], OVERRIDES
    ] = ()

    def overridden(self, armoury: Armoury) -> dict[str, Any]:
        """Return the fields that override the profile."""
        names = Statline.model_fields.keys() & self.model_fields_set
        said = {name: getattr(self, name) for name in names}
        if "weapons" in said:
            said["weapons"] = armed(self.weapons, armoury.weapons)
        if "a" in said:
            said["a"], said["a_dice"] = self.a
        return said

    def foreign(self, system: str) -> Iterator[tuple[str, str]]:
        """Yield the keys that do not fit the system, each with the reason."""
        found = self.model_fields_set
        if system == modern.SYSTEM:
            words = "is of the classic core, not of the modern"
            yield from ((_KEYS[key], words) for key in ("i", "own_t", "types") if key in found)
            return
        for key in ("m", "powers", "keywords"):
            if key in found:
                yield _KEYS[key], "is of the modern core, not of the classic"
        for key in ("s", "t", "w", "ld"):
            if (number := getattr(self, key)) > MAX_CHARACTERISTIC:
                yield _KEYS[key], f"must be at most {MAX_CHARACTERISTIC}, not {number}"
        if self.a.dice.many or self.a.fixed > MAX_CHARACTERISTIC:
            yield _KEYS["a"], f"must be a number of at most {MAX_CHARACTERISTIC}"


_KEYS = {name: field.alias or name for name, field in Statline.model_fields.items()}
