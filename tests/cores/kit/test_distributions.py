from __future__ import annotations

from fractions import Fraction

import pytest

from game.cores.kit.probability import (
    Spread,
    at_most,
    compound,
    convolve,
    doubled,
    mixture,
    of_dice,
    of_total,
)
from game.table.records import DiceExpression
from tests.tools.nearness import near_all


def thinned(spread: Spread, chance: float) -> Spread:
    (thin,) = compound((spread,), ((1.0 - chance, chance),))
    return thin


def test_dice_make_a_binomial_spread() -> None:
    assert of_dice(2, 0.25) == near_all(Fraction(9, 16), Fraction(6, 16), Fraction(1, 16))


def test_two_spreads_add_up() -> None:
    assert convolve(of_dice(2, 0.5), of_dice(1, 0.5)) == near_all(
        Fraction(1, 8), Fraction(3, 8), Fraction(3, 8), Fraction(1, 8)
    )


def test_what_is_beyond_the_most_counts_as_the_most() -> None:
    assert at_most(of_dice(3, 0.5), 1) == near_all(Fraction(1, 8), Fraction(7, 8))


def test_one_of_several_spreads() -> None:
    assert mixture([(0.5, (1.0,)), (0.5, (0.0, 1.0))]) == near_all(
        Fraction(1, 2), Fraction(1, 2)
    )


def test_of_a_number_that_is_not_sure_some_happen() -> None:
    """None, or two, each of which happens once in three times."""
    half, ninth = Fraction(1, 2), Fraction(1, 9)

    assert thinned((0.5, 0.0, 0.5), 1 / 3) == near_all(
        half + half * 4 * ninth, half * 4 * ninth, half * ninth
    )
    assert thinned((0.5, 0.5), 0.0) == near_all(Fraction(1))
    assert thinned((0.25, 0.75), 1.0) == near_all(Fraction(1, 4), Fraction(3, 4))


def test_dice_are_added_to_a_number() -> None:
    ninth = Fraction(1, 9)

    assert of_total(1, DiceExpression(2, 3)) == near_all(
        *[Fraction(0)] * 3, ninth, 2 * ninth, 3 * ninth, 2 * ninth, ninth
    )
    assert of_total(2) == near_all(Fraction(0), Fraction(0), Fraction(1))


def test_twice_a_number_is_even() -> None:
    assert doubled((0.25, 0.5, 0.25)) == (0.25, 0.0, 0.5, 0.0, 0.25)


def test_totals_of_dice() -> None:
    two, three = of_total(0, DiceExpression(2)), of_total(0, DiceExpression(3))
    assert two[7] == pytest.approx(6 / 36)
    assert three[3] == pytest.approx(1 / 216)
    assert sum(three) == pytest.approx(1)
