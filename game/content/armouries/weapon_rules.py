"""Special rules of weapons, as data that the rules both roll and count."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
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


CLASSIC: Mapping[str, tuple[Trigger, ...]] = {
    "twin-linked": (),
    "gets hot": (Trigger("gets hot", "CC-09", AttackStage.HIT, 1, backfires=True),),
    "rending": (Trigger("rending", "CC-28", AttackStage.WOUND, 6, ap=2),),
    "power weapon": (),
    "power fist": (),
    "lance": (),
    "barrage": (),
    **dict.fromkeys(WEAPON_RULES, ()),
}
"""``CC-09``, ``CC-11``, ``CC-28``  Rules of weapons, with triggers, and those of systems."""
MODERN: Mapping[str, tuple[Trigger, ...]] = {
    "rending": (Trigger("rending", "MC-01", AttackStage.WOUND, 6, ap=-4),),
    "ignores cover": (),
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
