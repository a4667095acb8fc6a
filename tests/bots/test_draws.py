"""Draw offers: the steady bot agrees when behind, or level late; the random bot never."""

from __future__ import annotations

import pytest

from game.bots.registry import policy
from game.play.session import Session
from game.rules.battles import prepare
from game.table.records import Clock, Side

A, B = Side("wardens"), Side("brood")


def standing(round_: int, mine: int, theirs: int, whose: Side = A) -> Session:
    """Return a patrol of six turns in the given turn, with points for A and B."""
    session = prepare("combat_patrol", seed=1).session()
    session.table.clock = Clock(round_, "movement", whose)
    session.table.first = A
    session.table.scores = {A: mine, B: theirs}
    return session


@pytest.mark.parametrize(
    ("round_", "mine", "theirs", "accepts"),
    [
        (2, 1, 4, True),  # behind
        (6, 3, 4, True),
        (2, 4, 1, False),  # ahead
        (6, 4, 3, False),
        (2, 2, 2, False),  # level, and early
        (5, 2, 2, False),  # two turns of its own left
        (6, 2, 2, True),  # the last one
    ],
)
def test_the_steady_bot_accepts_behind_or_level_late(
    *, round_: int, mine: int, theirs: int, accepts: bool
) -> None:
    session = standing(round_, mine, theirs)

    assert policy("steady").accepts_draw(session, "combat_patrol", A) is accepts


def test_it_counts_the_turns_of_its_own_side() -> None:
    session = standing(5, 2, 2, whose=B)
    assert policy("steady").accepts_draw(session, "combat_patrol", A)
    assert not policy("steady").accepts_draw(session, "combat_patrol", B)


def test_nobody_agrees_before_the_battle_and_the_random_bot_never_does() -> None:
    before = standing(0, 0, 3)
    assert not policy("steady").accepts_draw(before, "combat_patrol", A)
    assert not policy("random").accepts_draw(standing(6, 0, 9), "combat_patrol", A)
