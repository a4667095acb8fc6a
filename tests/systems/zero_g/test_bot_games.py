"""Whole zero-g games of the steady bot: no model is ever unable to act."""

from __future__ import annotations

import pytest

from game.bots.registry import policy
from game.rules.battles import prepare
from tests.tools.fuzz_zero_g import watched

GAMES = [
    ("adrift", "void-wreckage", 1),
    ("adrift", "hulk-spine", 3),
    ("salvage", "hulk-hold", 2),
    ("salvage", "void-drift", 4),
]


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "map_", "seed"), GAMES)
def test_nobody_is_ever_where_he_can_do_nothing(scenario: str, map_: str, seed: int) -> None:
    """Checked in every phase of a whole game; every question has an answer."""
    session = prepare(scenario, seed=seed, map_=map_).session()

    assert not [*watched(session)]
    lost = [loss.model for loss in session.table.losses if loss.how == "lost"]
    assert not lost, "nobody leaves the table who need not"


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("scenario", "map_"), [("adrift", "void-drift"), ("salvage", "hulk-hold")]
)
def test_the_steady_bot_beats_the_random_one_from_either_seat(
    scenario: str, map_: str, seat: int
) -> None:
    won = 0
    for seed in (11, 12, 13):
        session = prepare(scenario, seed=seed, map_=map_).session()
        sides = session.table.sides
        bots = {
            side: policy("steady" if n == seat else "random") for n, side in enumerate(sides)
        }
        while asked := session.pending:
            session.answer(bots[asked.by].answer(session))
        assert session.table.result
        won += session.table.result.winner == sides[seat]
        if won == 2:
            break

    assert won >= 2
