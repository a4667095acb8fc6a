"""The command lab compare."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from game.cli.arguments import Commands, new_command
from game.cli.experiment_games import add_store, own_games
from game.cli.store_arguments import store_path
from game.content.file_lookup import has_ending
from game.lab.comparisons import Kept, compared, paired_cells
from game.lab.experiments import load_experiment
from game.lab.store import open_store


def add_compare(commands: Commands) -> None:
    """Add the command ``compare``."""
    command = new_command(commands, "compare", "Compare two experiments game by game.")
    what = "an experiment file, or the name or file of an experiment that was played"
    command.add_argument("one", metavar="A", help=what)
    command.add_argument("other", metavar="B", help=what)
    add_store(command, "A-and-B")
    command.set_defaults(does="game.cli.compare:compare")


def compare(args: argparse.Namespace) -> int:
    """Print the paired differences of two experiments, and play those that are files."""
    words, lost = (args.one, args.other), 0
    with ExitStack() as stack:
        stores = [
            None
            if has_ending(word, ".toml")
            else stack.enter_context(closing(open_store(store_path(word))))
            for word in words
        ]
        one, other = (
            store.experiment if store else load_experiment(str(Path(word).resolve()))
            for word, store in zip(words, stores, strict=True)
        )
        pairs = paired_cells(one.cells, other.cells, words)
        base = other if stores[1] and not stores[0] else one
        files = [x for x, store in zip((one, other), stores, strict=True) if not store]
        if files:
            cells = tuple({cell.key: cell for file in files for cell in file.cells}.values())
            name = "-and-".join(Path(word).stem for word in words)
            # One that was played has its seeds already: the other plays the same.
            seeds = dict[str, Sequence[int]]()
            for a, b in pairs:
                for played, mine, new in ((stores[0], a, b), (stores[1], b, a)):
                    if played:
                        seeds[new.key] = [*played.outcomes(played.cell_of(mine))]
            most = max(1, *map(len, seeds.values())) if seeds else base.games
            games = base._replace(title=name, cells=cells, games=most)
            own, lost = own_games(args, name, games, stack, seeds)
            stores = [store or own for store in stores]
        before, after = (store for store in stores if store)
        found = [
            compared(Kept(before, before.cell_of(a)), Kept(after, after.cell_of(b)))
            for a, b in pairs
        ]
        if args.json:
            print(json.dumps([pair.as_json() for pair in found]))
        else:
            print("\n".join(line for pair in found for line in pair.lines()))
    return 1 if lost else 0
