"""``lab``: many games on all cores."""

from __future__ import annotations

import argparse
import json
import sys

from game.cli.battles import battle_of, players_of
from game.content.faults import UnusableFile
from game.lab.matches import Series, matches
from game.lab.pairs import as_table, pair_of, pairs_of, series_of
from game.lab.report import as_json, as_text, report
from game.rules.battles import Battle


def lab(args: argparse.Namespace) -> int:
    """Play many games on all cores, and print what came of them."""
    names = players_of(args, people=False)
    battle = battle_of(args)
    series = Series(
        battle.scenario.file,
        names,
        args.games,
        args.first_seed if args.seed is None else args.seed,
        battle.map,
        battle.settings,
        battle.rosters,
    )
    if args.pairs:
        return _paired(battle, series, args.workers)
    played = list(matches(series, args.workers))
    if not played:
        print("interrupted before a game was over", file=sys.stderr)
        return 1
    found = report(series, played)
    print(json.dumps(as_json(found)) if args.json else as_text(found))
    return 0


def _paired(battle: Battle, series: Series, workers: int | None) -> int:
    """Let every roster meet every other, and print a table line by line."""
    sides = [side.id for side in battle.scenario.sides]
    try:
        pairs = pairs_of(battle.scenario)
    except ValueError as error:
        raise UnusableFile("--pairs", [("", str(error))]) from error
    found = (
        pair_of(pair, [*matches(series_of(series, sides, pair), workers)]) for pair in pairs
    )
    for line_ in as_table(found):
        print(line_, flush=True)
    return 0
