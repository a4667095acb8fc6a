"""The opening of experiment files."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path

from game.background import AT_END
from game.content.faults import UnusableFile, first_faults
from game.content.file_lookup import free_path
from game.content.own_folders import own_experiments
from game.lab.experiments import load_experiment
from game.lab.results import Results, results_of
from game.lab.running_experiments import RUNNING, RunningExperiment
from game.lab.store import ENDING, create, open_store
from game.screens.screen import Change, Destination, Load, Open
from game.table.board import Board


def start(path: Path) -> None:
    """Run the experiment of a store in the background, until it or the program ends."""
    RUNNING[path] = going = RunningExperiment(path)
    AT_END.append(going.end)


def open_experiment(path: Path) -> Load:
    """Return the opening of a dropped experiment file, which begins, or of a store's report."""
    if path.suffix.lower() == ENDING:
        return open_report(path)

    def work() -> Path:
        experiment = load_experiment(str(path))
        store = free_path(own_experiments() / f"{path.stem}{ENDING}")
        create(store, experiment).close()
        return store

    def begin(store: Path) -> Change:
        start(store)
        return Open(Destination("experiments", store))

    return Load("Preparing the experiment", work, begin, partial(not_opened, path))


def open_report(path: Path) -> Load:
    """Return the opening of the report of a store."""

    def work() -> tuple[Results, dict[int, Board]]:
        with closing(open_store(path)) as store:
            boards = {cell: one.battle(0).opening.board for cell, one in store.cells.items()}
            return results_of(store), boards

    return Load(
        "Reading the games",
        work,
        lambda found: Open(Destination("report", path, *found)),
        partial(not_opened, path),
    )


def not_opened(path: Path, error: UnusableFile) -> Change:
    words = f"{path.name}: " + "\n".join(map(str, first_faults(error.faults)))
    return Open(Destination("notice", "Cannot open this experiment", words))
