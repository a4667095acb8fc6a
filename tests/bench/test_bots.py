"""Speed of the bots."""

from __future__ import annotations

from statistics import median
from time import perf_counter, process_time

import pytest

from game.bots.match import SeatAssignment, play
from game.bots.registry import policy
from game.content.state_hashes import story_hash
from game.rules.battles import prepare
from tests.bench.time_budget import allowed

SEEDS = range(1, 7)


@pytest.mark.parametrize(
    ("scenario", "map_", "least"),
    [
        ("combat_patrol", "ruined-crossing", 1500),
        ("combat_patrol", "old-quarter", 1500),
        ("combat_patrol", "long-orchard", 1500),
        ("adrift", "void-drift", 2500),
        ("adrift", "hulk-spine", 2500),
        ("salvage", "hulk-hold", 2500),
        ("salvage", "void-wreckage", 2500),
        ("pursuit", "broken-mile", 2000),
    ],
)
def test_decisions_of_random_bots_in_a_second(scenario: str, map_: str, least: int) -> None:
    """At least this many, with the hash of the event log: the median of six games."""
    rates = list[float]()
    for seed in SEEDS:
        battle = prepare(scenario, seed=seed, map_=map_)
        session = battle.session()
        seats = SeatAssignment({side: policy("random") for side in session.table.sides})
        began = perf_counter()
        found = play(session, seats)
        story_hash(session.game.story)
        rates.append(found.decisions / (perf_counter() - began))

    print(f"{scenario}, {map_}: {median(rates):.0f} decisions a second")
    assert median(rates) >= least / allowed(1.0)


@pytest.mark.parametrize(
    ("scenario", "most"),
    [
        ("cage", 0.08),
        ("adrift", 0.2),
        ("pursuit", 0.2),
        ("combat_patrol", 0.2),
        ("no_mercy", 0.35),
        ("crossing", 0.4),
        ("the_nest", 0.4),
    ],
)
def test_what_an_answer_takes_under_the_rules(scenario: str, most: float) -> None:
    """At most so many milliseconds of processor time, without those of the random bots."""
    took, answers = 0.0, 0
    for seed in SEEDS:
        session = prepare(scenario, seed=seed).session()
        bots = {side: policy("random") for side in session.table.sides}
        while asked := session.pending:
            answer = bots[asked.by].answer(session)
            began = process_time()
            session.answer(answer)
            took += process_time() - began
            answers += 1

    print(f"{scenario}: {took / answers * 1e3:.3f} ms an answer")
    assert took / answers <= allowed(most / 1e3)


def test_decisions_of_the_steady_bot() -> None:
    """A median of at most 300 ms each."""
    battle = prepare("combat_patrol", seed=1)
    session = battle.session()
    bots = {side: policy("steady") for side in session.table.sides}
    took = list[float]()
    while asked := session.pending:
        began = perf_counter()
        answer = bots[asked.by].answer(session)
        took.append(perf_counter() - began)
        session.answer(answer)

    print(f"steady: median {median(took) * 1e3:.1f} ms, longest {max(took) * 1e3:.0f} ms")
    assert median(took) <= allowed(0.3)


@pytest.mark.parametrize("scenario", ["adrift", "salvage"])
def test_decisions_of_the_steady_bot_without_gravity(scenario: str) -> None:
    """A median of at most 10 ms each, and none above 300 ms."""
    session = prepare(scenario, seed=1, map_="hulk-spine").session()
    bot, took = policy("steady"), list[float]()
    while session.pending:
        began = perf_counter()
        answer = bot.answer(session)
        took.append(perf_counter() - began)
        session.answer(answer)

    print(f"{scenario}: median {median(took) * 1e3:.1f} ms, longest {max(took) * 1e3:.0f} ms")
    assert median(took) < allowed(0.010)
    assert max(took) < allowed(0.300)


@pytest.mark.parametrize("mission", ["no_mercy", "beachhead", "vital_intelligence"])
@pytest.mark.parametrize(("bot", "games", "most"), [("random", 3, 8.0), ("steady", 1, 30.0)])
def test_battles_of_750_points_a_side(mission: str, bot: str, games: int, most: float) -> None:
    """At most so many seconds for a whole game, set-up included."""
    took = list[float]()
    for seed in SEEDS[:games]:
        began = perf_counter()
        session = prepare(mission, seed=seed).session()
        play(session, SeatAssignment({side: policy(bot) for side in session.table.sides}))
        took.append(perf_counter() - began)

    print(f"{mission}, {bot}: {median(took):.1f} s a game, the longest {max(took):.1f} s")
    assert max(took) <= allowed(most)
