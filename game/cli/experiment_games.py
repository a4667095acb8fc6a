"""Games that commands of the lab play for experiments."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from types import MappingProxyType

from game.cli.arguments import add_where
from game.cli.experiment_play import INTERRUPTED, exit_code, play_missing, pool_of
from game.content.own_folders import own_experiments
from game.lab.experiments import Experiment
from game.lab.matches import Pool
from game.lab.store import ENDING, Store, wide_store
from game.lab.tuning import Due


def own_games(
    args: argparse.Namespace,
    name: str,
    experiment: Experiment,
    stack: ExitStack,
    seeds: Mapping[str, Sequence[int]] = MappingProxyType({}),
) -> tuple[Store, int]:
    """Return the store of a question with all games of an experiment, and the number lost.

    *seeds*: those of cells, by key, that do not play the experiment's.
    """
    path = args.out or own_experiments() / f"{name}{ENDING}"
    wide = wide_store(path, experiment._replace(until=None))
    store = stack.enter_context(closing(wide))
    due = {
        store.cell_of(cell): store.missing(
            store.cell_of(cell), seeds.get(cell.key, experiment.seeds)
        )
        for cell in experiment.cells
    }
    with pool_of(args, sum(map(len, due.values()))) as pool:
        return store, play_due(store, pool, due)


def play_due(store: Store, pool: Pool, due: Due) -> int:
    """Play games; return the number that broke. Raise KeyboardInterrupt if others are left."""
    run = play_missing(store, pool, due)
    if exit_code(run, "the same command goes on") == INTERRUPTED:
        raise KeyboardInterrupt
    return run.progress.failed


def add_store(command: argparse.ArgumentParser, name: str) -> None:
    where = f"keep the games in STORE; default: {name}, in your folder of experiments"
    command.add_argument("--out", type=Path, metavar="STORE", help=where)
    add_where(command)
