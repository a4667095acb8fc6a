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


@lru_cache(maxsize=1)
def bouts() -> tuple[GameRecord, ...]:
    """Play bouts of a bot that wins most of them."""
    (cell,) = parse_experiment(edited(BOUTS, {"random,random": "steady,random"}), "x").cells
    jobs = [GameJob(1, seed, cell.packed, program_version()) for seed in range(1, 7)]
    return tuple(map(play_game, jobs))


@pytest.mark.parametrize("end", ["was pushed out of the cage", "has no wounds left"])
def test_the_winner_of_a_bout_removed_the_other_champion(end: str) -> None:
    ended = [
        bout for bout in bouts() if bout.match.winner == "red" and end in bout.match.reason
    ]
    assert ended
    for bout in ended:
        red, blue = sorted((unit for unit in bout.units if unit.fielded), key=_is_blue)
        assert (red.kills, red.lost) == (1, 0)
        assert (blue.kills, blue.lost) == (0, 1)


def _is_blue(unit: object) -> bool:
    return getattr(unit, "side", "") == "blue"


def test_champions_move_from_where_they_were_placed() -> None:
    """Nobody comes from the corner of the map, which is no part of the cage."""
    assert sum(unit.inches for bout in bouts() for unit in bout.units) > 0.0
    for bout in bouts():
        assert bout.heat
        assert bout.heat.moved
        assert 0 not in bout.heat.moved
