"""Verdicts on maps that are known to be bad: the cause is named, within minutes."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from game.content.maps.map_library import read_map
from game.editor.trial_games import setup_for
from game.lab.map_advice import proposals
from game.lab.map_verdicts import LOOKS, verdict_of
from game.lab.swapped_games import BLOCK, SwappedGame, play_swapped, swap_plan
from tests.bench.time_budget import allowed

FOLDER = Path(__file__).parent / "tilted_maps"
PLAYERS = ("steady", "steady")


@pytest.mark.parametrize(
    ("name", "scenario", "cause"),
    [
        # Ruins stand in the way of the north alone, and it is fought down at them.
        ("bare-south", "first_patrol", "Not fair: the south zone wins "),
        # Three rings of walls, through which no model gets in three turns.
        ("walled-pump", "first_patrol", "A marker is useless: pump was held in 0 of "),
        # Short channels over all of the south sweep models against their ends.
        ("drowned-south", "combat_patrol", "A zone is more dangerous: "),
    ],
)
def test_the_cause_is_named_first(name: str, scenario: str, cause: str) -> None:
    """At most 10 minutes on two cores."""
    mapfile = read_map(FOLDER / f"{name}.tmj")
    setup = setup_for(scenario, mapfile)
    plan, games, began = swap_plan(setup, mapfile), list[SwappedGame](), process_time()
    for number in range(LOOKS[-1] * BLOCK):
        games.append(play_swapped(setup, mapfile, PLAYERS, number))
        if number % BLOCK == BLOCK - 1 and [*verdict_of(games, plan).causes()]:
            break
    found, seconds = verdict_of(games, plan), process_time() - began
    print(f"{name}: {found.games} games, {seconds:.0f} s: {found.headline()}")
    assert found.headline().startswith(cause)
    assert len(proposals(games, found, setup.battle(1).opening.board)) == 2
    assert seconds < allowed(1200.0)
