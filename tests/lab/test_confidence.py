"""Confidence intervals, against values worked out by hand."""

from __future__ import annotations

import pytest

from game.lab.confidence import difference_by_seed, paired_difference, wilson_interval


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 10, 0.0, 0.278),  # worked out by Wilson's formula with z = 1.96
        (5, 10, 0.237, 0.763),
        (10, 10, 0.722, 1.0),
        (18, 20, 0.699, 0.972),
        (0, 0, 0.0, 1.0),
    ],
)
def test_a_share_is_known_as_well_as_so_many_games_tell(
    wins: int, games: int, low: float, high: float
) -> None:
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=6e-4)


@pytest.mark.parametrize(
    ("gained", "lost", "games", "low", "high"),
    [
        # 2 / 10 = 0.2; the root of 3 + 1 + 1 - 4 / 10 = 4.6 is 2.1448; 1.96 x 0.21448 = 0.4204
        (3, 1, 8, -0.2204, 0.6204),
        # 20 / 100 = 0.2; the root of 21 - 400 / 100 = 17 is 4.1231; 1.96 x 0.041231 = 0.0808
        (20, 0, 98, 0.1192, 0.2808),
        # None of 8 games was turned: 1.96 x 1 / 10.
        (0, 0, 8, -0.196, 0.196),
        (0, 0, 0, -1.0, 1.0),
        # Two of two: 2 / 4 = 0.5; the root of 3 - 1 = 2 is 1.4142; 1.96 x 1.4142 / 4 = 0.693
        (2, 0, 2, -0.193, 1.0),
    ],
)
def test_a_difference_is_known_by_the_games_that_turned(
    gained: int, lost: int, games: int, low: float, high: float
) -> None:
    found = paired_difference(gained, lost, games)
    assert (found.low, found.high) == pytest.approx((low, high), abs=6e-4)


def test_a_difference_counts_the_seeds_of_both_series() -> None:
    before = {1: "red", 2: "blue", 3: "", 4: "red", 5: "red", 7: "red"}
    after = {5: "", 4: "up", 3: "up", 2: "up", 1: "down", 6: "up"}
    # As "up" after, red gains seeds 2 and 3, and loses 1 and 5; 6 and 7 have no partner.
    assert difference_by_seed(before, after, "red", "up") == paired_difference(2, 2, 5)
    # Blue loses seed 2; "down" gains seed 1.
    assert difference_by_seed(before, after, "blue", "down") == paired_difference(1, 1, 5)
    # Without another name nobody is called red after: it loses its three games.
    assert difference_by_seed(before, after, "red") == paired_difference(0, 3, 5)
    assert difference_by_seed({}, after, "red").games == 0


def test_a_difference_is_sure_where_its_interval_leaves_out_nought() -> None:
    assert (paired_difference(20, 0, 98).sure, paired_difference(0, 20, 98).sure) == (
        True,
        True,
    )
    assert not paired_difference(3, 1, 8).sure
    assert paired_difference(3, 1, 8).value == 0.25
    assert paired_difference(0, 0, 0).value == 0.0


def test_more_games_make_an_interval_narrower() -> None:
    # 21 / 100 - 0.2 x 0.2 = 0.17; times (1.96 / 0.03) squared is 725.6; 100 are there.
    assert paired_difference(20, 0, 98).more_for(0.03) == 626
    # It is 0.0808 wide to each side already.
    assert paired_difference(20, 0, 98).more_for(0.0809) == 0


def test_a_draw_counts_half_a_win() -> None:
    assert wilson_interval(5 + 4 / 2, 14) == wilson_interval(7, 14)
