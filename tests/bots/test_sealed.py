"""Bots know neither what is sealed nor what comes, and draw by the luck of their fork."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import pytest

from game.bots.registry import RANDOM, policy
from game.bots.steady.personalities import LEVELS
from game.play.dice_sequences import Dice
from game.play.session import Session
from game.rules.battles import prepare
from tests.tiers import few
from tests.tools.toy_with_secrets import NONE, STONE, sealed_toy

NAMES = [RANDOM, *LEVELS]
"""A bot of each level: personalities of one differ in their weights alone."""
SCENARIOS = few(["cage", "adrift", "pursuit", "combat_patrol", "no_mercy"])


def asked_in(scenario: str, many: int, every: int) -> Iterator[Session]:
    """Yield a game of random bots at some of its questions, from the first on."""
    session, bot = prepare(scenario, seed=3).session(), policy("random")
    for n in range(many * every):
        if session.pending is None:
            return
        if n % every == 0:
            yield session
        session.answer(bot.answer(session))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(8))
def test_no_bot_peeks_at_what_is_sealed(name: str, seed: int) -> None:
    said = list[object]()
    for hidden in (STONE, NONE):
        session = sealed_toy(seed)
        session.answer(hidden)
        said.append(policy(name).answer(session))

    assert said[0] == said[1]


@pytest.mark.parametrize("name", NAMES)
def test_no_bot_knows_the_champion_that_the_other_has_picked(name: str) -> None:
    """``TC-04``  The second pick is the same against each first one."""
    options = prepare("cage", seed=1).session().pending
    assert options
    for seed in (1, 2):
        said = set[object]()
        for picked in options.samples(prepare("cage", seed=seed).session().table, 6):
            session = prepare("cage", seed=seed).session()
            session.answer(picked)
            said.add(policy(name).answer(session))
        assert len(said) == 1


@dataclass(frozen=True, slots=True)
class PastDice:
    """Dice that have fallen already, and raise if one is read that has not."""

    known: Dice
    rolls: int

    @property
    def seed(self) -> int:
        return self.known.seed

    def nth(self, n: int) -> int:
        assert n < self.rolls, "a bot has read a die that is yet to be rolled"
        return self.known.nth(n)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_bot_reads_a_die_that_is_yet_to_be_rolled(name: str, scenario: str) -> None:
    for session in asked_in(scenario, 6, every=17):
        game = session.game
        row = game.dice
        game.dice = PastDice(row, game.table.rolls)
        policy(name).answer(session)
        game.dice = row


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_bots_draw_by_the_luck_of_their_fork(scenario: str) -> None:
    """In forks of equal luck they answer alike, in most of other luck they do not."""
    bot, alike, asked = policy("random"), 0, 0
    for session in islice(asked_in(scenario, 24, every=5), 24):
        said = [str(bot.answer(session.fork(luck))) for luck in (0, 1, 2, 3, 3)]
        assert said[3] == said[4]
        alike += len(set(said)) == 1
        asked += 1

    assert alike < asked / 2
