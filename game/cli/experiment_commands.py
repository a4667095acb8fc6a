"""The commands lab run, resume, add, report and export: experiments with a store."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from game.cli.arguments import (
    Commands,
    add_force,
    add_output,
    add_playing,
    ask_to_overwrite,
    new_command,
    number,
)
from game.cli.printing import terminal
from game.content.faults import UnusableFile, did_you_mean
from game.content.file_lookup import files_with, is_file, without_ending
from game.content.own_folders import own_experiments
from game.content.safe_writing import write_whole
from game.lab.confidence import wilson_interval
from game.lab.experiment_run import Progress as RunProgress
from game.lab.experiment_run import Run, is_narrow, keep_save
from game.lab.experiments import load_experiment
from game.lab.game_tables import FORMATS, export, paths_of
from game.lab.matches import LostGameError, Pool, local_pool
from game.lab.report_charts import as_table
from game.lab.results import as_json, results_of
from game.lab.store import ENDING, Store, create, open_store
from game.play import EntryPoints
from game.table.records import many
from game.text.columns import padded

POOLS: Mapping[str, Callable[[str], Pool]] = EntryPoints(
    {"tcp": "game.lab.cluster:ClusterPool", "tls": "game.lab.cluster:ClusterPool"}
)
"""By the scheme of an address: the pool of the workers there."""
PAGES: Mapping[str, Callable[[Store], str]] = EntryPoints(
    {"html": "game.lab.report_page:page_of"}
)
"""By format: the function that writes a report."""
INTERRUPTED = 130
"""Exit code after Ctrl-C."""
LAB_EXTRA = "pip install 'undertow[lab]', or pip install -r requirements-dev.txt"
"""Installs the libraries that the laboratory does not need for its usual work."""


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
    command.set_defaults(does="game.cli.experiment_commands:report")


def add_store(command: argparse.ArgumentParser) -> None:
    """Add the argument that names a store."""
    command.add_argument("store", metavar="STORE", help="name or file of an experiment")


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


def add_export(commands: Commands) -> None:
    """Add the command ``export``."""
    command = new_command(commands, "export", "Write the games and units of an experiment.")
    add_store(command)
    command.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    command.add_argument("--format", choices=[*FORMATS], default="csv", help="default: csv")
    add_force(command)
    command.set_defaults(does="game.cli.experiment_commands:export_tables")


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


def store_path(word: str) -> Path:
    """Return the path of a store by its path or name; raise UnusableFile if there is none."""
    own = own_experiments() / f"{word}{ENDING}"
    for path in (Path(word), own):
        if is_file(path):
            return path
    names = [without_ending(path.name, ENDING) for path in files_with(own.parent, ENDING)]
    words = f"there is no experiment of this name, and no such file{did_you_mean(word, names)}"
    raise UnusableFile(word, [("", words)])


@contextmanager
def pool_of(args: argparse.Namespace, games: int | None = None) -> Iterator[Pool]:
    """Open the pool that the arguments name, and close it; raise UnusableFile.

    *games*: the number of games to be played on it, if it is known.
    """
    scheme, is_url, _ = (args.on or "").partition("://")
    if args.on and not (is_url and scheme in POOLS):
        words = f"{args.on!r} is not the address of a scheduler, such as tcp://localhost:8786"
        raise UnusableFile("--on", [("", words)])
    try:
        pool = POOLS[scheme](args.on) if args.on else local_pool(args.workers, games)
    except ModuleNotFoundError as error:
        words = f"takes a library that is not installed ({error.name}): {LAB_EXTRA}"
        raise UnusableFile("--on", [("", words)]) from error
    if not pool.workers:
        words = f"No worker has joined {args.on} yet; games begin when one does."
        print(words, file=sys.stderr, flush=True)
    try:
        yield pool
    finally:
        pool.close()


def _play(store: Store, pool: Pool, args: argparse.Namespace) -> int:
    """Play what is missing, and print the results."""
    played = play_missing(store, pool)
    print(json.dumps(_store_json(store)) if args.json else "\n".join(_store_text(store)))
    return exit_code(played, f"`lab resume {store.name}` goes on")


def exit_code(played: Run, how: str) -> int:
    """Return the exit code of a run; tell *how* it can go on if it was interrupted."""
    if not played.is_over:
        print(f"interrupted: {how}", file=sys.stderr)
        return INTERRUPTED
    return 1 if played.progress.failed else 0


def play_missing(
    store: Store, pool: Pool, due: Mapping[int, Sequence[int]] | None = None
) -> Run:
    """Play what is missing in a store, or due; return the run.

    A bar shows the progress on a terminal. Games that broke are printed.
    """
    going = Run(store, due)
    with shown_progress(going.progress) as show:
        for news in going.play(pool):
            if isinstance(news, LostGameError):
                path = keep_save(store, news)
                words = f"{news}; save: {path}" if path else str(news)
                print(words, file=sys.stderr, flush=True)
            else:
                show(news)
    return going


@contextmanager
def shown_progress(begun: RunProgress) -> Iterator[Callable[[RunProgress], None]]:
    """Yield a function that shows the progress in a bar, on a terminal only."""
    columns = BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}")
    console = Console(file=terminal())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(_progress(begun), total=begun.wanted, completed=begun.done)

        def show(now: RunProgress) -> None:
            ended = now.done + now.failed
            bar.update(task, completed=ended, description=_progress(now))

        yield show


def _progress(now: RunProgress) -> str:
    left = now.seconds_left
    time = "" if left is None else f", {time_in_words(left)} left"
    return f"{now.per_hour:,.0f} games an hour{time}, intervals up to ±{now.widest:.1%}"


def time_in_words(seconds: float) -> str:
    """Return a time as ``2:05`` minutes, or ``3 h 20 min``."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes}:{rest:02d}"


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
            low, high = wilson_interval(wins.get(side.id, 0), games)
            won = many(wins.get(side.id, 0), "win")
            yield f"  {padded(side.name, 12)} {won:>9} ({low:.0%}–{high:.0%})"
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
