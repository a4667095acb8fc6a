"""How fast things are shown: as is liked, until another speed is chosen on the spot."""

from __future__ import annotations


def suited(speed: float, before: float, liked: float) -> float:
    """Return the speed to go on with.

    *speed*: the one so far, 0 if none was chosen; *before*, *liked*: what the settings said
    the last time, 0 if never, and what they say now.
    """
    fresh = before and liked != before
    return liked if fresh or not speed else speed
