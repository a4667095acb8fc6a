"""Clusters of characters, which are never split.

A reader takes each for one letter.
"""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.text.clusters import (
    breakable,
    cluster_edges,
    clusters,
    edge_after,
    edge_at,
    edge_before,
    end_of_blanks,
    spaced_words,
    wrapped_letters,
)

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
THUMB = "\U0001f44d\U0001f3fd"
GERMANY, SCOTLAND = "\U0001f1e9\U0001f1ea", "\U0001f3f4\U000e0067\U000e0062\U000e007f"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("orc", ["o", "r", "c"]),
        ("e\u0301a\u0323\u0302b", ["e\u0301", "a\u0323\u0302", "b"]),
        ("\u05e9\u05b8\u05c1\u05dc", ["\u05e9\u05b8\u05c1", "\u05dc"]),
        (f"A{FAMILY}{THUMB}", ["A", FAMILY, THUMB]),
        (GERMANY * 2 + "\U0001f1e9", [GERMANY, GERMANY, "\U0001f1e9"]),
        (f"{SCOTLAND}x", [SCOTLAND, "x"]),
        ("\u2694\ufe0f!", ["\u2694\ufe0f", "!"]),
        ("\u1100\u1161\u11a8\u1100", ["\u1100\u1161\u11a8", "\u1100"]),
        ("\uac00\u11a8\uac01\u1161", ["\uac00\u11a8", "\uac01", "\u1161"]),
        ("\u0e01\u0e33\u0e02", ["\u0e01\u0e33", "\u0e02"]),
        ("\u0915\u093f\u0924", ["\u0915\u093f", "\u0924"]),
        ("a\u200db", ["a\u200d", "b"]),
        ("\n\u0301", ["\n", "\u0301"]),
    ],
)
def test_accents_and_parts_of_emoji_belong_to_what_is_before_them(
    text: str, found: list[str]
) -> None:
    assert clusters(text) == found


@settings(max_examples=40)
@given(st.text())
def test_the_clusters_of_a_text_are_all_of_it(text: str) -> None:
    assert "".join(clusters(text)) == text
    assert all(a < b for a, b in pairwise(cluster_edges(text)))


def test_edges_are_found_from_any_index() -> None:
    text = f"a{THUMB}b"

    assert [edge_before(text, n) for n in range(5)] == [0, 0, 1, 1, 3]
    assert [edge_after(text, n) for n in range(5)] == [1, 3, 3, 4, 4]
    assert [edge_at(text, n) for n in range(5)] == [0, 1, 1, 3, 4]


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("Gr\u00f6\u00dfe", ["Gr\u00f6\u00dfe"]),
        ("\u8981\u585e", ["\u8981", "\u585e"]),
        ("\u8981\u585e\u3002", ["\u8981", "\u585e\u3002"]),
        ("\u300c\u8981\u300d\u585e", ["\u300c\u8981\u300d", "\u585e"]),
        ("T34\u578b", ["T34", "\u578b"]),
        ("\u30c6\u30fc\u30d6", ["\u30c6\u30fc", "\u30d6"]),
        (f"{FAMILY}{THUMB}", [FAMILY, THUMB]),
        (" \u8981", [" \u8981"]),
        ("\u304b\u3099\u304d", ["\u304b\u3099", "\u304d"]),
    ],
)
def test_lines_may_end_between_ideographs_but_not_before_what_closes(
    word: str, parts: list[str]
) -> None:
    assert breakable(word) == parts


def test_a_space_with_an_accent_parts_no_words() -> None:
    assert spaced_words(" old  gate") == ["", "old", "", "gate"]
    assert spaced_words("a \u0301b \u8981") == ["a \u0301b", "\u8981"]
    assert [end_of_blanks(text) for text in ("", "a ", "  a", "  \u0301a")] == [0, 0, 2, 1]


def test_labels_are_broken_by_letters_as_readers_count_them() -> None:
    assert wrapped_letters("the old gate", 8) == ["the old", "gate"]
    assert wrapped_letters("e\u0301" * 9, 4) == ["e\u0301" * 4, "e\u0301" * 4, "e\u0301"]
    assert wrapped_letters(f"{THUMB} up {FAMILY * 3}", 6) == [f"{THUMB} up", FAMILY * 3]
    private = "\U000f0000\U000f0001"
    assert wrapped_letters(f"e\u0301 {private}", 3) == ["e\u0301", private]
    assert wrapped_letters(" ", 4) == []
