"""Names and marks as text."""

from __future__ import annotations

import pytest

from game.play.log.wording import mark_text, score_text, with_article
from game.rules import battles as _words  # noqa: F401  adds those of all systems


@pytest.mark.parametrize(
    ("called", "text"),
    [
        ("north wood", "the north wood"),
        ("ruin 3", "ruin 3"),
        ("the edge of the table", "the edge of the table"),
    ],
)
def test_a_name_has_one_article_and_a_number_none(called: str, text: str) -> None:
    assert with_article(called) == text


def test_marks_are_told_in_the_words_of_players() -> None:
    assert mark_text("tested its nerve") == "has tested morale"
    assert mark_text("stopped") == "stuck"
    assert mark_text("falling back") == "falling back"


@pytest.mark.parametrize(
    ("scores", "text"),
    [((2, 7), "7–2"), ((0, 0), "0–0"), ((-1, 3), "3 to −1"), ((-2, -1), "−1 to −2")],
)
def test_a_score_below_zero_is_set_apart_from_the_other(
    scores: tuple[int, int], text: str
) -> None:
    assert score_text(scores) == text
