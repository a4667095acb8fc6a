"""Games in which all that differs is swapped: what was planned is what is played."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.content.maps.map_library import read_map
from game.content.save_format import parse_save
from game.lab.swapped_games import BLOCK, play_swapped, saved_game, swap_plan, swaps_of
from game.lab.trial_game import setup_on
from game.rules.battles import battle_of
from game.rules.saving import restore

pytestmark = pytest.mark.slow

MAPS = Path(__file__).parents[2] / "maps"
PLAYERS = ("random", "random")


@pytest.mark.parametrize(
    ("map_", "scenario", "markers"),
    [
        ("weir-yard", "first_patrol", 3),
        ("void-drift", "adrift", 0),
    ],
)
def test_each_side_takes_the_planned_zone_roster_and_turn(
    map_: str, scenario: str, markers: int
) -> None:
    """Zones may be picked, or reserved by the map; both are swapped."""
    mapfile = read_map(MAPS / f"{map_}.tmj")
    setup = setup_on(mapfile, scenario)
    assert swap_plan(setup, mapfile).with_rosters
    played = [play_swapped(setup, mapfile, PLAYERS, n) for n in range(BLOCK)]
    plans = [swaps_of(n, with_rosters=True) for n in range(BLOCK)]
    assert [one.has_swapped_rosters for one in played] == [one.rosters for one in plans]
    shifted = {(one.place or 0) ^ plan.place for one, plan in zip(played, plans, strict=True)}
    assert len(shifted) == 1
    assert len({one.zones for one in played}) == 1
    assert len(played[0].markers) == markers
    if scenario == "first_patrol":
        assert [one.first for one in played] == [one.first for one in plans]


@pytest.mark.parametrize(
    ("map_", "scenario", "rosters", "seeds"),
    [
        ("training-cage", "cage", {}, BLOCK),
        ("weir-yard", "first_patrol", {}, 1),
        # Zones and the first turn are chosen, though both bring the same.
        ("weir-yard", "first_patrol", {"brood": "wardens-picket"}, 1),
    ],
)
def test_games_in_which_nothing_can_be_swapped_have_dice_of_their_own(
    map_: str, scenario: str, rosters: dict[str, str], seeds: int
) -> None:
    """With common dice all four would be the same game."""
    mapfile = read_map(MAPS / f"{map_}.tmj")
    plan = swap_plan(replace(setup_on(mapfile, scenario), rosters=rosters), mapfile)
    assert plan.with_rosters == (seeds == 1 and not rosters)
    assert len({plan.swaps(n).seed for n in range(BLOCK)}) == seeds


def test_a_game_is_played_again_and_saved() -> None:
    mapfile = read_map(MAPS / "weir-yard.tmj")
    setup = setup_on(mapfile, "first_patrol")
    game = play_swapped(setup, mapfile, PLAYERS, 1)
    save = parse_save(saved_game(swap_plan(setup, mapfile), PLAYERS, 1), "game.undertow")
    battle = battle_of(save)
    table = restore(save, battle.rules(), battle.opening).session.table
    assert table.result
    won = table.result.winner
    assert (table.sides.index(won) if won else None) == game.winner
