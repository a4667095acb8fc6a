"""Trials with fast bots on maps that give short games."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic, sleep

from game.content.maps.map_file import MapFile
from game.content.maps.map_library import read_map
from game.editor.documents import History
from game.editor.edits import changed
from game.editor.trial_games import Play, TrialResult, play
from game.editor.trial_workers import TrialWorkers
from game.editor.trials import Trials

MAPS = Path(__file__).parents[3] / "maps"
PATIENCE = 120.0
"""Seconds until a test gives up; a process starts slowly on a busy machine."""
SCENARIO, MAP = "cage", "training-cage"
PLAYERS = ("random", "random")


def cage() -> MapFile:
    return read_map(MAPS / f"{MAP}.tmj")


def cage_turned(mapfile: MapFile, by: int) -> MapFile:
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


def all_have_games(one: Trials) -> bool:
    """Return whether all processes have got a game."""
    players = one.crew._players  # noqa: SLF001  only tests ask which process has got its game
    return sum(1 for p in players if p.plays and p.task.is_sent) == one.crew.many


def processes_of(one: Trials) -> list[BaseProcess]:
    """Return the processes that are running."""
    players = one.crew._players  # noqa: SLF001  only tests look for the processes themselves
    return [p.task.process for p in players if p.task.process]


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
