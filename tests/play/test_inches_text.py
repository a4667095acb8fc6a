"""Lengths, lists and sides as text."""

from __future__ import annotations

import pytest

from game.play.log.inches_text import excess_text, too_near_text
from game.play.log.wording import join_names, result_reason, side_does, the_side, victory
from game.table.records import Side


@pytest.mark.parametrize(
    ("distance", "most", "found"),
    [
        (24.0001, 24.0, ("24.01", "0.01")),
        (24.014, 24.0, ("24.02", "0.02")),
        (24.09, 24.0, ("24.09", "0.09")),
        (24.1, 24.0, ("24.1", "0.1")),
        (31.52, 24.0, ("31.6", "7.6")),
        (10.0, 6.0, ("10.0", "4.0")),
    ],
)
def test_what_is_too_much_never_looks_like_nothing(
    distance: float, most: float, found: tuple[str, str]
) -> None:
    assert excess_text(distance, most) == found


@pytest.mark.parametrize(
    ("distance", "text"),
    [(1.3, "1.3"), (1.39, "1.3"), (1.996, "1.99"), (1.9, "1.9"), (-0.5, "0.0")],
)
def test_what_is_too_near_never_looks_far_enough(distance: float, text: str) -> None:
    assert too_near_text(distance, 2.0, "the mill") == f'is {text}" from the mill, not 2"'


def test_a_few_are_listed_and_many_are_counted() -> None:
    assert join_names(["a-1"]) == "a-1"
    assert join_names(["a-1", "a-2", "a-3"]) == "a-1, a-2 and a-3"
    assert join_names(["a-1", "a-2", "a-3", "a-4"]) == "4 models"


def test_a_verb_agrees_with_its_side() -> None:
    assert side_does(Side("wardens"), "agrees") == "Wardens agree"
    assert side_does(Side("brood"), "agrees") == "Brood agrees"
    assert side_does(Side("brood"), "undoes") == "Brood undoes"


def test_results_of_battles() -> None:
    assert victory(Side("wardens")) == "Wardens win"
    assert victory(Side("brood")) == "Brood wins"
    assert victory(None) == "Draw"
    assert result_reason(Side("brood"), "killed more") == "most kills"
    assert result_reason(None, "killed more") == "as many kills on either side"


def test_a_side_has_an_article_unless_it_is_a_colour() -> None:
    assert the_side(Side("wardens")) == "the Wardens"
    assert the_side(Side("red")) == "Red"
