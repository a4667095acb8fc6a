"""Odds from every row of dice, compared with values worked out by hand."""

from __future__ import annotations

from fractions import Fraction

from game.play.dice_sequences import Dice
from tests.tools.dice_rows import all_dice_rows


def test_two_dice_and_what_they_add_up_to() -> None:
    totals = all_dice_rows(lambda dice: dice.nth(0) + dice.nth(1))

    assert totals is not None
    assert totals[2] == totals[12] == Fraction(1, 36)
    assert totals[7] == Fraction(6, 36)
    assert sum(totals.values()) == 1


def test_a_second_die_that_only_a_six_is_followed_by() -> None:
    """As in ``FF-09``: 1 to 5 inches by one die, 7 to 12 by two."""

    def inches(dice: Dice) -> int:
        first = dice.nth(10)
        return first + dice.nth(11) if first == 6 else first

    far = all_dice_rows(inches, first=10)

    assert far is not None
    assert [far.get(n) for n in range(1, 8)] == [*[Fraction(1, 6)] * 5, None, Fraction(1, 36)]
    assert sum(far.values()) == 1


def test_what_no_die_decides_is_sure() -> None:
    assert all_dice_rows(lambda _: "surely") == {"surely": Fraction(1)}


def test_more_rows_than_are_wanted() -> None:
    """Two dice need a limit of 36 rows; a row that never ends exceeds every limit."""

    def until_no_six(dice: Dice) -> int:
        return next(n for n in range(99) if dice.nth(n) < 6)

    def two(dice: Dice) -> int:
        return dice.nth(0) + dice.nth(1)

    assert all_dice_rows(two, most=36) is not None
    assert all_dice_rows(two, most=35) is None
    assert all_dice_rows(until_no_six, most=200) is None
