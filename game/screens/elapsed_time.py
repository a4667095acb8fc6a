"""The time that has passed since a moment, in words."""

from __future__ import annotations

from time import time

from game.table.records import many


def ago(when: float) -> str:
    """Return the age of a time of the system's clock as text, such as ``"4 minutes ago"``."""
    minutes = max(0, int(time() - when) // 60)
    for long, word in ((1440, "day"), (60, "hour"), (1, "minute")):
        if count := minutes // long:
            return f"{many(count, word)} ago"
    return "just now"
