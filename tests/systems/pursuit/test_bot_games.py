"""Whole pursuits of the steady bot: they end, riders get through, the random bot loses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from game.bots.registry import policy
from game.bots.simple_bots import RandomBot
from game.play.decisions import PASS, Aim, Choose
from game.play.moves.single_move import Ride
from game.play.session import Session
from game.rules.battles import prepare
from game.systems.pursuit.rules.state import is_left, swarm
from game.table.records import Side
from game.table.state import Table
from tests.tiers import few

DRONES = {"riders": "rough-riders", "swarm": "gun-drones"}


def winner_of_game(session: Session, *names: str) -> Side | None:
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
    winner_of_game(session, "steady", "steady")

    assert session.table.clock.round <= 21


@pytest.mark.parametrize("seat", few([0, 1]))
def test_the_steady_bot_beats_the_random_one_in_a_chase_from_either_seat(seat: int) -> None:
    won = 0
    for seed in (11, 12, 13):
        session = prepare("pursuit", seed=seed).session()
        names = ("steady", "random") if seat == 0 else ("random", "steady")
        won += winner_of_game(session, *names) == session.table.sides[seat]
        if won == 2:
            break

    assert won >= 2


class IdleSwarm(RandomBot):
    """A swarm that lays pieces at random, and does nothing else if it may."""

    def answer(self, session: Session) -> Any:
        match session.pending:
            case Ride():
                return []
            case Choose(options=options):
                ids = [option.id for option in options]
                return PASS if PASS in ids else ids[0]
            case Aim(middle=middle):
                return middle
            case _:
                return super().answer(session)


@pytest.mark.slow
def test_riders_get_through_the_arrival_if_only_the_street_is_against_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The street kills an idle swarm, so its death does not end these games."""

    def left(table: Table, side: Side) -> bool:
        return side == swarm(table) or is_left(table, side)

    monkeypatch.setattr("game.systems.pursuit.rules.state.is_left", left)
    through = 0
    for seed in range(31, 37):
        session = prepare("pursuit", seed=seed).session()
        riders, hunters = session.table.sides
        bots = {riders: policy("steady"), hunters: IdleSwarm()}
        while asked := session.pending:
            session.answer(bots[asked.by].answer(session))
        assert session.table.result
        through += session.table.result.winner == riders
        if through == 4:
            break

    assert through >= 4
