"""The command lab export."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path

from game.cli.arguments import Commands, add_force, ask_to_overwrite, new_command
from game.cli.store_arguments import LAB_EXTRA, add_store, store_path
from game.content.faults import UnusableFile
from game.lab.store import open_store
from game.lab.table_files import FORMATS, export, paths_of


def add_export(commands: Commands) -> None:
    """Add the command ``export``."""
    command = new_command(commands, "export", "Write the games and units of an experiment.")
    add_store(command)
    command.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    command.add_argument("--format", choices=[*FORMATS], default="csv", help="default: csv")
    add_force(command)
    command.set_defaults(does="game.cli.table_exports:export_tables")


def export_tables(args: argparse.Namespace) -> int:
    """Write a row a game, and a row a unit, of a store into two files."""
    with closing(open_store(store_path(args.store))) as store:
        try:
            ask_to_overwrite(paths_of(args.out, args.format), args)
            paths = export(store, args.out, args.format)
        except ModuleNotFoundError as error:
            words = f"takes a library that is not installed ({error.name}): {LAB_EXTRA}"
            raise UnusableFile(f"--format {args.format}", [("", words)]) from error
    print("\n".join(map(str, paths)))
    return 0
