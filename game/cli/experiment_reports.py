"""The command lab report."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

from game.cli.arguments import Commands, add_output, new_command
from game.cli.store_arguments import LAB_EXTRA, add_store, store_path
from game.content.faults import UnusableFile
from game.content.safe_writing import write_whole
from game.entry_points import EntryPoints
from game.lab.confidence import wilson_interval
from game.lab.report_table import as_table
from game.lab.results import as_json, results_of
from game.lab.store import Store, open_store
from game.lab.stored_games import is_narrow
from game.table.records import many
from game.text.columns import padded

PAGES: Mapping[str, Callable[[Store], str]] = EntryPoints(
    {"html": "game.lab.report_page:page_of"}
)
"""By format: the function that writes a report."""


def add_report(commands: Commands) -> None:
    """Add the command ``report``."""
    command = new_command(commands, "report", "Write the report of an experiment.")
    add_store(command)
    where = "default: the store's name with .html, here"
    add_output(command, "--out", metavar="FILE", help=where)
    command.add_argument(
        "--json", action="store_true", help="print all figures as JSON instead"
    )
    command.add_argument("--table", action="store_true", help="print a Markdown table instead")
    command.set_defaults(does="game.cli.experiment_reports:report")


def report(args: argparse.Namespace) -> int:
    """Write the report of a store as one HTML page, or print its figures."""
    with closing(open_store(store_path(args.store))) as store:
        if args.json or args.table:
            found = results_of(store)
            print(json.dumps(as_json(found)) if args.json else "\n".join(as_table(found)))
            return 0
        try:
            page = PAGES["html"](store)
        except ModuleNotFoundError as error:
            words = f"takes a library that is not installed ({error.name}): {LAB_EXTRA}"
            raise UnusableFile("lab report", [("", words)]) from error
        path = args.out or Path(f"{store.name}.html")
        write_whole(path, page)
    print(path)
    return 0


def _store_text(store: Store) -> Iterator[str]:
    """Yield the wins of each cell."""
    now = store.experiment
    yield f"{now.title}: {store.path}"
    for cell in store.cells:
        scenario, games, wins = store.scenario(cell), store.count(cell), store.winners(cell)
        played = f"{games} of {many(max(games, now.games), 'game')}"
        if is_narrow(wins, now.until):
            played = f"{many(games, 'game')}, intervals narrow enough"
        yield f"{store.heading(cell)}: {played}"
        for side in scenario.sides:
            won = wins.get(side.id, 0)
            words = f"{many(won, 'win'):>9} {wilson_interval(won, games)}"
            yield f"  {padded(side.name, 12)} {words}"
        yield f"  {'':<12} {many(wins.get('', 0), 'draw'):>9}"
    if broken := store.failures():
        yield f"{many(len(broken), 'game')} not played to the end"


def _store_json(store: Store) -> dict[str, object]:
    now = store.experiment
    return {
        "title": now.title,
        "store": str(store.path),
        "games": now.games,
        "first_seed": now.first_seed,
        "failed": len(store.failures()),
        "cells": [
            {
                "scenario": store.scenario(cell).id,
                "map": setup.map,
                "players": list(setup.players),
                "variant": setup.variant,
                "options": dict(setup.options),
                "rosters": dict(setup.rosters),
                "games": store.count(cell),
                "wins": {side: store.winners(cell).get(side, 0) for side in store.sides(cell)},
            }
            for cell, setup in store.cells.items()
        ],
    }
