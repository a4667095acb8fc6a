"""Campaigns of bots: they end, the same way each time, and are counted (``MI-06``)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game.content.campaign_files import load_campaign
from game.lab.matches import Played, campaigns, play_campaign
from game.lab.report import campaign_report, campaign_text
from tests.campaigns import campaign

WATER = "the-water-below"
RANDOM, STEADY = ("random", "random"), ("steady", "steady")
CASES = [*((RANDOM, seed) for seed in range(1, 21)), (STEADY, 1)]


@pytest.mark.slow
@pytest.mark.rule("MI-06")
@pytest.mark.parametrize(("players", "seed"), CASES)
def test_a_campaign_of_two_bots_ends_with_a_result(players: Sequence[str], seed: int) -> None:
    found = play_campaign(WATER, players, seed)

    assert len(found.fights) == 5
    assert found.fights[-1][0] == "the-last-field"
    one, other = found.points.values()
    assert (found.winner is None) == (one == other)
    again = play_campaign(WATER, players, seed)
    assert again == found


@pytest.mark.slow
def test_other_processes_tell_the_same_story() -> None:
    seeds = range(1, 4)
    here = [play_campaign(WATER, RANDOM, seed) for seed in seeds]

    assert [*campaigns(WATER, RANDOM, seeds, workers=2)] == here


def played(winner: str | None, *fights: tuple[str, str]) -> Played:
    return Played(1, winner, {}, tuple((stage, won, "") for stage, won in fights))


def test_who_won_and_which_way_it_went_is_counted() -> None:
    raw = campaign_report(
        campaign(),
        [
            played("us", ("first", "us"), ("last", "us")),
            played("us", ("first", "us"), ("last", "draw")),
            played(None, ("first", "them"), ("second", "us"), ("last", "draw")),
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
