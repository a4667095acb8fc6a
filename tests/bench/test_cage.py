"""Speed of bouts."""

from __future__ import annotations

from itertools import combinations
from time import thread_time

from game.bots.simple_bots import RandomBot
from game.play.session import Session
from game.rules.battles import prepare
from tests.bench.time_budget import allowed
from tests.systems.cage.cage_tables import CHAMPIONS

DECISION = 1 / 10_000
"""Maximum seconds for a decision of the random bot, with all its effects."""
SEEDS = range(1, 5)


def time_all_bouts() -> tuple[float, int]:
    """Return the seconds that bouts of all pairs take, and their number of decisions."""
    seconds, decisions = 0.0, 0
    for red, blue in combinations(CHAMPIONS, 2):
        for seed in SEEDS:
            battle = prepare("cage", seed=seed, rosters={"red": red, "blue": blue})
            begun = thread_time()
            decisions += to_its_end(battle.session())
            seconds += thread_time() - begun
    return seconds, decisions


def to_its_end(session: Session) -> int:
    bot, given = RandomBot(), 0
    while session.pending is not None:
        session.answer(bot.answer(session))
        given += 1
    return given


def test_ten_thousand_decisions_a_second() -> None:
    # The first round fills the caches, as the first bouts of a lab do.
    rounds = [time_all_bouts() for _ in range(3)]
    best = min(seconds / decisions for seconds, decisions in rounds)
    print(f"{1 / best:.0f} decisions a second")

    assert best <= allowed(DECISION)
