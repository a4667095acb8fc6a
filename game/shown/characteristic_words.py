"""The full names of characteristics, with a sentence about each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.table.records import Profile

LEADERSHIP = "Leadership"


class CharacteristicWords(NamedTuple):
    """The words for the characteristic of a box on a card."""

    name: str
    """Its full name."""
    about: str
    """A sentence about its use."""

    @property
    def text(self) -> str:
        """Return both in one line."""
        return f"{self.name}: {self.about}"


STRENGTH = CharacteristicWords(
    "Strength", "compared with the target's Toughness to wound, by weapons that use their own."
)
TOUGHNESS = CharacteristicWords(
    "Toughness", "the higher it is, the higher a hit must roll to wound."
)
WOUNDS = CharacteristicWords("Wounds", "how many it can lose; at 0 it is removed.")
ATTACKS = CharacteristicWords("Attacks", "how many dice it rolls to hit in close combat.")
INVULNERABLE = CharacteristicWords(
    "Invulnerable save",
    "this or more on a die stops a wound, whatever the weapon's AP.",
)

CLASSIC: Mapping[str, CharacteristicWords] = {
    "WS": CharacteristicWords(
        "Weapon Skill", "compared with the enemy's to hit in close combat; higher is better."
    ),
    "BS": CharacteristicWords(
        "Ballistic Skill", "hits when shooting on 7 minus this or more; higher is better."
    ),
    "S": STRENGTH,
    "T": TOUGHNESS,
    "W": WOUNDS,
    "I": CharacteristicWords("Initiative", "the higher strikes first in close combat."),
    "A": ATTACKS,
    "LD": CharacteristicWords(LEADERSHIP, "a test passes on this or less on two dice."),
    "SV": CharacteristicWords(
        "Save", "this or more on a die stops a wound, unless the weapon's AP is as low."
    ),
    "INV": INVULNERABLE,
}
MODERN: Mapping[str, CharacteristicWords] = {
    "M": CharacteristicWords("Move", "how many inches it moves."),
    "WS": CharacteristicWords("Weapon Skill", "hits in close combat on this or more on a die."),
    "BS": CharacteristicWords(
        "Ballistic Skill", "hits when shooting on this or more on a die."
    ),
    "S": STRENGTH,
    "T": TOUGHNESS,
    "W": WOUNDS,
    "A": ATTACKS,
    "LD": CharacteristicWords(
        LEADERSHIP, "if a die and the models lost add up to more, the excess flees."
    ),
    "SV": CharacteristicWords(
        "Save", "this or more on a die, changed by the weapon's AP, stops a wound."
    ),
    "INV": INVULNERABLE,
}


def characteristic_words(profile: Profile, name: str) -> CharacteristicWords:
    """Return the words for a box of a profile's card, by the name above its value."""
    return (MODERN if profile.is_modern else CLASSIC)[name]
