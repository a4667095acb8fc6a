"""The luck ledger, against dice worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.lab.luck_ledger import RollLuck, chance, distribution, ledger
from game.table.events import Event, Rerolled, Rolled
from game.table.records import Side

A, B = Side("wardens"), Side("brood")


def to_hit(*faces: int, need: int = 4, by: Side = A) -> Rolled:
    return Rolled("CC-05", by=by, what="to hit", faces=faces, need=need)


def of(story: list[Event], side: Side = A) -> RollLuck:
    return next(account.overall for account in ledger(story, (A, B)) if account.side == side)


@pytest.mark.parametrize(
    ("need", "dice", "under", "likely"),
    [
        (4, 1, False, Fraction(1, 2)),
        (2, 1, False, Fraction(5, 6)),
        (7, 1, False, Fraction(0)),  # no face reaches it
        (1, 1, False, Fraction(1)),
        (2, 1, True, Fraction(1, 3)),  # a characteristic of 2
        (7, 2, True, Fraction(21, 36)),  # Leadership 7
        (9, 2, False, Fraction(10, 36)),
        (2, 2, True, Fraction(1, 36)),  # only a double 1
    ],
)
def test_how_likely_dice_reach_what_they_need(
    need: int, dice: int, *, under: bool, likely: Fraction
) -> None:
    assert chance(need, dice, under) == likely


def test_three_dice_at_four_and_more() -> None:
    luck = of([to_hit(4, 5, 1)])

    assert (luck.tried, luck.won) == (3, 2)
    assert luck.mean == Fraction(3, 2)
    assert luck.variance == Fraction(3, 4)
    # None, one, two, three: 1, 3, 3, 1 of 8. Below two: 4; half of those with two: 1.5.
    assert luck.percentile == pytest.approx(100 * 5.5 / 8)


def test_unlike_dice_add_up() -> None:
    assert distribution([1 / 2, 1 / 6]) == pytest.approx([5 / 12, 6 / 12, 1 / 12])


def test_a_sum_is_one_trial() -> None:
    passed = Rolled(
        "CC-03", by=A, what="Leadership test", faces=(3, 4), need=7, under=True, total=True
    )
    luck = of([passed])

    assert (luck.tried, luck.won, luck.mean) == (1, 1, Fraction(7, 12))


def test_a_die_taken_up_again_is_one_trial_more_at_its_own_need() -> None:
    like_the_first = Rerolled("CC-04", by=A, n=0, was=1, face=3, why="twin-linked")
    at_six = Rerolled("CC-05", by=A, n=0, was=1, face=6, why="BS 6", need=6)

    assert of([to_hit(1, 5), like_the_first]).mean == Fraction(3, 2)
    assert of([to_hit(1, 5), like_the_first]).won == 1
    assert of([to_hit(1, 5), at_six]).mean == 1 + Fraction(1, 6)
    assert of([to_hit(1, 5), at_six]).won == 2


def test_dice_of_which_nothing_is_needed_are_nobodys_luck() -> None:
    run = Rolled("CC-22", by=A, what="run", faces=(6,))
    luck = of([run, Rerolled("CC-04", by=A, n=0, was=6, face=1, why="twin-linked")])

    assert (luck.tried, luck.mean, luck.percentile) == (0, Fraction(), 50.0)


def test_each_side_and_each_purpose_has_its_own_account() -> None:
    wound = Rolled("CC-12", by=A, what="to wound", faces=(6, 6, 6), need=5)
    mine, theirs = ledger([to_hit(4), wound, to_hit(1, 1, by=B)], (A, B))

    assert [(p.what, p.tried, p.won) for p in mine.parts] == [
        ("to wound", 3, 3),
        ("to hit", 1, 1),
    ]
    assert (theirs.overall.tried, theirs.overall.won) == (2, 0)
    assert theirs.overall.percentile == pytest.approx(12.5)
    # Three of three at 5+ is 1 of 27: all other results and half of that are worse.
    assert mine.parts[0].percentile == pytest.approx(100 * (1 - 1 / 54))
