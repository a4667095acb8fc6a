"""The commands lab and fit, and the questions of lab: many games, counted."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import TypeVar

from game.bots.chances.weighing import TERMS, shipped_weights
from game.cli.arguments import Commands, add_where, file_or_name, new_command, number, seed
from game.cli.battles import battle_of, players_of, refuse_second_word
from game.cli.experiment_commands import (
    INTERRUPTED,
    exit_code,
    play_missing,
    pool_of,
    store_path,
)
from game.content.faults import UnusableFile
from game.content.scenarios import Scenario, load_scenario, scenario_names
from game.content.storage import has_ending, own_experiments, write_whole
from game.lab.chances_fit import Sample, as_lines, as_toml, fitted, judged, samples, split
from game.lab.experiment_run import Run
from game.lab.experiments import MAX_GAMES, CellSetup, Experiment, load_experiment, setup_of
from game.lab.matches import LostGameError, Pool, Series, each
from game.lab.questions import (
    Due,
    Kept,
    compared,
    load_tuning,
    paired_cells,
    tuned,
    tuned_json,
    tuned_lines,
)
from game.lab.report import Matchup, as_json, as_table, as_text, matchups, pair_of, report
from game.lab.store import ENDING, Store, create, open_store, wide_store
from game.lab.tables import ladder_experiment, ladder_lines, ladder_of, standings_of
from game.rules import PLAYED
from game.rules.battles import Battle, prepare

EVERY = "all"
"""Stands for all scenarios."""
USUAL_GAMES = 20

Game = TypeVar("Game")


def lab(args: argparse.Namespace) -> int:
    """Play many games on all cores or a cluster, and print the results."""
    names = players_of(args, people=False)
    if args.scenario == EVERY:
        return _every_scenario(args, names)
    battle = battle_of(args)
    if args.pairs:
        return _paired(battle, names, args)
    with _played(args, battle.scenario.title, [setup_of(battle, names)]) as (store, run):
        played, lost = [record.match for record in store.records(1)], run.progress.failed
        series = _series(battle, names, store.experiment)
    if not played:
        print("no games were played to the end", file=sys.stderr)
        return 1
    if run.is_over:
        series = replace(series, games=len(played) + lost)
    found = report(series, played, lost)
    print(json.dumps(as_json(found)) if args.json else as_text(found, battle.scenario))
    return _exit_code(args, run)


def _exit_code(args: argparse.Namespace, run: Run) -> int:
    name = args.out.name.removesuffix(ENDING) if args.out else ""
    return exit_code(
        run, f"`lab resume {name}` goes on" if name else "without --out no game is kept"
    )


def games_of(args: argparse.Namespace) -> int:
    """Return the number of games; with a limit to the intervals, the most there may be."""
    return int(args.games or (MAX_GAMES if args.until else USUAL_GAMES))


def first_seed_of(args: argparse.Namespace) -> int:
    """Return the seed of the first game."""
    first = getattr(args, "seed", None)
    return int(args.first_seed if first is None else first)


def _series(battle: Battle, players: tuple[str, str], experiment: Experiment) -> Series:
    return Series(
        battle.scenario.file,
        players=players,
        games=experiment.games,
        first_seed=experiment.first_seed,
        map=battle.map,
        options=battle.settings,
        rosters=battle.rosters,
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


def finished(games: Iterable[Game | LostGameError]) -> tuple[list[Game], int]:
    """Return the games that ended, and the number that did not; print each of those."""
    played, lost = list[Game](), 0
    for game in games:
        if isinstance(game, LostGameError):
            print(game, file=sys.stderr, flush=True)
            lost += 1
        else:
            played.append(game)
    return played, lost


def fit(args: argparse.Namespace) -> int:
    """Fit the weights of the chances to games of bots, and judge them on others."""
    names, found, lost = players_of(args, people=False), list[Sample](), 0
    for _, series in _all_series(args, names, args.scenarios):
        played, broken = finished(each(partial(samples, series), series.seeds, args.workers))
        found += [sample for game in played for sample in game]
        lost += broken
    if not found:
        print("no games were played to the end", file=sys.stderr)
        return 1
    to_fit, to_judge = split(found)
    trial = fitted(to_fit)
    for game in dict.fromkeys(sample.game for sample in to_judge):
        judge = [sample for sample in to_judge if sample.game == game]
        print("\n".join(as_lines(game, judged(trial, judge))))
    if args.out:
        weights = shipped_weights().with_(fitted(found))
        write_whole(args.out, as_toml(weights))
    return 1 if lost else 0


def _all_series(
    args: argparse.Namespace, players: tuple[str, str], words: Sequence[str] = ()
) -> Iterator[tuple[Scenario, Series]]:
    """Yield scenarios that can be won, by default all, each with its series of games."""
    for scenario in _won_scenarios(words):
        first = args.first_seed
        yield scenario, Series(scenario.file, players, args.games, first_seed=first)


def _won_scenarios(words: Sequence[str] = ()) -> Iterator[Scenario]:
    """Yield the scenarios that can be won, of some or of all."""
    for word in words or scenario_names():
        scenario = load_scenario(word, PLAYED)
        if scenario.system in TERMS:
            yield scenario


def _every_scenario(args: argparse.Namespace, players: tuple[str, str]) -> int:
    """Play each scenario with its default map, options and rosters, and print a table."""
    refuse_second_word(args)
    for name in ("map", "seed", "option", "roster", "json", "pairs"):
        if getattr(args, name):
            raise UnusableFile(f"--{name}", [("", "is for a single scenario, not for all")])
    scenarios = [*_won_scenarios()]
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
    cells = list[CellSetup]()
    for pair in pairs:
        rosters = dict(zip([side.id for side in scenario.sides], pair, strict=True))
        paired = prepare(
            scenario.file, seed=0, map_=battle.map, options=battle.settings, rosters=rosters
        )
        cells.append(setup_of(paired, players))
    return _print_table(scenario.title, cells, pairs, args)


def _print_table(
    title: str,
    cells: Sequence[CellSetup],
    names: Sequence[tuple[str, str]],
    args: argparse.Namespace,
) -> int:
    """Play the games of all cells, and print a line for each."""
    with _played(args, title, cells) as (store, run):
        found = list[Matchup]()
        for cell, pair in zip(store.cells, names, strict=True):
            if played := [record.match for record in store.records(cell)]:
                found.append(pair_of(pair, played))
    print("\n".join(as_table(found)))
    return _exit_code(args, run)


def add_compare(commands: Commands) -> None:
    """Add the command ``compare``."""
    command = new_command(commands, "compare", "Compare two experiments game by game.")
    what = "an experiment file, or the name or file of an experiment that was played"
    command.add_argument("one", metavar="A", help=what)
    command.add_argument("other", metavar="B", help=what)
    _add_playing(command, "A-and-B")
    command.set_defaults(does="game.cli.lab:compare")


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
            own, lost = _own_games(args, name, games, stack, seeds)
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


def _own_games(
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
        return store, _play_due(store, pool, due)


def _play_due(store: Store, pool: Pool, due: Due) -> int:
    """Play games; return the number that broke. Raise KeyboardInterrupt if others are left."""
    run = play_missing(store, pool, due)
    if exit_code(run, "the same command goes on") == INTERRUPTED:
        raise KeyboardInterrupt
    return run.progress.failed


def _add_playing(command: argparse.ArgumentParser, name: str) -> None:
    where = f"keep the games in STORE; default: {name}, in your folder of experiments"
    command.add_argument("--out", type=Path, metavar="STORE", help=where)
    add_where(command)


def add_tune(commands: Commands) -> None:
    """Add the command ``tune``."""
    command = new_command(commands, "tune", "Find the value that makes a game most even.")
    what = "an experiment file with the table [tune]"
    command.add_argument("experiment", type=Path, metavar="EXPERIMENT.toml", help=what)
    _add_playing(command, "the file's name")
    command.set_defaults(does="game.cli.lab:tune")


def tune(args: argparse.Namespace) -> int:
    """Play the games of each value, and print the most even one."""
    tuning, lost = load_tuning(str(args.experiment.resolve())), 0
    path = args.out or own_experiments() / f"{args.experiment.stem}{ENDING}"
    with closing(wide_store(path, tuning.experiment)) as store, pool_of(args) as pool:

        def play(due: Due) -> None:
            nonlocal lost
            lost += _play_due(store, pool, due)

        tried = tuned(tuning, store, play)
    if args.json:
        print(json.dumps(tuned_json(tuning, tried)))
    else:
        print("\n".join(tuned_lines(tuning, tried)))
    return 1 if lost else 0


def add_ladder(commands: Commands) -> None:
    """Add the command ``ladder``."""
    command = new_command(commands, "ladder", "Rank bots by Elo, each against each.")
    command.add_argument("players", nargs="+", metavar="PLAYER", help="a bot, as in `list`")
    command.add_argument(
        "--scenario",
        action="append",
        type=file_or_name,
        metavar="S",
        help="a scenario in which they play; it can be given more than once; default: all",
    )
    games = "of each pair in each seat and scenario; default: 20"
    command.add_argument("--games", type=number, default=USUAL_GAMES, metavar="N", help=games)
    command.add_argument("--first-seed", type=seed, default=1, metavar="N")
    _add_playing(command, "ladder")
    command.set_defaults(does="game.cli.lab:ladder")


def ladder(args: argparse.Namespace) -> int:
    """Play each bot against each other on both sides, and print their Elo."""
    scenarios = args.scenario or [scenario.file for scenario in _won_scenarios()]
    games = ladder_experiment(args.players, scenarios, args.games, args.first_seed)
    with ExitStack() as stack:
        store, lost = _own_games(args, "ladder", games, stack)
        rungs = ladder_of(args.players, standings_of(store, args.players, games))
    if args.json:
        print(json.dumps([one.as_json() for one in rungs]))
    else:
        print("\n".join(ladder_lines(rungs)))
    return 1 if lost else 0
