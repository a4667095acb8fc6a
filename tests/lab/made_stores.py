"""Stores with hand-made results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from game.bots.match import Match
from game.lab.experiments import parse_experiment
from game.lab.game_jobs import GameJob, play_game
from game.lab.game_records import GameRecord
from game.lab.program_version import program_version
from game.lab.store import Store
from game.table.records import Side

BOUTS = 'title = "Bouts"\ngames = 3\nscenarios = ["cage"]\nplayers = ["random,random"]\n'
SIGNS: Mapping[str, Side | None] = {"r": Side("red"), "b": Side("blue"), "-": None}


@lru_cache(maxsize=1)
def a_game() -> GameRecord:
    """Return a bout in the cage."""
    cell = parse_experiment(BOUTS, "x").cells[0]
    return play_game(GameJob(1, 1, cell.packed, program_version()))


def record_of(match: Match) -> GameRecord:
    """Return a record that has nothing but a match."""
    return GameRecord(match, "", "", rounds=(), ends=(0, 0), units=())


def keep(store: Store, cell: int, winners: str, first_seed: int = 1) -> None:
    """Keep games with these winners: r and b for red and blue, - for a draw, . for none."""
    for seed, sign in enumerate(winners, first_seed):
        if sign != ".":
            match = replace(a_game().match, seed=seed, winner=SIGNS[sign])
            store.add(cell, replace(a_game(), match=match))
