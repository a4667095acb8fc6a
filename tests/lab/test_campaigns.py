"""Campaigns of bots: they end, the same way each time, and are counted (``MI-06``)."""

from __future__ import annotations

from functools import cache

import pytest

from game.content.campaign_files import load_campaign
from game.lab.campaign_reports import campaign_report, campaign_text
from game.lab.matches import Played, campaigns, play_campaign
from tests.campaigns import campaign

WATER = "the-water-below"
RANDOM = ("random", "random")
AGAIN = range(5, 7)
SEEDS = [*AGAIN, 9, 16, 22]
"""Seeds of random bots that take every way and come to every result that 20 seeds come to."""


@cache
def random_campaign(seed: int) -> Played:
    return play_campaign(WATER, RANDOM, seed)


def ended(found: Played) -> None:
    assert len(found.fights) == 5
    assert found.fights[-1][0] == "the-last-field"
    one, other = found.points.values()
    assert (found.winner is None) == (one == other)


@pytest.mark.slow
@pytest.mark.rule("MI-06")
def test_campaigns_end_with_a_result_whichever_way_they_take() -> None:
    here = [random_campaign(seed) for seed in SEEDS]

    for found in here:
        ended(found)
    fights = {(stage, won) for found in here for stage, won, _ in found.fights}
    assert {stage for stage, _ in fights} == {*load_campaign(WATER).stages}
    assert {won for _, won in fights} == {"wardens", "brood", "draw"}
    assert len(fights) == 15


@pytest.mark.slow
def test_other_processes_tell_the_same_story() -> None:
    here = [random_campaign(seed) for seed in AGAIN]

    assert [*campaigns(WATER, RANDOM, AGAIN, workers=2)] == here


@pytest.mark.slow
@pytest.mark.rule("MI-06")
def test_a_bot_that_thinks_ends_a_campaign_in_the_same_way_again() -> None:
    found = play_campaign(WATER, ("steady", "random"), 1)

    ended(found)
    assert play_campaign(WATER, ("steady", "random"), 1) == found


def played_campaign(winner: str | None, *fights: tuple[str, str]) -> Played:
    return Played(1, winner, {}, tuple((stage, won, "") for stage, won in fights))


def test_who_won_and_which_way_it_went_is_counted() -> None:
    raw = campaign_report(
        campaign(),
        [
            played_campaign("us", ("first", "us"), ("last", "us")),
            played_campaign("us", ("first", "us"), ("last", "draw")),
            played_campaign(None, ("first", "them"), ("second", "us"), ("last", "draw")),
        ],
    )

    won = {side: one["won"] for side, one in raw["winners"].items()}
    assert won == {"us": 2, "them": 0, "draw": 1}
    times = {
        b["battle"]: (b["fought"], [r["times"] for r in b["results"]]) for b in raw["battles"]
    }
    assert times == {"first": (3, [2, 1, 0]), "second": (1, [1, 0, 0]), "last": (3, [1, 0, 2])}
    text = campaign_text(campaign(), raw)
    assert "Two bouts: 3 campaigns" in text
    assert "The second bout: fought 1 time" in text
    assert "Them            1, then The second bout" in text


def test_nothing_played_is_nothing_to_report() -> None:
    with pytest.raises(ValueError, match="no campaign"):
        campaign_report(load_campaign(WATER), [])
