"""Random picks made with six-sided dice."""

from __future__ import annotations

from game.cores.kit.dice import pick
from game.play.dice_sequences import ScriptedDice
from game.play.game import Game
from game.rules.catalog import rules_of
from game.table.records import Side
from game.table.state import Table

SIDE = Side("wardens")


def picked(many: int, *faces: int) -> tuple[int, int]:
    """Return the pick among *many* things, and the number of dice rolled."""
    game = Game(rules_of("classic"), Table(), ScriptedDice(faces))
    return pick(game, "CC-36", SIDE, "which", many), game.table.rolls


def test_one_thing_is_picked_without_a_die() -> None:
    assert picked(1) == (0, 0)


def test_beyond_the_last_whole_share_it_is_rolled_again() -> None:
    """Of four things a 5 and a 6 are rolled again; of seven all above 35 of 36."""
    assert picked(4, 5, 6, 4) == (3, 3)
    assert picked(7, 6, 6, 6, 5) == (6, 4)
