"""Elo by maximum likelihood: closed forms, ties, and players that never lost."""

from __future__ import annotations

from contextlib import closing
from math import log10, sqrt
from pathlib import Path

import numpy as np
import pytest

from game.content.faults import UnusableFile
from game.lab.bot_ladder import (
    Standings,
    ladder_experiment,
    ladder_lines,
    ladder_of,
    ratings,
    standings_of,
)
from game.lab.store import create
from tests.lab.made_stores import keep


def ladder(wins: list[list[int]], draws: list[list[int]] | None = None) -> Standings:
    one = np.array(wins, dtype=float)
    return Standings(one, np.array(draws, dtype=float) if draws else np.zeros_like(one))


def test_three_of_four_points_are_191_elo() -> None:
    """Odds of three to one are 400 times the logarithm of 3: 190.85."""
    strong, weak = ladder_of(["weak", "strong"], ladder([[0, 250], [750, 0]]))
    assert (strong.player, weak.player) == ("strong", "weak")
    assert strong.elo - weak.elo == pytest.approx(400 * log10(3), abs=0.1)
    assert strong.elo + weak.elo == pytest.approx(3000)
    # The share has a deviation of root(0.75 x 0.25 / 1000); 400 / ln(10) / (0.75 x 0.25) of it
    # is that of the difference, and half of that is the distance to the mean.
    deviation = 173.718 * sqrt(0.1875 / 1000) / 0.1875 / 2
    assert strong.half == pytest.approx(1.96 * deviation, rel=1e-3)
    assert (strong.games, strong.wins, strong.draws, strong.losses) == (1000, 750, 0, 250)


def test_a_draw_is_half_a_win() -> None:
    with_draws, _ = ratings(ladder([[0, 20], [20, 0]], [[0, 40], [40, 0]]).wins + 20)
    assert with_draws == pytest.approx([1500, 1500])
    one = ladder_of(["a", "b"], ladder([[0, 10], [0, 0]], [[0, 10], [10, 0]]))
    other = ladder_of(["a", "b"], ladder([[0, 15], [5, 0]]))
    assert one[0].elo == other[0].elo
    assert (one[0].wins, one[0].draws, one[0].losses) == (10, 10, 0)


def test_strengths_that_explain_all_results_exactly_are_found() -> None:
    """A beats B two to one, B beats C three to one, and A beats C six to one."""
    wins = [[0, 2000, 6000], [1000, 0, 3000], [1000, 1000, 0]]
    found = {rung.player: rung.elo for rung in ladder_of(["a", "b", "c"], ladder(wins))}
    assert found["a"] - found["b"] == pytest.approx(400 * log10(2), abs=0.1)
    assert found["b"] - found["c"] == pytest.approx(400 * log10(3), abs=0.1)
    assert sum(found.values()) == pytest.approx(4500)


def test_a_player_that_never_lost_has_a_finite_elo() -> None:
    best, worst = ladder_of(["best", "worst"], ladder([[0, 20], [0, 0]]))
    assert 1700 < best.elo < 2500
    assert best.half > 100
    more = ladder_of(["best", "worst"], ladder([[0, 200], [0, 0]]))
    assert more[0].elo > best.elo
    assert worst.losses == 20


def test_all_draws_and_no_games_make_equals_in_their_order() -> None:
    for results in (ladder([[0, 0], [0, 0]], [[0, 8], [8, 0]]), ladder([[0, 0], [0, 0]])):
        found = ladder_of(["z", "a"], results)
        assert [rung.player for rung in found] == ["z", "a"]
        assert [rung.elo for rung in found] == pytest.approx([1500, 1500])
    assert found[0].half > 1000


def test_results_come_from_both_sides_and_from_asked_seeds_only(tmp_path: Path) -> None:
    players = ["random", "steady"]
    games = ladder_experiment(players, ["cage"], 3, 1)
    assert [cell.players for cell in games.cells] == [
        ("random", "steady"),
        ("steady", "random"),
    ]
    with closing(create(tmp_path / "s", games)) as store:
        keep(store, 1, "rb-r")
        keep(store, 2, "rrb")
        found = standings_of(store, players, games)
    assert found.wins.tolist() == [[0, 2], [3, 0]]
    assert found.draws.tolist() == [[0, 1], [1, 0]]
    assert next(ladder_lines(ladder_of(players, found))).split() == [
        "player", "Elo", "±", "games", "wins", "draws", "losses",
    ]  # fmt: skip


def test_another_player_brings_only_new_games() -> None:
    two = ladder_experiment(["random", "steady"], ["cage"], 2, 1)
    three = ladder_experiment(["random", "steady", "bold"], ["cage"], 2, 1)
    keys = {cell.key for cell in three.cells}
    assert len(keys) == 6
    assert {cell.key for cell in two.cells} < keys


@pytest.mark.parametrize(
    ("players", "reason"),
    [
        (["random"], "a ladder takes at least two"),
        (["random", "random"], "'random' is named twice"),
        (["random", "stedy"], "there is no bot 'stedy'; did you mean 'steady'?"),
    ],
)
def test_players_that_make_no_ladder_are_refused(players: list[str], reason: str) -> None:
    with pytest.raises(UnusableFile) as found:
        ladder_experiment(players, ["cage"], 2, 1)
    assert reason in str(found.value)
