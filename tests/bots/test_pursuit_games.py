"""Whole pursuits of the steady bot: both variants end, and it beats the random bot."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from game.bots.match import policy
from game.play.session import Session
from game.rules.battles import prepare
from game.table.records import Side

DRONES = {"riders": "rough-riders", "swarm": "gun-drones"}


def played(session: Session, *names: str) -> Side | None:
    """Play a game to its end and return the winner, or None for a draw."""
    seats = zip(session.table.sides, names, strict=True)
    bots = {side: policy(name) for side, name in seats}
    while asked := session.pending:
        session.answer(bots[asked.by].answer(session))
    assert session.table.result
    return session.table.result.winner


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rosters", "veteran", "seed"), [({}, False, 5), ({}, True, 2), (DRONES, False, 2)]
)
def test_a_chase_of_two_steady_bots_ends(
    rosters: Mapping[str, str], *, veteran: bool, seed: int
) -> None:
    battle = prepare("pursuit", seed=seed, rosters=rosters, options={"veteran": veteran})
    session = battle.session()
    played(session, "steady", "steady")

    assert session.table.clock.round <= 21


@pytest.mark.parametrize("seat", [0, 1])
def test_the_steady_bot_beats_the_random_one_in_a_chase_from_either_seat(seat: int) -> None:
    won = 0
    for seed in (11, 12, 13):
        session = prepare("pursuit", seed=seed).session()
        names = ("steady", "random") if seat == 0 else ("random", "steady")
        won += played(session, *names) == session.table.sides[seat]

    assert won >= 2
