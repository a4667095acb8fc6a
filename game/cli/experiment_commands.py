"""The lab commands that play the games of an experiment."""

from __future__ import annotations

import argparse
import json
from contextlib import closing
from pathlib import Path

from game.cli.arguments import Commands, add_playing, new_command, number
from game.cli.experiment_play import exit_code, play_missing, pool_of
from game.cli.experiment_reports import _store_json, _store_text
from game.cli.store_arguments import add_store, store_path
from game.content.own_folders import own_experiments
from game.lab.experiments import load_experiment
from game.lab.matches import Pool
from game.lab.store import ENDING, Store, create, open_store


def add_run(commands: Commands) -> None:
    """Add the command ``run``."""
    command = new_command(commands, "run", "Begin an experiment.")
    command.add_argument("experiment", type=Path, metavar="EXPERIMENT.toml")
    where = "default: its name, in your folder of experiments"
    command.add_argument("--out", type=Path, metavar="STORE", help=where)
    add_playing(command)
    command.set_defaults(does="game.cli.experiment_commands:run")


def add_resume(commands: Commands) -> None:
    """Add the command ``resume``."""
    command = new_command(commands, "resume", "Go on with an experiment.")
    add_store(command)
    add_playing(command)
    command.set_defaults(does="game.cli.experiment_commands:resume")


def add_more(commands: Commands) -> None:
    """Add the command ``add``."""
    command = new_command(commands, "add", "Add games to an experiment; none is repeated.")
    add_store(command)
    command.add_argument(
        "experiment", nargs="?", type=Path, metavar="EXPERIMENT.toml", help="games to add"
    )
    command.add_argument("--games", type=number, metavar="N", help="of each kind, in all")
    add_playing(command)
    command.set_defaults(does="game.cli.experiment_commands:add")


def run(args: argparse.Namespace) -> int:
    """Begin an experiment, and play its games."""
    experiment = load_experiment(str(args.experiment.resolve()))
    path = args.out or own_experiments() / f"{args.experiment.stem}{ENDING}"
    with pool_of(args) as pool, closing(create(path, experiment.up_to(args.until))) as store:
        return _play(store, pool, args)


def resume(args: argparse.Namespace) -> int:
    """Play the games of a store that are still missing."""
    with closing(open_store(store_path(args.store), writes=True)) as store:
        store.refuse_other_program()
        if args.until:
            store.widen(store.experiment.up_to(args.until))
        with pool_of(args) as pool:
            return _play(store, pool, args)


def add(args: argparse.Namespace) -> int:
    """Add games or cells to a store, and play what is missing."""
    with closing(open_store(store_path(args.store), writes=True)) as store:
        store.refuse_other_program()
        now = store.experiment
        wider = load_experiment(str(args.experiment.resolve())) if args.experiment else now
        store.widen(wider._replace(games=args.games or wider.games).up_to(args.until))
        with pool_of(args) as pool:
            return _play(store, pool, args)


def _play(store: Store, pool: Pool, args: argparse.Namespace) -> int:
    """Play what is missing, and print the results."""
    played = play_missing(store, pool)
    print(json.dumps(_store_json(store)) if args.json else "\n".join(_store_text(store)))
    return exit_code(played, f"`lab resume {store.name}` goes on")
