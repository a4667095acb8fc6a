"""The deeds of champions, who fall where they stand or are pushed out of the cage."""

from __future__ import annotations

from functools import lru_cache

import pytest

from game.lab.experiments import parse_experiment
from game.lab.game_jobs import GameJob, play_game
from game.lab.game_records import GameRecord
from game.lab.program_version import program_version
from tests.lab.made_stores import BOUTS
from tests.tools.texts import edited


@lru_cache(maxsize=20)
def bout_of(seed: int) -> GameRecord:
    """Play a bout of a bot that wins most of them."""
    (cell,) = parse_experiment(edited(BOUTS, {"random,random": "steady,random"}), "x").cells
    return play_game(GameJob(1, seed, cell.packed, program_version()))


@pytest.mark.parametrize("end", ["was pushed out of the cage", "has no wounds left"])
def test_the_winner_of_a_bout_removed_the_other_champion(end: str) -> None:
    won = (bout for bout in map(bout_of, range(1, 21)) if bout.match.winner == "red")
    bout = next(bout for bout in won if end in bout.match.reason)

    red, blue = sorted((unit for unit in bout.units if unit.fielded), key=_is_blue)
    assert (red.kills, red.lost) == (1, 0)
    assert (blue.kills, blue.lost) == (0, 1)


def _is_blue(unit: object) -> bool:
    return getattr(unit, "side", "") == "blue"


def test_champions_move_from_where_they_were_placed() -> None:
    """Nobody comes from the corner of the map, which is no part of the cage."""
    for bout in map(bout_of, (1, 2)):
        assert sum(unit.inches for unit in bout.units) > 0.0
        assert bout.heat
        assert bout.heat.moved
        assert 0 not in bout.heat.moved
