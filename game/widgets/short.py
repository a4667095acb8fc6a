"""Words that fit a place."""

from __future__ import annotations

from functools import lru_cache

from game.widgets.theme import Face, Theme


class Shortened(str):
    """Words that were cut, and what they were."""

    __slots__ = ("whole",)
    whole: str


@lru_cache(maxsize=2000)
def short(theme: Theme, words: str, size: float, room: int, face: Face = "body") -> str:
    """Return words, cut with dots at their end where they are wider than some pixels."""
    if theme.width(words, size, face) <= room:
        return words
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if theme.width(words[:middle].rstrip() + "…", size, face) <= room:
            low = middle
        else:
            high = middle - 1
    cut = Shortened(words[:low].rstrip() + "…")
    cut.whole = words
    return cut
