"""The endless row of dice."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.play.dice_sequences import ScriptedDice, SeededDice, SplicedDice, splice

seeds = st.integers(0, 2**64 - 1)
places = st.integers(0, 500)


def faces(dice: SeededDice | SplicedDice, first: int, many: int = 24) -> list[int]:
    return [dice.nth(n) for n in range(first, first + many)]


def test_a_seed_gives_the_same_row_on_every_machine() -> None:
    assert faces(SeededDice(1), 0, 20) == faces(SeededDice(1), 0, 20)
    assert "".join(map(str, faces(SeededDice(1), 0, 20))) == "62164344154535564631"


def test_the_faces_are_fair() -> None:
    counts = Counter(SeededDice(7).nth(n) for n in range(60_000))

    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert all(abs(many - 10_000) < 400 for many in counts.values())


@given(seeds, places, places)
def test_a_splice_keeps_what_was_rolled_and_changes_what_comes(
    seed: int, until: int, luck: int
) -> None:
    row = SeededDice(seed)
    spliced = splice(row, until, luck)

    assert faces(spliced, 0, until) == faces(row, 0, until)
    # Forty faces of two independent rows.
    assert faces(spliced, until, 40) != faces(row, until, 40)


@given(seeds, places, st.integers(0, 9), st.integers(0, 9))
def test_equal_luck_at_an_equal_place_gives_equal_dice_and_other_luck_others(
    seed: int, until: int, luck: int, other: int
) -> None:
    one = faces(splice(SeededDice(seed), until, luck), until, 40)
    two = faces(splice(SeededDice(seed), until, other), until, 40)

    assert (one == two) is (luck == other)


@given(seeds, st.lists(st.tuples(places, st.integers(0, 5)), max_size=6))
def test_however_often_a_row_is_spliced_it_never_rolls_the_real_one(
    seed: int, cuts: list[tuple[int, int]]
) -> None:
    row = SeededDice(seed)
    spliced: SeededDice | SplicedDice = row
    lowest = 10_000
    for until, luck in cuts:
        spliced = splice(spliced, until, luck)
        lowest = min(lowest, until)
        assert faces(spliced, until, 40) != faces(row, until, 40)
    if cuts:
        assert faces(spliced, 0, lowest) == faces(row, 0, lowest)


def test_dice_from_after_a_cut_are_gone_for_good() -> None:
    row = splice(splice(SeededDice(5), 30, 1), 10, 2)
    assert isinstance(row, SplicedDice)

    assert [until for until, _ in row.pieces] == [10]


def test_a_script_that_is_too_short_says_which_die_was_asked() -> None:
    dice = ScriptedDice((4, 2))

    assert [dice.nth(0), dice.nth(1)] == [4, 2]
    with pytest.raises(LookupError, match="holds 2 dice, die 3 was asked"):
        dice.nth(2)
