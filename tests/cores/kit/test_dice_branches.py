"""Enumeration of dice outcomes: each distinct outcome once, with its chance."""

from __future__ import annotations

import pytest

from game.cores.kit.dice_branches import dice_outcomes, rule_branches
from game.cores.kit.queries import TableView
from game.play.dice_sequences import Dice
from game.play.game import Game
from game.rules.catalog import rules_of
from game.table.records import Side
from game.table.state import Table
from tests.tools.dice_rows import all_dice_rows

LOOK = TableView(Table(), rules_of("classic"))
SIDE = Side("wardens")


def nobody(*_: object) -> None:
    raise AssertionError


async def four_dice(game: Game) -> None:
    """Roll up to four dice, until a 1 falls; then one that needs 4+."""
    for _ in range(4):
        (face,) = game.throw("PU-22", SIDE, "ground", need=2)
        if face == 1:
            (face,) = game.throw("CC-12", SIDE, "to wound", need=4)
            game.table.scores[SIDE] = 1 + (face >= 4)
            return


def test_a_die_passes_or_fails_and_is_told_no_further() -> None:
    ends = [*rule_branches(LOOK, four_dice, nobody)]
    by = {n: sum(e.chance for e in ends if e.table.scores.get(SIDE) == n) for n in (1, 2)}

    # Nine ways: five of the dice, four of them with a wound or without.
    assert len(ends) == 9
    assert sum(e.chance for e in ends) == pytest.approx(1)
    assert by == pytest.approx({1: (1 - (5 / 6) ** 4) / 2, 2: (1 - (5 / 6) ** 4) / 2})
    assert LOOK.table.rolls == 0


def test_it_is_what_every_row_says() -> None:
    def tell(dice: Dice) -> int:
        game = Game(LOOK.rules, LOOK.table.fork(), dice)
        rule = four_dice(game)
        with pytest.raises(StopIteration):
            rule.send(None)
        return game.table.scores.get(SIDE, 0)

    rows = all_dice_rows(tell, most=6**5)
    assert rows
    for n, chance in rows.items():
        found = sum(
            e.chance
            for e in rule_branches(LOOK, four_dice, nobody)
            if e.table.scores.get(SIDE, 0) == n
        )
        assert found == pytest.approx(float(chance))


@pytest.mark.parametrize(
    ("times", "need", "under", "total", "falls"),
    [
        (1, 5, False, False, {(6,): 1 / 3, (1,): 2 / 3}),
        (1, 2, True, False, {(1,): 1 / 3, (6,): 2 / 3}),
        (1, 1, False, False, {(6,): 1.0}),
        (1, 7, False, False, {(1,): 1.0}),
        (2, 4, False, False, {(6, 6): 1 / 4, (6, 1): 1 / 4, (1, 6): 1 / 4, (1, 1): 1 / 4}),
        (1, 0, False, False, {(n,): 1 / 6 for n in range(1, 7)}),
    ],
)
def test_falls_of_dice(
    times: int, need: int, *, under: bool, total: bool, falls: dict[tuple[int, ...], float]
) -> None:
    found = {
        fall.faces: fall.chance for fall in dice_outcomes(times, need, under=under, total=total)
    }
    assert found == pytest.approx(falls)


def test_dice_that_are_added_are_told_by_their_total() -> None:
    found = {sum(f.faces): f.chance for f in dice_outcomes(2, 0, under=False, total=True)}

    assert len(dice_outcomes(2, 0, under=False, total=True)) == 11
    assert found[7] == pytest.approx(6 / 36)
    assert found[12] == pytest.approx(1 / 36)
