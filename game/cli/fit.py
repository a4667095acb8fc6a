"""The command fit."""

from __future__ import annotations

import argparse
import sys
from functools import partial

from game.bots.chances.weighing import shipped_weights
from game.cli.battles import players_of
from game.cli.bot_games import finished, won_scenarios
from game.content.safe_writing import write_whole
from game.lab.chances_fit import Sample, as_lines, as_toml, fitted, judged, samples, split
from game.lab.matches import each
from game.rules.battles import GameSetup


def fit(args: argparse.Namespace) -> int:
    """Fit the weights of the chances to games of bots, and judge them on others."""
    names, found, lost = players_of(args, people=False), list[Sample](), 0
    seeds = range(args.first_seed, args.first_seed + args.games)
    for scenario in won_scenarios(args.scenarios):
        one = partial(samples, GameSetup(scenario.file), names)
        played, broken = finished(each(one, seeds, args.workers))
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
