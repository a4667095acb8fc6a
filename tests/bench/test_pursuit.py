"""Cost of the roll of a whole table: 17 models, 18 pieces."""

from __future__ import annotations

from contextlib import suppress
from time import thread_time

from game.geometry.points import Point
from game.play.dice_sequences import SeededDice
from game.play.game import Game
from game.systems.pursuit.rules.pursuit_phase import roll_back
from game.table.apply import apply
from game.table.events import Placed
from game.table.records import Clock
from game.table.state import Table
from tests.bench.time_budget import allowed
from tests.systems.pursuit.pursuit_tables import RULES, mustered, winding

ROLL = 0.005
"""Maximum seconds for the roll of a whole table."""
ROUNDS = 12


def table_of_chase() -> Table:
    """Return a Pursuit phase with all models down the middle of the street."""
    table = mustered(winding())
    for n, model_id in enumerate([*table.models]):
        apply(
            table, Placed("PU-04", model=model_id, at=Point(2.0 + 4.0 * n, 24.0), facing=90.0)
        )
    table.clock = Clock(1, "pursuit")
    return table


def seconds_of_roll_back() -> float:
    """Return the seconds in which all pieces of a table roll back."""
    game = Game(RULES, table_of_chase(), SeededDice(1))
    pieces = sorted(game.table.pieces.values(), key=lambda p: p.at.x)
    street = [p.id for p in pieces if p.outline]
    assert (len(street), len(game.table.models)) == (18, 17)
    begun = thread_time()
    for piece in street:
        with suppress(StopIteration):
            rule = roll_back(game, piece)
            rule.send(None)
            # Models that are swept and live are turned (PU-14).
            while True:
                rule.send(90.0)
    return thread_time() - begun


def test_a_whole_table_rolls_in_no_time() -> None:
    best = min([seconds_of_roll_back() for _ in range(ROUNDS)])
    print(f"a table rolls in {best * 1000:.2f} ms")

    assert best <= allowed(ROLL)
