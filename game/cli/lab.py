"""The commands lab and fit: many games, counted."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from game.bots.chances import TERMS, shipped_weights
from game.cli.battles import battle_of, players_of, refuse_second_word
from game.cli.experiment_commands import play_missing, pool_of
from game.content.faults import UnusableFile
from game.content.scenarios import Scenario, load_scenario, scenario_names
from game.content.storage import write_whole
from game.lab.chances_fit import Sample, as_lines, as_toml, fitted, judged, samples, split
from game.lab.experiments import MAX_GAMES, CellSetup, Experiment, setup_of
from game.lab.matches import LostGameError, Series, each
from game.lab.report import Matchup, as_json, as_table, as_text, matchups, pair_of, report
from game.lab.store import ENDING, Store, create
from game.rules.battles import Battle, prepare
from game.rules.catalog import PLAYED

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
    with _played(args, battle.scenario.title, [setup_of(battle, names)]) as (store, lost):
        played = [record.match for record in store.records(1)]
        series = _series(battle, names, store.experiment)
    if not played:
        print("no games were played to the end", file=sys.stderr)
        return 1
    if args.until:
        series = replace(series, games=len(played) + lost)
    found = report(series, played, lost)
    print(json.dumps(as_json(found)) if args.json else as_text(found, battle.scenario))
    return 1 if lost else 0


def games_of(args: argparse.Namespace) -> int:
    """Return the number of games; with a limit to the intervals, the most there may be."""
    return int(args.games or (MAX_GAMES if args.until else USUAL_GAMES))


def first_seed_of(args: argparse.Namespace) -> int:
    """Return the seed of the first game."""
    seed = getattr(args, "seed", None)
    return int(args.first_seed if seed is None else seed)


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
) -> Iterator[tuple[Store, int]]:
    """Play games of all cells; yield their store, and the number of games that broke."""
    games = games_of(args)
    experiment = Experiment(title, tuple(cells), games, first_seed_of(args), args.until)
    with (
        pool_of(args, games * len(cells)) as pool,
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
    with _played(args, title, cells) as (store, lost):
        found = list[Matchup]()
        for cell, pair in zip(store.cells, names, strict=True):
            if played := [record.match for record in store.records(cell)]:
                found.append(pair_of(pair, played))
    print("\n".join(as_table(found)))
    return 1 if lost else 0
