"""What a place promises: how likely points for it are won from where a unit stands."""

from __future__ import annotations

from collections.abc import Sequence

from game.bots.steady.stakes import Stake
from game.bots.steady.walking_distance import Field
from game.bots.steady.worth import CONTESTED, later
from game.geometry.points import Point

STEP = 6.0
"""Inches that a unit walks in a turn."""
PACE = 8.0
"""Inches that a unit comes on in a turn in which it also runs."""
AWAY = 0.5
"""What it counts in turns to be away from a place at all: it takes a move to come back."""
INSIDE = 0.75
"""So much nearer than it must a unit comes to what it holds."""
SLACK = 2.0
"""With so many turns to spare it is almost sure to be in time; so many too late, hardly."""
HURRY = 0.5
"""What of the patience of later turns counts for who goes off the table: he is safe there."""
LATE = 0.2
"""What it counts to be near in the last turn, and not there."""


def inches_left(stake: Stake, field: Field, at: Point, base: float) -> float:
    """Return how many inches a model has yet to walk until it is there."""
    reach = stake.reach + base
    if not stake.outline:
        reach -= INSIDE
    straight = stake.off(at)
    if straight <= reach + 1e-9:
        return 0.0
    return max(field.left(at) - reach, straight - reach)


def promised(
    stake: Stake, lefts: Sequence[float], turns: int, *, denied: bool = False
) -> float:
    """Return in points what is to be hoped for from a unit whose models have so far to go.

    *turns*: how many of its side, the present one among them; *denied*: by enemies there.
    """
    if stake.each:
        return stake.value * sum([_gets_off(left, turns) for left in lefts])
    left = min(lefts)
    if stake.turns:
        return stake.value * _in_time(left, turns - stake.turns)
    if turns > 1:
        return stake.value * later(left / STEP + AWAY * (left > 0.0))
    if left > 0.0:
        return LATE * stake.value * later(left / STEP)
    return stake.value * (CONTESTED if denied else 1.0)


def _gets_off(left: float, turns: int) -> float:
    """Return how likely a model goes off in time, the sooner the safer."""
    if left <= 0.0:
        return 1.0
    spare = turns - 1 - left / PACE
    return _odds(spare / SLACK) * later(HURRY * left / PACE)


def _in_time(left: float, spare: int) -> float:
    """Return how likely a unit is there in time, with so many turns to spare if it were now."""
    away = left / PACE + AWAY * (left > 0.0)
    return _odds((spare - away) / SLACK) * later(HURRY * away)


def _odds(x: float) -> float:
    """Return something like a chance: a half at 0, nine tenths at 1, and never sure."""
    if abs(x) <= 1.0:
        return 0.5 + 0.4 * x
    return 1.0 - 0.1 / x if x > 0.0 else -0.1 / x
