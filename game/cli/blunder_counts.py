"""The command lab blunders."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from game.cli.arguments import Commands, file_or_name, new_command, number, seed, side_roster
from game.cli.battles import battle_of, players_of
from game.cli.bot_games import finished
from game.content.faults import UnusableFile
from game.content.file_lookup import has_ending
from game.content.save_format import ENDING, load_save
from game.lab.blunder_games import (
    CountedGame,
    blunder_lines,
    blunder_table,
    counted_game,
    counted_save,
)
from game.lab.matches import each
from game.rules.battles import Battle, GameSetup
from game.rules.battles import battle_of as battle_of_save
from game.table.records import Side, many

GAMES = 6


def add_blunders(commands: Commands) -> None:
    """Add the command ``blunders``."""
    about = "Count blunders in games that bots play, or in saved games."
    command = new_command(commands, "blunders", about)
    command.add_argument(
        "things",
        nargs="+",
        type=file_or_name,
        metavar="SCENARIO|SAVE",
        help="a scenario, or saves of one scenario",
    )
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
    """Play games or read saved ones, and print how often each side made each blunder."""
    if any(map(_is_save, args.things)):
        return _of_saves(args)
    if len(args.things) > 1:
        raise UnusableFile(args.things[1], [("", "is one word too many: name one scenario")])
    (args.scenario,) = args.things
    players, battle = players_of(args, people=False), battle_of(args)
    setup = GameSetup(
        battle.scenario.file,
        battle.map,
        options=battle.settings,
        rosters=dict(battle.rosters),
    )
    seeds = range(args.first_seed, args.first_seed + args.games)
    games, lost = finished(each(partial(counted_game, setup, players), seeds, args.workers))
    if not games:
        print("no games were played to the end", file=sys.stderr)
        return 1
    words = f"seeds {seeds[0]}–{seeds[-1]}" if len(seeds) > 1 else f"seed {seeds[0]}"
    named = dict(zip(battle.opening.sides, players, strict=True))
    _print(games, battle, named, words, args)
    return 1 if lost else 0


def _is_save(thing: str) -> bool:
    return has_ending(thing, ENDING, ".png")


def _of_saves(args: argparse.Namespace) -> int:
    saves = [load_save(Path(thing)) for thing in args.things]
    battles = [battle_of_save(save) for save in saves]
    for save, battle in zip(saves, battles, strict=True):
        if battle.scenario.file != battles[0].scenario.file:
            reason = "is of another scenario than the first save"
            raise UnusableFile(save.file, [("", reason)])
    games = [counted_save(save) for save in saves]
    played = [save.header.players for save in saves]
    named = {
        side: " ".join(dict.fromkeys(players.get(side, "") for players in played))
        for side in battles[0].opening.sides
    }
    _print(games, battles[0], named, "saved", args)
    return 0


def _print(
    games: Sequence[CountedGame],
    battle: Battle,
    players: Mapping[Side, str],
    words: str,
    args: argparse.Namespace,
) -> None:
    """Print the figures of games, which *words* describe, under the names of the players."""
    table, scenario = blunder_table(games), battle.scenario
    if args.json:
        figures = {
            name: {side: [*figure] for side, figure in row.items()}
            for name, row in table.items()
        }
        print(json.dumps({"games": len(games), "blunders": figures}))
        return
    print(f"{scenario.title}: {many(len(games), 'game')}, {words}")
    about = dict(zip(battle.opening.sides, scenario.sides, strict=True))
    heads = {side: f"{about[side].name}, {player}" for side, player in players.items()}
    print("\n".join(blunder_lines(table, heads)))
