"""Series of bot games that a command plays."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from game.bots.chances.weighing import TERMS
from game.content.scenarios import Scenario, load_scenario, scenario_names
from game.lab.experiments import MAX_GAMES
from game.lab.matches import LostGameError
from game.rules import PLAYED

USUAL_GAMES = 20
Game = TypeVar("Game")


def games_of(args: argparse.Namespace) -> int:
    """Return the number of games; with a limit to the intervals, the most there may be."""
    return int(args.games or (MAX_GAMES if args.until else USUAL_GAMES))


def first_seed_of(args: argparse.Namespace) -> int:
    """Return the seed of the first game."""
    first = getattr(args, "seed", None)
    return int(args.first_seed if first is None else first)


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


def won_scenarios(words: Sequence[str] = ()) -> Iterator[Scenario]:
    """Yield the scenarios that can be won, of some or of all."""
    for word in words or scenario_names():
        scenario = load_scenario(word, PLAYED)
        if scenario.system in TERMS:
            yield scenario
