"""Trials with fast bots on maps that give short games."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

from game.content.maps.map_file import MapFile
from game.content.maps.map_library import read_map
from game.editor.documents import History
from game.editor.edits import changed
from game.editor.trials import Play, TrialResult, Trials, TrialWorkers, play

MAPS = Path(__file__).parents[3] / "maps"
PATIENCE = 120.0
"""Seconds until a test gives up; a process starts slowly on a busy machine."""
SCENARIO, MAP = "cage", "training-cage"
PLAYERS = ("random", "random")


def cage() -> MapFile:
    return read_map(MAPS / f"{MAP}.tmj")


def turned(mapfile: MapFile, by: int) -> MapFile:
    """Return the cage with its outer ring at *by* degrees."""
    rings = [one for one in mapfile.by_id().values() if type(one.what).__name__ == "Ring"]
    ring = max(rings, key=lambda one: one.what.number)  # type: ignore[attr-defined]
    what = ring.what.model_copy(update={"turned": by})
    return mapfile.replaced([changed(ring, what=what)])


def trials(many: int = 1, play: Play = play) -> Trials:
    return Trials(History(cage()), TrialWorkers(many, play), PLAYERS)


def until(one: Trials, done: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE
    while not done():
        assert monotonic() < end, "it takes too long"
        one.poll(0.05)
        sleep(0.01)


def begun(one: Trials) -> bool:
    """Return whether all processes have got a game."""
    tasks = [player.task for player in one.crew._players if player.plays]
    return len(tasks) == one.crew.many and all(
        task._worker and task._worker.sent == task._number for task in tasks
    )


def dying(
    scenario: str, players: tuple[str, str], seed: int, mapfile: MapFile
) -> Iterator[TrialResult | None]:
    """Exit the process at seed 2; play all other seeds."""
    if seed == 2:
        os._exit(3)
    return play(scenario, players, seed, mapfile)


def stillborn(*_: object) -> None:
    """Exit before sending anything, instead of serving."""
    os._exit(3)
