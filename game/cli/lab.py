"""The commands lab and fit: many games on all cores."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from game.bots.chances import TERMS, shipped_weights
from game.cli.battles import battle_of, players_of, refuse_second_word
from game.content.faults import UnusableFile
from game.content.scenarios import Scenario, load_scenario, scenario_names
from game.content.storage import write_whole
from game.lab.chances_fit import Sample, as_lines, as_toml, fitted, judged, samples, split
from game.lab.matches import LostGameError, Series, each, matches
from game.lab.report import (
    Matchup,
    as_json,
    as_table,
    as_text,
    matchups,
    pair_of,
    report,
    series_of,
)
from game.rules.battles import Battle
from game.rules.catalog import PLAYED

EVERY = "all"
"""Stands for all scenarios."""

Game = TypeVar("Game")


def lab(args: argparse.Namespace) -> int:
    """Play many games on all cores, and print the results."""
    names = players_of(args, people=False)
    if args.scenario == EVERY:
        return _every_scenario(args, names)
    battle = battle_of(args)
    series = Series(
        battle.scenario.file,
        players=names,
        games=args.games,
        first_seed=args.first_seed if args.seed is None else args.seed,
        map=battle.map,
        options=battle.settings,
        rosters=battle.rosters,
    )
    if args.pairs:
        return _paired(battle, series, args.workers)
    played, lost = finished(matches(series, args.workers))
    if not played:
        print("no games were played to the end", file=sys.stderr)
        return 1
    found = report(series, played, lost)
    print(json.dumps(as_json(found)) if args.json else as_text(found, battle.scenario))
    return 1 if lost else 0


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
    for word in words or scenario_names():
        scenario = load_scenario(word, PLAYED)
        if scenario.system in TERMS:
            first = args.first_seed
            yield scenario, Series(scenario.file, players, args.games, first_seed=first)


def _every_scenario(args: argparse.Namespace, players: tuple[str, str]) -> int:
    """Play each scenario with its default map, options and rosters, and print a table."""
    refuse_second_word(args)
    for name in ("map", "seed", "option", "roster", "json", "pairs"):
        if getattr(args, name):
            raise UnusableFile(f"--{name}", [("", "is for a single scenario, not for all")])
    return _print_table(
        (
            ((scenario.title, ", ".join(side.name for side in scenario.sides)), series)
            for scenario, series in _all_series(args, players)
        ),
        args.workers,
    )


def _paired(battle: Battle, series: Series, workers: int | None) -> int:
    """Play every roster against every other, and print a table."""
    sides = [side.id for side in battle.scenario.sides]
    try:
        pairs = matchups(battle.scenario)
    except ValueError as error:
        raise UnusableFile("--pairs", [("", str(error))]) from error
    return _print_table(((pair, series_of(series, sides, pair)) for pair in pairs), workers)


def _print_table(rows: Iterable[tuple[tuple[str, str], Series]], workers: int | None) -> int:
    """Play one series after another, and print a table line by line."""
    lost = 0

    def found() -> Iterator[Matchup]:
        nonlocal lost
        for names, series in rows:
            played, broken = finished(matches(series, workers))
            lost += broken
            if len(played) + broken < series.games:
                return  # interrupted
            if played:
                yield pair_of(names, played)

    for line_ in as_table(found()):
        print(line_, flush=True)
    return 1 if lost else 0
