"""Processor time of the steady bot's answers in the cage."""

from __future__ import annotations

from statistics import median
from time import thread_time

from game.bots.registry import policy
from game.rules.battles import prepare
from tests.bench.time_budget import allowed

MEDIAN, LONGEST = 0.030, 0.150
"""Maximum seconds per answer: median and longest."""
PAIRS = (("captain", "veteran"), ("prelate", "bulwark"), ("warlock", "outrider"))


def test_answers_of_the_steady_bot_in_the_cage() -> None:
    took = list[float]()
    for red, blue in PAIRS:
        session = prepare("cage", seed=2, rosters={"red": red, "blue": blue}).session()
        bot = policy("steady")
        while session.pending:
            begun = thread_time()
            answer = bot.answer(session)
            took.append(thread_time() - begun)
            session.answer(answer)

    print(f"cage: median {median(took) * 1e3:.1f} ms, longest {max(took) * 1e3:.0f} ms")
    assert median(took) <= allowed(MEDIAN)
    assert max(took) <= allowed(LONGEST)
