"""The speeds of the playback."""

from __future__ import annotations

from game.content.settings import SPEEDS

PACES = (0.25, *SPEEDS, 8.0)
"""Speeds that can be chosen in a battle; the settings offer the values between the ends."""


def resumed_speed(speed: float, before: float, liked: float) -> float:
    """Return the speed to continue with.

    *speed*: the one so far, 0 if none was chosen; *before*, *liked*: the previous value of the
    settings, 0 if there is none, and the current one.
    """
    fresh = before and liked != before
    return liked if fresh or not speed else speed


def next_round(speed: float) -> float:
    """Return the next faster speed of the settings; after the fastest, the slowest."""
    return next((pace for pace in SPEEDS if pace > speed), SPEEDS[0])


def next_speed(speed: float, direction: int) -> float:
    """Return the next speed that is faster (1) or slower (-1); the same at the ends."""
    paces = [pace for pace in PACES if (pace - speed) * direction > 0.0]
    return min(paces, key=lambda pace: abs(pace - speed), default=speed)
