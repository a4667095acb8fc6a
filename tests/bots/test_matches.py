"""Bot games: legal, lively, reproducible, and won by the better bot."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from game.bots.match import Match, SideStatistics, count_actions
from game.lab.matches import fought
from game.play.decisions import Choose, Option, pass_option
from game.rules.battles import prepare
from game.table.events import Act, Acted, Event
from game.table.records import Side, UnitId

WARDENS, BROOD = Side("wardens"), Side("brood")


@cache
def match_of(seed: int, *players: str) -> Match:
    """Return the record of a game; games that several tests use are played once."""
    return afresh(seed, *players)


def afresh(seed: int, *players: str) -> Match:
    one, other = players
    return fought(prepare("combat_patrol", seed=seed, map_="long-orchard"), (one, other))[0]


@pytest.mark.parametrize("seed", range(4007, 4013))
def test_random_games_end_with_a_result(seed: int) -> None:
    found = match_of(seed, "random", "random")

    assert found.reason
    assert 1 <= found.turns <= 6
    assert found.decisions > 50


def test_random_moves_at_least_half_of_its_units_shoots_and_charges() -> None:
    games = [match_of(seed, "random", "random") for seed in range(4007, 4013)]
    did = [m.doings[side] for m in games for side in (WARDENS, BROOD)]

    assert sum(d.moved for d in did) >= 0.5 * sum(d.could_move for d in did)
    assert sum(d.shots for d in did) > 0
    assert sum(d.charges for d in did) > 0
    assert all(d.inches > 50 for d in did)


def test_random_picks_evenly_among_what_it_may_choose() -> None:
    options = (*(Option(str(n), str(n)) for n in range(4)), pass_option("Done"))
    asked = Choose(WARDENS, clause="CC-18", asks="?", options=options)

    found = [asked.sample(None, k, 5) for k in range(5)]  # type: ignore[arg-type]

    assert found == ["0", "1", "2", "3", "pass"]


def test_what_falls_and_mines_do_is_no_units_doing() -> None:
    table = prepare("combat_patrol", seed=1).opening
    story: list[Event] = [
        Acted("CC-12", unit=UnitId(""), act=Act.CANNOT_WOUND, target="brood-patrol-maulers"),
        Acted("CC-07", unit=UnitId("mines"), act=Act.SHOOTS, target="brood-patrol-maulers"),
    ]
    assert count_actions(table, story) == {WARDENS: SideStatistics(), BROOD: SideStatistics()}


@pytest.mark.slow
@pytest.mark.parametrize("seed", [4021, 4022])
def test_steady_beats_random_from_either_side(seed: int) -> None:
    assert match_of(seed, "steady", "random").winner == WARDENS
    assert match_of(seed, "random", "steady").winner == BROOD


@pytest.mark.slow
def test_a_policy_plays_the_same_again() -> None:
    one, again = match_of(4021, "steady", "random"), afresh(4021, "steady", "random")

    assert replace(one, seconds=0.0) == replace(again, seconds=0.0)


@pytest.mark.slow
def test_a_way_may_turn_where_two_rings_cross() -> None:
    """In this game two corners of a path coincide, which once broke the search (CC-38)."""
    assert match_of(9, "steady", "steady").reason
