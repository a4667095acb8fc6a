"""Statlines of models, as situations write them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from game.content.armouries.weapon_rules import Armoury, armed
from game.content.schemas import Part, Several
from game.cores.classic import content as classic
from game.cores.modern import content as modern

MAX_CHARACTERISTIC = 10
"""``CC-01``  Maximum of a characteristic."""
FACES = (2, 3, 4, 5, 6, "2", "3", "4", "5", "6")
"""Numbers of a save, as files write them; a list of anything is compared with them, too."""


def _save(raw: Any) -> Any:
    if raw == "-":
        return None
    face = raw.removesuffix("+") if isinstance(raw, str) else raw
    if face not in FACES:
        raise ValueError('must be 2 to 6, or "-" for none')
    return int(face)


def _skill(raw: Any) -> Any:
    return modern.need(raw) if isinstance(raw, str) else raw


Stat = Annotated[int, Field(ge=0, le=MAX_CHARACTERISTIC)]
Skill = Annotated[int, Field(ge=0, le=MAX_CHARACTERISTIC), BeforeValidator(_skill)]
"""A number or, in the modern core, the required roll."""
Great = Annotated[int, Field(ge=0, le=20)]
Save = Annotated[int | None, BeforeValidator(_save)]


class Statline(Part):
    m: modern.Move = Field(0, alias="M")
    ws: Skill = Field(0, alias="WS")
    bs: Skill = Field(0, alias="BS")
    s: Great = Field(0, alias="S")
    t: Great = Field(0, alias="T")
    own_t: Stat | None = None
    w: modern.Wounds = Field(1, alias="W")
    i: Stat = Field(0, alias="I")
    a: modern.Attacks = Field(modern.Number(0), alias="A")
    ld: Great = Field(0, alias="Ld")
    sv: Save = Field(None, alias="Sv")
    inv: Save = None
    powers: modern.Powers = 0
    types: Several[classic.Type] = ()
    rules: Several[Literal[classic.Rule, modern.Rule]] = ()
    keywords: Several[Literal[modern.Keyword, "WARLORD"]] = ()
    weapons: Several[str] = ()

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
