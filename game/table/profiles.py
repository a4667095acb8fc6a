"""What a model can do: its characteristics and its weapons, as the roster gives them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Fire(StrEnum):
    """The weapon types of ``CC-09``; melee weapons do not shoot."""

    ASSAULT = "assault"
    PISTOL = "pistol"
    RAPID = "rapid fire"
    HEAVY = "heavy"
    MELEE = "melee"


@dataclass(frozen=True, slots=True)
class Weapon:
    name: str
    fire: Fire
    range: float = 0.0
    """Inches; 0 for melee."""
    shots: int = 1
    strength: int = 0
    """0: the user's own."""
    ap: int | None = None
    """None is AP "-"."""
    blast: float = 0.0
    """The marker's diameter in inches; 0 for no blast."""
    rules: tuple[str, ...] = ()
    more: int = 0
    """How much is added to the user's own strength."""


@dataclass(frozen=True, slots=True)
class Profile:
    """``CC-01``  What a model is, in the classic core."""

    name: str
    ws: int = 3
    bs: int = 3
    s: int = 3
    t: int = 3
    w: int = 1
    i: int = 3
    a: int = 1
    ld: int = 7
    sv: int | None = None
    """The armour save: 2 to 6; None for none."""
    inv: int | None = None
    own_t: int | None = None
    """A rider's own toughness, the number in brackets of ``T 5(4)`` (``CC-16``)."""
    types: tuple[str, ...] = ("infantry",)
    rules: tuple[str, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    icon: str = ""
    """The token's picture: a file of ``assets/icons/units``."""

    def has(self, word: str) -> bool:
        """Return whether a type or special rule is written on the profile."""
        return word in self.types or word in self.rules
