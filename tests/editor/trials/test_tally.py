"""Results of trial games, against figures counted by hand."""

from __future__ import annotations

import numpy as np
import pytest

from game.bots.match import Match
from game.editor.trial_games import TrialResult
from game.editor.trial_tallies import TrialTally, difference
from game.lab.game_jobs import TrialGame
from game.lab.heat_maps import Heat
from game.lab.squares import Squares
from game.table.records import Side

A, B = Side("wardens"), Side("brood")
SQUARES = Squares(1.0, 2, 1)


def heat(fallen: int) -> Heat:
    none = SQUARES.none()
    return Heat(
        SQUARES, fallen=np.array([[fallen, 0]]), passed=none, fought=none, seen=none, looks=1
    )


def trial_result(seed: int, winner: Side | None, turns: int = 6) -> TrialResult:
    match = Match(
        seed,
        players={A: "steady", B: "steady"},
        winner=winner,
        reason="points",
        turns=turns,
        decisions=9,
        seconds=0.1,
        scores={},
        doings={},
    )
    return TrialResult(seed, TrialGame(match, heat(seed)))


def tally(*winners: Side | None) -> TrialTally:
    """Return a tally of games with these winners, with seeds from 1 on."""
    found = TrialTally()
    for seed, winner in enumerate(winners, 1):
        found.add(trial_result(seed, winner, 4 + seed))
    return found


def test_wins_draws_turns_and_heat_add_up() -> None:
    found = tally(A, A, None, B, A)

    assert [found.wins(side) for side in (A, B, None)] == [3, 1, 1]
    # Wilson by hand: (0.6 + 3.8415 / 10) / 1.7683 = 0.5566; the root of 0.6 x 0.4 / 5 +
    # 3.8415 / 100 is 0.29396, times 1.96 / 1.7683 is 0.3258.
    assert found.interval(A) == pytest.approx((0.2307, 0.8824), abs=5e-4)
    assert found.turns == (5 + 6 + 7 + 8 + 9) / 5
    assert found.heat is not None
    assert found.heat.fallen.tolist() == [[1 + 2 + 3 + 4 + 5, 0]]
    assert found.heat.looks == 5


def test_no_games_tell_nothing() -> None:
    assert (TrialTally().interval(A), TrialTally().turns) == ((0.0, 1.0), 0.0)


def test_a_game_counts_once_and_a_faulty_one_as_a_fault() -> None:
    found = tally(A)
    found.add(trial_result(1, B))
    found.add(TrialResult(2, fault="ValueError: no"))
    found.add(TrialResult(2, fault="again"))

    assert found.wins(A) == 1
    assert found.wins(B) == 0
    assert found.faults == {2: "ValueError: no"}
    assert (found.has(1), found.has(2), found.has(3)) == (True, True, False)


def test_a_map_that_is_refused_says_why_and_counts_nothing() -> None:
    found = TrialTally()
    found.add(TrialResult(1, refused="zones: a battle has two"))

    assert found.refused == "zones: a battle has two"
    assert not found.has(1)


def test_a_difference_pairs_games_by_their_seeds() -> None:
    before, now = tally(A, B, B, None, A), tally(A, A, A, A, B, A)
    faulty = tally(A, A, A)
    faulty.add(TrialResult(4, fault="ValueError: no"))

    found = difference(before, now, A)
    # Of seeds 1 to 5: 2, 3 and 4 gained, 5 lost; seed 6 was not played before.
    assert (found.games, found.gained, found.lost) == (5, 3, 1)
    assert found.value == 0.4
    # 2 / 7 = 0.2857; the root of 5 - 4 / 7 = 4.4286 is 2.1044; 1.96 x 2.1044 / 7 = 0.5892
    assert (found.low, found.high) == pytest.approx((-0.3035, 0.8750), abs=5e-4)
    other = difference(before, now, B)
    assert (other.gained, other.lost) == (1, 2)
    assert difference(faulty, now, A).games == 3
    assert difference(TrialTally(), now, A).games == 0
