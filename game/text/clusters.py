"""The characters that a reader sees, between which text may be split.

A cluster is one such character: a letter with its accents, an emoji with its modifiers, a
flag, a Korean syllable. It follows the extended grapheme clusters of Unicode (UAX #29), as far
as the standard library knows the properties that they need.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from textwrap import wrap
from unicodedata import category, east_asian_width

JOINER = "\N{ZERO WIDTH JOINER}"
_SPACING_VOWELS = "\N{THAI CHARACTER SARA AM}\N{LAO VOWEL SIGN AM}"
"""Letters that count as marks of the letter before them."""
_MAY_BE_WIDE = re.compile("[\u1100-\u115f\u231a-\U0003ffff]")
"""Finds characters beside which a line may end; most texts have none."""
PLACEHOLDERS = 0xF0000
"""First code point of a plane for private use, whose characters stand in for clusters."""


def is_emoji_modifier(sign: str) -> bool:
    """Return whether a character changes the skin tone of the emoji before it."""
    return "\U0001f3fb" <= sign <= "\U0001f3ff"


def is_tag(sign: str) -> bool:
    """Return whether a character is part of the tag of a flag, which is invisible."""
    return "\U000e0020" <= sign <= "\U000e007f"


def is_regional_indicator(sign: str) -> bool:
    """Return whether a character is half of a flag."""
    return "\U0001f1e6" <= sign <= "\U0001f1ff"


def is_extending(sign: str) -> bool:
    """Return whether a character belongs to the one before it: an accent, a joiner."""
    return (
        category(sign) in {"Mn", "Me", "Mc"}
        or sign in {JOINER, "\N{ZERO WIDTH NON-JOINER}"}
        or sign in _SPACING_VOWELS
        or is_emoji_modifier(sign)
        or is_tag(sign)
    )


@lru_cache(maxsize=1000)
def cluster_edges(text: str) -> Sequence[int]:
    """Return the indices between the clusters of a text, with 0 and its length."""
    if text.isascii():
        return range(len(text) + 1)
    edges, first = [0], 0
    for n in range(1, len(text)):
        if not _belongs(text[first:n], text[n]):
            edges.append(n)
            first = n
    return (*edges, len(text)) if text else (0,)


def _belongs(cluster: str, sign: str) -> bool:
    """Return whether a character continues a cluster."""
    last = cluster[-1]
    if category(last) == "Cc" or category(sign) == "Cc":
        return False
    if is_extending(sign):
        return True
    if last == JOINER:
        return category(cluster[0]) == category(sign) == "So"
    if is_regional_indicator(sign):
        return len(cluster) == 1 and is_regional_indicator(last)
    return sign in _korean_after(last)


def _korean_after(sign: str) -> Sequence[str] | _Jamo:
    """Return the characters that continue a Korean syllable after its last character."""
    if "\u1100" <= sign <= "\u115f":
        return _AFTER_LEADING
    if "\u1160" <= sign <= "\u11a7":
        return _AFTER_VOWEL
    if "\u11a8" <= sign <= "\u11ff":
        return _AFTER_TRAILING
    if "\uac00" <= sign <= "\ud7a3":
        # Every 28th syllable ends with its vowel.
        return _AFTER_TRAILING if (ord(sign) - 0xAC00) % 28 else _AFTER_VOWEL
    return ""


class _Jamo:
    """Ranges of Korean letters and syllables."""

    def __init__(self, *ranges: tuple[str, str]) -> None:
        self.ranges = ranges

    def __contains__(self, sign: str) -> bool:
        return any([first <= sign <= last for first, last in self.ranges])


_AFTER_LEADING = _Jamo(("\u1100", "\u11a7"), ("\uac00", "\ud7a3"))
_AFTER_VOWEL = _Jamo(("\u1160", "\u11ff"))
_AFTER_TRAILING = _Jamo(("\u11a8", "\u11ff"))


def clusters(text: str) -> list[str]:
    """Return the clusters of a text."""
    edges = cluster_edges(text)
    return [text[a:b] for a, b in pairwise(edges)]


def edge_before(text: str, index: int) -> int:
    """Return the last edge of a cluster before an index; 0 at the start."""
    edges = cluster_edges(text)
    return edges[max(0, bisect_left(edges, index) - 1)]


def edge_after(text: str, index: int) -> int:
    """Return the first edge of a cluster after an index; the end at the end."""
    edges = cluster_edges(text)
    return edges[min(len(edges) - 1, bisect_right(edges, index))]


def edge_at(text: str, index: int) -> int:
    """Return an index, or the last edge before it if it is within a cluster."""
    edges = cluster_edges(text)
    return edges[bisect_right(edges, index) - 1]


def may_break(before: str, after: str) -> bool:
    """Return whether a line may end between two characters that no space separates.

    It may beside ideographs, kana, Korean syllables and emoji, but not before punctuation that
    closes something, nor after punctuation that opens something.
    """
    if (before.isascii() and after.isascii()) or not (before and after):
        return False
    if "W" not in {east_asian_width(before), east_asian_width(after)} or before == JOINER:
        return False
    closes = category(after) in {"Pe", "Pf", "Po", "Lm", "Sk", "Zs"} or is_extending(after)
    return not closes and category(before) not in {"Ps", "Pi", "Zs"}


def spaced_words(line: str) -> list[str]:
    """Return the parts of a line between its spaces; one that has an accent parts nothing."""
    words = line.split(" ")
    if line.isascii():
        return words
    found = words[:1]
    for word in words[1:]:
        if word and is_extending(word[0]):
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def end_of_blanks(text: str) -> int:
    """Return the index after the blanks that begin a text; one that has an accent is none."""
    return edge_at(text, len(text) - len(text.lstrip()))


def breakable(word: str) -> list[str]:
    """Return the parts of a word, without spaces, between which a line may end."""
    if not _MAY_BE_WIDE.search(word):
        return [word]
    parts = [""]
    for cluster in clusters(word):
        if parts[-1] and may_break(parts[-1][-1], cluster[0]):
            parts.append("")
        parts[-1] += cluster
    return parts


def wrapped_letters(text: str, many: int) -> list[str]:
    """Return a text as lines of at most *many* clusters, none of which is split."""
    found = clusters(text)
    if len(found) == len(text):
        return wrap(text, many)
    # Each cluster of several characters is one character while lines are broken.
    names = {one: chr(PLACEHOLDERS + n) for n, one in enumerate(dict.fromkeys(found))}
    names |= {one: one for one in found if len(one) == 1 and ord(one) < PLACEHOLDERS}
    whole = {name: one for one, name in names.items()}
    lines = wrap("".join([names[one] for one in found]), many)
    return ["".join([whole.get(sign, sign) for sign in line]) for line in lines]
