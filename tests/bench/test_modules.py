"""What it costs that twists could change the numbers of a battle (``MP-11``)."""

from __future__ import annotations

from time import process_time

from game.bots.match import Seats, play
from game.bots.players import policy
from game.bots.random_bot import RandomBot
from game.play.dice import SeededDice
from game.play.session import Session
from game.rules.battles import prepare
from game.rules.catalog import rules_of
from game.rules.kit.modules import GameRules
from game.table.state import Table

ROLLED = {"twist": 1}
"""All hooks and phases of all twists are there; on this table none is in force."""
RUNS = 5
MOST = 1.1
NOISE = 1.05


def deployed() -> Table:
    session, bot = prepare("no_mercy", seed=1).session(), RandomBot()
    while not session.table.clock.side:
        session.answer(bot.answer(session))
    return session.table


def seconds(rules: GameRules, table: Table) -> float:
    """Return how long a decision of a battle of random bots takes."""
    began = process_time()
    session = Session(rules, table.fork(), SeededDice(3))
    found = play(session, Seats({side: policy("random") for side in table.sides}))
    return (process_time() - began) / found.decisions


def test_twists_that_are_not_in_force_cost_a_tenth_at_most() -> None:
    """A battle with and without them, turn and turn about; the quickest of each."""
    table = deployed()
    plain = rules_of("matched", "no_mercy")
    twisted = rules_of("matched", "no_mercy", options=ROLLED)
    without, with_them = list[float](), list[float]()
    for _ in range(RUNS):
        without.append(seconds(plain, table))
        with_them.append(seconds(twisted, table))

    ratio = min(with_them) / min(without)
    print(f"where twists might be in force a decision takes {ratio:.3f} times as long")
    assert ratio <= MOST * NOISE
