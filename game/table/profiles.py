"""What a model can do: its characteristics and its weapons, as the roster gives them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Dice(NamedTuple):
    """Dice whose total is part of a number: one d6 of attacks, a d3 of damage (``MC-01``)."""

    many: int = 0
    sides: int = 6
    """6, or 3 for a d6 halved and rounded up."""


NO_DICE = Dice()


class Fire(StrEnum):
    """The weapon types of ``CC-09`` and ``MC-14``; melee weapons do not shoot."""

    ASSAULT = "assault"
    PISTOL = "pistol"
    RAPID = "rapid fire"
    HEAVY = "heavy"
    GRENADE = "grenade"
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
    """None is AP "-". In the modern core 0 or less: what is added to the save (``MC-17``)."""
    blast: float = 0.0
    """The marker's diameter in inches; 0 for no blast."""
    rules: tuple[str, ...] = ()
    more: int = 0
    """How much is added to the user's own strength."""
    times: int = 1
    """How often the user's own strength counts."""
    shots_dice: Dice = NO_DICE
    """What is rolled and added to *shots*."""
    damage: int = 1
    """``MC-18``  How many wounds an unsaved wound costs."""
    damage_dice: Dice = NO_DICE
    """What is rolled and added to *damage*."""


@dataclass(frozen=True, slots=True)
class Profile:
    """``CC-01``, ``MC-01``  What a model is.

    In the modern core WS and BS are the roll that is needed (3 is 3+), 0 for none.
    """

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
    m: int = 0
    """``MC-01``  Move in inches; 0 in the classic core, where its type says how far it goes."""
    a_dice: Dice = NO_DICE
    """What is rolled and added to *a*."""
    powers: int = 0
    """``MC-08``  How many powers a psyker may attempt in a turn."""
    keywords: tuple[str, ...] = ()
    """``MC-01``  In capitals: ``"CHARACTER"``."""

    def has(self, word: str) -> bool:
        """Return whether a type, special rule or keyword is written on the profile."""
        return word in self.types or word in self.rules or word in self.keywords
