"""Special rules of weapons, as data that the rules both roll and count."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from game.content.registry import WEAPON_RULES
from game.table.records import How


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
