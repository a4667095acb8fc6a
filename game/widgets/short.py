"""Words that fit a place."""

from __future__ import annotations

from game.widgets.theme import MOST_KEPT, Face, Theme


class Shortened(str):
    """Words that were cut, and what they were."""

    __slots__ = ("whole",)
    whole: str


def short(theme: Theme, words: str, size: float, room: int, face: Face = "body") -> str:
    """Return words, cut with dots at their end where they are wider than some pixels."""
    key = words, size, room, face
    if key not in theme.shortened:
        if len(theme.shortened) >= MOST_KEPT:
            theme.shortened.clear()
        theme.shortened[key] = _cut(theme, words, size, room, face)
    return theme.shortened[key]


def _cut(theme: Theme, words: str, size: float, room: int, face: Face) -> str:
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
