"""The command lab tune."""

from __future__ import annotations

import argparse
import json
from contextlib import closing
from pathlib import Path

from game.cli.arguments import Commands, new_command
from game.cli.experiment_games import add_store, play_due
from game.cli.experiment_play import pool_of
from game.content.own_folders import own_experiments
from game.lab.store import ENDING, wide_store
from game.lab.tuning import Due, load_tuning, tuned, tuned_json, tuned_lines


def add_tune(commands: Commands) -> None:
    """Add the command ``tune``."""
    command = new_command(commands, "tune", "Find the value that makes a game most even.")
    what = "an experiment file with the table [tune]"
    command.add_argument("experiment", type=Path, metavar="EXPERIMENT.toml", help=what)
    add_store(command, "the file's name")
    command.set_defaults(does="game.cli.tune:tune")


def tune(args: argparse.Namespace) -> int:
    """Play the games of each value, and print the most even one."""
    tuning, lost = load_tuning(str(args.experiment.resolve())), 0
    path = args.out or own_experiments() / f"{args.experiment.stem}{ENDING}"
    with closing(wide_store(path, tuning.experiment)) as store, pool_of(args) as pool:

        def play(due: Due) -> None:
            nonlocal lost
            lost += play_due(store, pool, due)

        tried = tuned(tuning, store, play)
    if args.json:
        print(json.dumps(tuned_json(tuning, tried)))
    else:
        print("\n".join(tuned_lines(tuning, tried)))
    return 1 if lost else 0
