"""Who outlives whom in a fight to the bitter end (``ZG-22``): by profiles alone."""

from __future__ import annotations

from functools import lru_cache

from game.bots.steady.classic.objectives import blows
from game.rules.classic.unit_state import to_wound
from game.rules.kit.probability import Spread, at_most, chance_of_face, of_dice
from game.table.records import Fire, Profile

ROUNDS = 12
"""So many rounds are followed; who stands then is likely to stand for good."""


@lru_cache(4096)
def duel(a: Profile, b: Profile, mine: int, theirs: int, *, impacts: int = 0) -> float:
    """Return the chance that *a* outlives *b*, who have so many wounds left.

    *impacts*: the hits that a charge of *a* makes (``ZG-21``); with any, or 0, it charged.
    """
    states = {(mine, theirs): 1.0}
    need = to_wound(a.s, b.t)
    hurt = of_dice(impacts, chance_of_face(need) * (1.0 - chance_of_face(b.sv or 7)))
    states = _after(states, hurt, None)
    for n in range(ROUNDS):
        by_a, by_b = _blows(a, b, charged=n == 0), _blows(b, a, charged=False)
        if a.i > b.i:
            states = _after(_after(states, by_a, None), None, by_b)
        elif b.i > a.i:
            states = _after(_after(states, None, by_b), by_a, None)
        else:
            states = _after(states, by_a, by_b)
    won = sum([p for (left, other), p in states.items() if left and not other])
    even = sum([p for (left, other), p in states.items() if left and other])
    return won + even / 2


def _after(
    states: dict[tuple[int, int], float], by_a: Spread | None, by_b: Spread | None
) -> dict[tuple[int, int], float]:
    """Return what may be left of both after blows; the dead do not strike."""
    left = dict[tuple[int, int], float]()
    for (a, b), chance in states.items():
        ours = at_most(by_a, b) if by_a and a and b else (1.0,)
        others = at_most(by_b, a) if by_b and a and b else (1.0,)
        for n, p in enumerate(ours):
            for m, q in enumerate(others):
                left[a - m, b - n] = left.get((a - m, b - n), 0.0) + chance * p * q
    return left


@lru_cache(4096)
def _blows(a: Profile, b: Profile, *, charged: bool) -> Spread:
    """Return how many wounds one takes off the other in a round."""
    armed = [w for w in a.weapons if w.fire in (Fire.MELEE, Fire.PISTOL)]
    attacks = a.a + charged + (len(armed) >= 2)
    return of_dice(attacks, min(1.0, blows(a, b, charged=charged) / attacks))
