"""Time and size of the report of many games."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import process_time

from game.lab.experiments import parse_experiment
from game.lab.game_jobs import GameJob, play_game
from game.lab.program_version import program_version
from game.lab.report_page import page_of
from game.lab.store import ENDING, create
from tests.bench.time_budget import allowed

GAMES, KINDS = 2000, 8
TEXT = f"""
title = "Many patrols"
games = {GAMES}
scenarios = ["combat_patrol"]
players = ["random,random"]
"""


def test_the_report_of_2000_games(tmp_path: Path) -> None:
    """At most 20 s of processor time, and 3 MB."""
    with closing(create(tmp_path / f"many{ENDING}", parse_experiment(TEXT, "x"))) as store:
        packed, program = store.cells[1].packed, program_version()
        kinds = [play_game(GameJob(1, seed, packed, program)) for seed in range(1, KINDS + 1)]
        for seed in range(1, GAMES + 1):
            game = kinds[seed % KINDS]
            store.add(1, replace(game, match=replace(game.match, seed=seed)))
        began = process_time()
        page = page_of(store)
        seconds, size = process_time() - began, len(page.encode())
    print(f"{GAMES} games: {seconds:.1f} s, {size / 1e6:.2f} MB")
    assert seconds < allowed(20.0)
    assert size < 3_000_000
