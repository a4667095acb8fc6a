"""Columns of a terminal that texts of any script take."""

from __future__ import annotations

import pytest

from game.text.columns import columns, padded


@pytest.mark.parametrize(
    ("text", "wide"),
    [
        ("", 0),
        ("orc", 3),
        ("\u041a\u0440\u0435\u043f", 4),
        ("\u8981\u585e", 4),
        ("\uff21", 2),
        ("e\u0301", 1),
        ("\U0001f468\u200d\U0001f469", 2),
        ("\u2694", 1),
        ("\u2694\ufe0f", 2),
        ("\U0001f1e9\U0001f1ea", 2),
        ("\u05e9\u05b8\u05dc", 2),
        ("\u1100\u1161", 2),
    ],
)
def test_wide_letters_take_two_columns_and_accents_none(text: str, wide: int) -> None:
    assert columns(text) == wide
    assert padded(text, 5) == text + " " * (5 - wide)


def test_a_text_that_is_wider_than_its_column_stays_whole() -> None:
    assert padded("\u8981\u585e", 3) == "\u8981\u585e"
