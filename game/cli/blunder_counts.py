"""The command lab blunders."""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial

from game.cli.arguments import Commands, file_or_name, new_command, number, seed, side_roster
from game.cli.battles import battle_of, players_of
from game.cli.bot_games import finished
from game.lab.blunder_games import blunder_lines, blunder_table, counted_game
from game.lab.matches import each
from game.rules.battles import GameSetup
from game.table.records import many

GAMES = 6


def add_blunders(commands: Commands) -> None:
    """Add the command ``blunders``."""
    about = "Count the blunders of bots in games that they play."
    command = new_command(commands, "blunders", about)
    command.add_argument("scenario", type=file_or_name, help="a scenario's name or file")
    command.add_argument("--map", metavar="F", type=file_or_name, help="a map's name or file")
    command.add_argument("--option", action="append", default=[], metavar="K=V")
    command.add_argument(
        "--roster", action="append", default=[], type=side_roster, metavar="SIDE=R"
    )
    command.add_argument("--players", default="steady,steady", metavar="A,B")
    games = f"default: {GAMES}"
    command.add_argument("--games", type=number, default=GAMES, metavar="N", help=games)
    command.add_argument("--first-seed", type=seed, default=1, metavar="N")
    command.add_argument("--workers", type=number, metavar="K", help="default: all cores")
    command.add_argument("--json", action="store_true")
    command.set_defaults(does="game.cli.blunder_counts:blunders", seed=0)


def blunders(args: argparse.Namespace) -> int:
    """Play games, and print how often each side made each blunder."""
    players, battle = players_of(args, people=False), battle_of(args)
    scenario = battle.scenario
    setup = GameSetup(
        scenario.file, battle.map, options=battle.settings, rosters=dict(battle.rosters)
    )
    seeds = range(args.first_seed, args.first_seed + args.games)
    one = partial(counted_game, setup, players)
    games, lost = finished(each(one, seeds, args.workers))
    if not games:
        print("no games were played to the end", file=sys.stderr)
        return 1
    table = blunder_table(games)
    if args.json:
        figures = {
            name: {side: [*figure] for side, figure in row.items()}
            for name, row in table.items()
        }
        print(json.dumps({"games": len(games), "failed": lost, "blunders": figures}))
    else:
        words = f"seeds {seeds[0]}–{seeds[-1]}" if len(seeds) > 1 else f"seed {seeds[0]}"
        print(f"{scenario.title}: {many(len(games), 'game')}, {words}")
        named = zip(battle.opening.sides, scenario.sides, players, strict=True)
        heads = {side: f"{about.name}, {bot}" for side, about, bot in named}
        print("\n".join(blunder_lines(table, heads)))
    return 1 if lost else 0
