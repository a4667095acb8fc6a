"""The command lab, without a further word."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from game.cli.battles import battle_of, players_of, refuse_second_word
from game.cli.bot_games import first_seed_of, games_of, won_scenarios
from game.cli.experiment_play import exit_code, play_missing, pool_of
from game.content.faults import UnusableFile
from game.lab.experiment_run import Run
from game.lab.experiments import CellSetup, Experiment, setup_of
from game.lab.matchups import as_table, matchups
from game.lab.results import cells_of
from game.lab.series_reports import as_json, as_text
from game.lab.store import ENDING, Store, create
from game.rules.battles import Battle, GameSetup, prepare

EVERY = "all"
"""Stands for all scenarios."""


def lab(args: argparse.Namespace) -> int:
    """Play many games on all cores or a cluster, and print the results."""
    names = players_of(args, people=False)
    if args.scenario == EVERY:
        return _every_scenario(args, names)
    battle = battle_of(args)
    if args.pairs:
        return _paired(battle, names, args)
    with _played(args, battle.scenario.title, [setup_of(battle, names)]) as (store, run):
        found, experiment = next(cells_of(store)), store.experiment
    if not found.games:
        print("no games were played to the end", file=sys.stderr)
        return 1
    if args.json:
        print(json.dumps(as_json(found, experiment.cells[0], experiment.first_seed)))
    else:
        wanted = found.games + found.failed if run.is_over else experiment.games
        print(as_text(found, experiment._replace(games=wanted).seeds))
    return _exit_code(args, run)


def _exit_code(args: argparse.Namespace, run: Run) -> int:
    name = args.out.name.removesuffix(ENDING) if args.out else ""
    return exit_code(
        run, f"`lab resume {name}` goes on" if name else "without --out no game is kept"
    )


@contextmanager
def _played(
    args: argparse.Namespace, title: str, cells: Sequence[CellSetup]
) -> Iterator[tuple[Store, Run]]:
    """Play games of all cells; yield their store and the run."""
    plain = Experiment(title, tuple(cells), games_of(args), first_seed_of(args))
    experiment = plain.up_to(args.until)
    with (
        pool_of(args, experiment.games * len(cells)) as pool,
        TemporaryDirectory() as folder,
        closing(create(args.out or Path(folder) / f"lab{ENDING}", experiment)) as store,
    ):
        yield store, play_missing(store, pool)


def _every_scenario(args: argparse.Namespace, players: tuple[str, str]) -> int:
    """Play each scenario with its default map, options and rosters, and print a table."""
    refuse_second_word(args)
    for name in ("map", "seed", "option", "roster", "json", "pairs"):
        if getattr(args, name):
            raise UnusableFile(f"--{name}", [("", "is for a single scenario, not for all")])
    scenarios = [*won_scenarios()]
    names = [(one.title, ", ".join(side.name for side in one.sides)) for one in scenarios]
    cells = [setup_of(prepare(one.file, seed=0), players) for one in scenarios]
    return _print_table("All scenarios", cells, names, args)


def _paired(battle: Battle, players: tuple[str, str], args: argparse.Namespace) -> int:
    """Play every roster against every other, and print a table."""
    for name in ("json", "roster"):
        if getattr(args, name):
            raise UnusableFile(f"--{name}", [("", "cannot be used with --pairs")])
    scenario = battle.scenario
    try:
        pairs = matchups(scenario)
    except ValueError as error:
        raise UnusableFile("--pairs", [("", str(error))]) from error
    cells, sides = list[CellSetup](), [side.id for side in scenario.sides]
    for pair in pairs:
        rosters = dict(zip(sides, pair, strict=True))
        paired = GameSetup(scenario.file, battle.map, options=battle.settings, rosters=rosters)
        cells.append(setup_of(paired.battle(0), players))
    return _print_table(scenario.title, cells, pairs, args)


def _print_table(
    title: str,
    cells: Sequence[CellSetup],
    names: Sequence[tuple[str, str]],
    args: argparse.Namespace,
) -> int:
    """Play the games of all cells, and print a line for each."""
    with _played(args, title, cells) as (store, run):
        lines = [*as_table(zip(names, cells_of(store), strict=True))]
    print("\n".join(lines))
    return _exit_code(args, run)
