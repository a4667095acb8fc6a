"""What dice of the modern core must show: plain numbers, for rules and odds alike."""

from __future__ import annotations

from game.rules.kit.probability import NEVER

LEAST = 2
"""``MC-03``  An unmodified 1 always fails."""


def to_hit(skill: int, bonus: int = 0) -> int:
    """``MC-15``  Return what a die must show by a BS or WS (4 is 4+) and what is added to it.

    More than 6 cannot be reached, ``NEVER`` among it; so it is with a skill of 0.
    """
    return max(LEAST, skill - bonus) if skill else NEVER


def to_wound(strength: int, toughness: int) -> int:
    """``MC-16``  By S against T."""
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


def to_save(armour: int | None, ap: int, cover: int = 0) -> int:
    """``MC-17``  Return what an armour save needs; ``NEVER`` or more if it cannot be made.

    *ap*: 0 or less; *cover*: what is added to the die.
    """
    return NEVER if armour is None else max(LEAST, armour - ap - cover)
