"""How fast things are shown: as is liked, until another speed is chosen on the spot."""

from __future__ import annotations

from game.content.settings import SPEEDS

PACES = (0.25, *SPEEDS, 8.0)
"""What can be chosen on the spot; the settings know those between."""


def suited(speed: float, before: float, liked: float) -> float:
    """Return the speed to go on with.

    *speed*: the one so far, 0 if none was chosen; *before*, *liked*: what the settings said
    the last time, 0 if never, and what they say now.
    """
    fresh = before and liked != before
    return liked if fresh or not speed else speed


def next_round(speed: float) -> float:
    """Return the next faster speed of the settings, after the fastest the slowest."""
    return next((pace for pace in SPEEDS if pace > speed), SPEEDS[0])


def paced(speed: float, way: int) -> float:
    """Return the next speed that is faster (1) or slower (-1); the same at the ends."""
    paces = [pace for pace in PACES if (pace - speed) * way > 0.0]
    return min(paces, key=lambda pace: abs(pace - speed), default=speed)
