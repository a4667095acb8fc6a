"""The command lab train."""

from __future__ import annotations

import argparse
import json
from contextlib import closing
from pathlib import Path

from game.cli.arguments import Commands, new_command
from game.cli.experiment_games import add_store, play_due
from game.cli.experiment_play import pool_of
from game.cli.printing import terminal
from game.content.file_lookup import free_path
from game.content.library_kinds import BOT
from game.content.own_folders import own_experiments, own_folder
from game.content.safe_writing import write_whole
from game.lab.store import ENDING, wide_store
from game.lab.tuning import Due
from game.lab.weight_training import (
    Training,
    Weights,
    load_training,
    trained,
    trained_json,
    trained_lines,
)
from game.table.records import many


def add_train(commands: Commands) -> None:
    """Add the command ``train``."""
    command = new_command(commands, "train", "Train weights of a bot by games against itself.")
    what = "an experiment file with the table [train]"
    command.add_argument("experiment", type=Path, metavar="EXPERIMENT.toml", help=what)
    add_store(command, "the file's name")
    command.set_defaults(does="game.cli.train:train")


def train(args: argparse.Namespace) -> int:
    """Train weights, test them on new seeds, and write their file if they pass."""
    training, lost = load_training(str(args.experiment.resolve())), 0
    path = args.out or own_experiments() / f"{args.experiment.stem}{ENDING}"
    first = training.experiment(training.step_cells(0, training.start))
    with closing(wide_store(path, first)) as store, pool_of(args) as pool:

        def play(due: Due) -> None:
            nonlocal lost
            if terminal().isatty():
                cell = store.cells[min(due)]
                print(f"{cell.variant}, {many(training.steps, 'step')} in all", file=terminal())
            lost += play_due(store, pool, due)

        found = trained(training, store, play)
    name = args.experiment.stem
    file = _written(training, found.weights, name) if found.is_accepted else None
    if args.json:
        print(json.dumps(trained_json(training, found, file)))
    else:
        print("\n".join(trained_lines(training, found, file)))
    return 1 if lost else 0


def _written(training: Training, weights: Weights, name: str) -> Path:
    """Write the file of trained weights into the user's folder of bots; return its path."""
    text = training.file(weights, training.title)
    path = free_path(own_folder(BOT) / f"{name}{BOT.ending}", text.encode())
    write_whole(path, text)
    return path
