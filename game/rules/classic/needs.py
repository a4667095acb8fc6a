"""The tables of the classic core: what a die must show."""

from __future__ import annotations

from game.rules.kit.probability import NEVER
from game.table.records import Weapon

SECOND_CHANCE = {6: 6, 7: 5, 8: 4, 9: 3, 10: 2}
"""``CC-05``  What a miss needs when it is rolled again, by BS."""


def to_shoot(bs: int) -> int:
    """``CC-05``  7 - BS, never better than 2+; a 1 always misses. BS 0 needs a 7: ``NEVER``."""
    return max(2, 7 - bs)


def to_wound(strength: int, toughness: int) -> int:
    """``CC-12``  By S - T; ``NEVER`` where it cannot wound."""
    over = strength - toughness
    if over >= 2:
        return 2
    if over >= -1:
        return 4 - over
    return 6 if over >= -3 else NEVER


def to_strike(ws: int, target_ws: int) -> int:
    """``CC-27``  Greater WS than the target's 3+; less than half of it 5+; otherwise 4+.

    1, which needs no die, against WS 0.
    """
    if target_ws == 0:
        return 1
    if ws > target_ws:
        return 3
    return 5 if target_ws > 2 * ws else 4


def pierces(ap: int | None, sv: int | None) -> bool:
    """``CC-13``  Whether a weapon's AP allows no armour save."""
    return sv is not None and ap is not None and ap <= sv


def strength_of(weapon: Weapon, user: int) -> int:
    """``CC-28``  A weapon's strength in its user's hands; a power fist doubles it, to 10."""
    base = weapon.strength or min(10, user + weapon.more)
    return min(10, base * 2) if "power fist" in weapon.rules else base
