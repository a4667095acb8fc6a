"""The chances during a game, and the turns in which they changed most."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest

from game.lab.turning_points import (
    ChanceMoment,
    Swing,
    chance_history,
    gainer,
    round_of,
    sentence,
    swings,
)
from game.rules.battles import prepare
from game.screens.live_game import RecordedGame, record_of_live_game, start_game
from game.table.records import Clock, Side
from game.table.state import Table

RED, BLUE = Side("red"), Side("blue")


@lru_cache(maxsize=1)
def recorded() -> RecordedGame:
    """Return a game of random bots that was played to its end."""
    live_game = start_game(prepare("adrift", seed=4), ("random", "random"))
    while live_game.session.pending:
        while not live_game.seats.think(live_game.session):
            pass
        live_game.session.answer(live_game.seats.say())
    return record_of_live_game(live_game)


def moments(*chances: float) -> list[ChanceMoment]:
    """Return moments at which the first side's turns begin, ten events apart."""
    sides = RED, BLUE
    return [
        ChanceMoment(10 * n, Clock(1 + n // 2, "movement", sides[n % 2]), chance)
        for n, chance in enumerate(chances)
    ]


def test_the_history_has_a_moment_for_every_turn_and_ends_with_the_result() -> None:
    story = recorded()
    found = [*chance_history(story.opening, story.events, story.turns_begun, story.rules)]
    assert [moment.clock.round for moment in found] == sorted(m.clock.round for m in found)
    assert found[0].clock.round == 1
    assert {moment.at for moment in found[:-1]} <= set(story.turns_begun)
    result = story.at(len(story.events)).result
    assert result
    assert found[-1].at == len(story.events)
    assert found[-1].chance == (0.5 if result.winner is None else result.winner == "boarders")
    assert all(0.0 < moment.chance < 1.0 for moment in found[:-1])


def test_the_biggest_changes_are_its_swings_in_order_of_time() -> None:
    found = swings(moments(0.5, 0.45, 0.7, 0.72, 0.3, 0.5, 0.45), most=3)
    assert [(swing.before.at, round(swing.change, 2)) for swing in found] == [
        (10, 0.25),
        (30, -0.42),
        (40, 0.2),
    ]


def test_there_are_more_than_five_swings_only_if_they_are_large() -> None:
    small, large = (0.5, 0.55) * 4, (0.5, 0.6) * 6
    assert (len(swings(moments(*small))), len(swings(moments(*large)))) == (5, 8)


def test_small_changes_are_no_swings() -> None:
    assert not swings(moments(0.5, 0.515, 0.5, 0.49))
    assert not swings(moments(0.5))
    assert not swings([])


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (0.41, 0.73, "Turn 4, Wardens: the Wardens' chance rose from 41% to 73%"),
        (0.73, 0.41, "Turn 4, Wardens: the Brood's chance rose from 27% to 59%"),
    ],
)
def test_a_swing_is_named_for_the_side_that_gained(
    before: float, after: float, words: str
) -> None:
    table = Table()
    clock = Clock(4, "movement", table.sides[0])
    swing = Swing(ChanceMoment(3, clock, before), ChanceMoment(9, clock, after))
    assert sentence(swing, table) == words
    assert round_of(swing, table) == "Turn 4"
    assert gainer(swing, table)[0] == table.sides[after < before]
    both = Swing(swing.before._replace(clock=replace(clock, side=None)), swing.after)
    assert sentence(both, table) == words.replace(", Wardens:", ":")
