"""Widths of text in the columns of a terminal."""

from __future__ import annotations

from unicodedata import category, east_asian_width

from game.text.clusters import clusters, is_regional_indicator

EMOJI_STYLE = "\N{VARIATION SELECTOR-16}"
"""Follows a symbol that is to be shown as an emoji, which is wide."""


def columns(text: str) -> int:
    """Return the number of columns that a terminal needs for a text of one line."""
    if text.isascii():
        return len(text)
    return sum([_columns_of(cluster) for cluster in clusters(text)])


def _columns_of(cluster: str) -> int:
    if EMOJI_STYLE in cluster or (len(cluster) > 1 and is_regional_indicator(cluster[0])):
        return 2
    return max([_columns_of_sign(sign) for sign in cluster])


def _columns_of_sign(sign: str) -> int:
    if category(sign) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if east_asian_width(sign) in {"W", "F"} else 1


def padded(text: str, wide: int) -> str:
    """Return a text with spaces after it, so that it takes at least *wide* columns."""
    return text + " " * (wide - columns(text))
