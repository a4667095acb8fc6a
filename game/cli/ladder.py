"""The command lab ladder."""

from __future__ import annotations

import argparse
import json
from contextlib import ExitStack

from game.cli.arguments import Commands, file_or_name, new_command, number, seed
from game.cli.bot_games import USUAL_GAMES, won_scenarios
from game.cli.experiment_games import add_store, own_games
from game.lab.bot_ladder import ladder_experiment, ladder_lines, ladder_of, standings_of


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
    add_store(command, "ladder")
    command.set_defaults(does="game.cli.ladder:ladder")


def ladder(args: argparse.Namespace) -> int:
    """Play each bot against each other on both sides, and print their Elo."""
    scenarios = args.scenario or [scenario.file for scenario in won_scenarios()]
    games = ladder_experiment(args.players, scenarios, args.games, args.first_seed)
    with ExitStack() as stack:
        store, lost = own_games(args, "ladder", games, stack)
        rungs = ladder_of(args.players, standings_of(store, args.players, games))
    if args.json:
        print(json.dumps([one.as_json() for one in rungs]))
    else:
        print("\n".join(ladder_lines(rungs)))
    return 1 if lost else 0
