"""The odds of Morale: ``MC-25``."""

from __future__ import annotations

from game.rules.kit.probability import NONE, Spread, at_most, mixture
from game.rules.modern.odds.dice_sums import FACES


def fleeing(lost: int, ld: int, left: int, bonus: int = 0) -> Spread:
    """Return how many of the models *left* flee: one for each point of d6 + *lost* above Ld.

    *ld*: the highest of the unit; *bonus*: what is added to the die. Who lost nobody does not
    test.
    """
    if not lost:
        return NONE
    parts = [(1 / 6, (*[0.0] * max(0, face + bonus + lost - ld), 1.0)) for face in FACES]
    return at_most(mixture(parts), left)


def fleeing_after(lost: Spread, before: int, ld: int, models: int, bonus: int = 0) -> Spread:
    """Return how many flee at the end of the turn, if an attack costs some of *models* first.

    *lost*: how many it costs; *before*: how many the unit has lost in the turn already.
    """
    return mixture(
        [(p, fleeing(before + n, ld, models - n, bonus)) for n, p in enumerate(lost) if p]
    )
