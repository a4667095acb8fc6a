"""Highlights of a game, and their captions."""

from __future__ import annotations

import pytest

from game.lab.highlights import MAX_CAPTION_WORDS, caption_of
from game.screens.chance_timeline import highlights_of
from game.screens.film.film_frames import ranges_of
from tests.lab.test_turning_points import recorded


def test_each_highlight_lies_in_its_turn_with_its_lead_in_and_its_outcome() -> None:
    found = highlights_of(recorded())
    assert 5 <= len(found) <= 8
    for one in found:
        first, last = one.swing.before.at, one.swing.after.at
        assert first <= one.start < one.deed <= one.end <= last
        assert one.caption
        assert len(one.caption.split()) <= MAX_CAPTION_WORDS
    assert [*found] == sorted(found, key=lambda one: one.deed)


def test_no_event_of_a_film_of_highlights_is_shown_twice() -> None:
    ranges = ranges_of(highlights_of(recorded()))
    ends = [count for shown in ranges for count in shown]
    assert ends == sorted(set(ends))


@pytest.mark.parametrize(
    ("line", "caption"),
    [
        ('The rat runs up to 5" (rolled 3; 2 models)', 'The rat runs up to 5"'),
        (
            "One two three four five six, seven: eight nine ten eleven twelve, thirteen",
            "One two three four five six, seven",
        ),
        (" ".join("abcdefghijklmn"), "a b c d e f g h i j k l…"),
    ],
)
def test_a_caption_is_short(line: str, caption: str) -> None:
    assert caption_of(line) == caption
