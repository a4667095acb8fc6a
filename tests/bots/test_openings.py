"""The set-up of the steady bot: drawn among nearly equal answers by the luck of the game."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from game.bots.luck import BotRandom
from game.bots.match import answers, seated
from game.bots.registry import policy
from game.bots.steady.scored_answers import NEARLY, ScoredAnswers
from game.lab.blunder_games import Deployment, deployments
from game.play.session import Session
from game.rules.battles import prepare
from game.table.records import Side
from tests.tiers import few

SEEDS = range(1, 7)
LEAST_DIFFERENT = 4
"""Deployments of six that have to differ."""
SCENARIOS = few(
    [
        *("first_patrol", "adrift", "pursuit", "cage"),
        *("combat_patrol", "the_nest", "salvage", "beachhead", "crossing", "deadlock"),
        *("no_mercy", "tactical_escalation", "visions_of_victory", "vital_intelligence"),
    ],
    fast=1,
)


def varied(*worths: float) -> ScoredAnswers:
    """Return varied answers with these values, named by their places."""
    found = ScoredAnswers(1.0, is_varied=True)
    for n, worth in enumerate(worths):
        found.add(worth, str(n))
    return found


def near_best_of(scored: ScoredAnswers) -> set[Any]:
    return {scored.near_best(partial(BotRandom, n)) for n in range(40)}


def test_the_best_is_drawn_and_what_is_nearly_as_good_but_nothing_worse() -> None:
    assert near_best_of(varied(2.0, 2.0 - NEARLY, 2.0 - NEARLY - 0.01, 1.9)) == {"0", "1", "3"}
    assert near_best_of(varied(2.0, float("-inf"))) == {"0"}


def test_nothing_is_drawn_where_the_best_is_asked_for() -> None:
    scored = varied(1.9, 2.0)
    scored.is_varied = False
    assert near_best_of(scored) == {"1"}


def set_up(scenario: str, seed: int) -> dict[Side, Deployment]:
    """Return where the models stand as steady bots begin a battle."""
    battle = prepare(scenario, seed=seed)
    session = battle.session()
    begun = answers(session, seated(session.table.sides, ("steady", "steady")))
    while session.pending and not session.table.clock.round:
        next(begun)
    return deployments(battle.opening, session.game.story)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_at_least_four_of_six_deployments_differ(scenario: str) -> None:
    """Those that cannot change that are not made."""
    found = [set_up(scenario, SEEDS[0])]
    assert found[0] == set_up(scenario, SEEDS[0])
    for seed in SEEDS[1:]:
        if differing_deployments(found) >= LEAST_DIFFERENT:
            break
        found.append(set_up(scenario, seed))
    assert differing_deployments(found) >= LEAST_DIFFERENT


def differing_deployments(found: list[dict[Side, Deployment]]) -> int:
    """Return how many deployments differ of the side that varies least."""
    return min(len({one[side] for one in found}) for side in found[0])


def opened(luck: int) -> list[Any]:
    """Return the answers in the set-up of a fork with other luck."""
    session: Session = prepare("first_patrol", seed=1).session().fork(luck)
    given, bot = list[Any](), policy("steady")
    while session.pending and not session.table.clock.round:
        given.append(bot.answer(session))
        session.answer(given[-1])
    return given


def test_forks_of_other_luck_are_set_up_otherwise() -> None:
    one, same, other = opened(1), opened(1), opened(2)
    assert one == same != other
