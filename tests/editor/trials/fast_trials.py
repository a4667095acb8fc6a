"""Trials with fast bots on maps that give short games."""

from __future__ import annotations

import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic, sleep

from game.content.maps import MapFile, read_map
from game.editor import trial_processes
from game.editor.edits.objects import by_id, changed, replaced
from game.editor.trial_processes import TrialWorkers
from game.editor.trials import Trials
from game.editor.workspace import History
from game.lab.trial_game import Setup

MAPS = Path(__file__).parents[3] / "maps"
PATIENCE = 120.0
"""Seconds until a test gives up; a process starts slowly on a busy machine."""
SCENARIO, MAP = "cage", "training-cage"
PLAYERS = ("random", "random")


def cage() -> MapFile:
    return read_map(MAPS / f"{MAP}.tmj")


def turned(mapfile: MapFile, by: int) -> MapFile:
    """Return the cage with its outer ring at *by* degrees."""
    rings = [one for one in by_id(mapfile).values() if type(one.what).__name__ == "Ring"]
    ring = max(rings, key=lambda one: one.what.number)  # type: ignore[attr-defined]
    what = ring.what.model_copy(update={"turned": by})
    return replaced(mapfile, {ring.id: changed(ring, what=what)})


def trials(many: int = 1, **crew: Callable[[Connection], None]) -> Trials:
    return Trials(History(cage()), TrialWorkers(many, **crew), PLAYERS)


def until(one: Trials, done: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE
    while not done():
        assert monotonic() < end, "it takes too long"
        one.poll(0.05)
        sleep(0.01)


def dying(line: Connection) -> None:
    """Exit the process at seed 2, in any worker; play all other seeds."""
    real = trial_processes._outcome

    def outcome(
        line: Connection, job: trial_processes.TrialJob, setup: Setup
    ) -> trial_processes.TrialResult | None:
        if job.seed == 2:
            os._exit(3)
        return real(line, job, setup)

    trial_processes._outcome = outcome
    trial_processes.work(line)


def stillborn(line: Connection) -> None:
    """Exit before sending anything."""
    os._exit(3)
