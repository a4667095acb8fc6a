"""The command lab verdict."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from game.cli.arguments import (
    Commands,
    add_output,
    add_where,
    file_or_name,
    new_command,
    number,
)
from game.cli.battles import lies_over, options_of, players_of
from game.cli.experiment_play import pool_of, time_in_words
from game.content.faults import UnusableFile
from game.content.file_words import named
from game.content.library_kinds import MAP
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import parse_map
from game.content.safe_writing import write_whole
from game.content.scenarios import load_scenario, scenario_names
from game.content.user_files import DISK
from game.lab.map_advice import MapProposal, proposals
from game.lab.map_verdicts import LOOKS, MapVerdict, changes, verdict_of
from game.lab.matches import LostGameError, Pool, spread
from game.lab.swapped_games import (
    BLOCK,
    SwappedGame,
    SwapPlan,
    play_swapped,
    saved_game,
    swap_plan,
)
from game.lab.trial_game import setup_on, with_options
from game.rules import PLAYED
from game.rules.battles import GameSetup
from game.table.records import many


def add_verdict(commands: Commands) -> None:
    """Add the command ``verdict``."""
    about = "Say whether a map is fair, and why not: bots play with everything swapped."
    command = new_command(commands, "verdict", about)
    command.add_argument("map", type=file_or_name, metavar="MAP", help="a map's name or file")
    command.add_argument(
        "other", nargs="?", type=file_or_name, metavar="BEFORE", help="another version of it"
    )
    command.add_argument(
        "--scenario",
        action="append",
        default=[],
        type=file_or_name,
        help="default: the first that the map fits; can be given several times, or all",
    )
    command.add_argument("--option", action="append", default=[], metavar="K=V")
    command.add_argument("--players", default="steady,steady", metavar="A,B")
    command.add_argument(
        "--minutes", type=number, default=10, metavar="M", help="for each map; default: 10"
    )
    add_where(command)
    what = "keep the most lopsided game as a save"
    add_output(command, "--save", metavar="FILE", help=what)
    command.set_defaults(does="game.cli.verdict:verdict")


class _Judged(NamedTuple):
    """A map with its games in one scenario."""

    title: str
    plan: SwapPlan
    games: list[SwappedGame]
    seconds: float
    failed: int

    @property
    def verdict(self) -> MapVerdict:
        return verdict_of(self.games, self.plan)

    @property
    def proposals(self) -> tuple[MapProposal, ...]:
        return proposals(self.games, self.verdict, self.plan.board)


def verdict(args: argparse.Namespace) -> int:
    """Play games of a map, or of two versions of it, and print the verdict."""
    players = players_of(args, people=False)
    if args.save and (len(args.scenario) > 1 or args.scenario == ["all"]):
        raise UnusableFile("--save", [("", "is for one scenario: name it by --scenario")])
    maps = [(name, _map_of(name)) for name in (args.map, args.other) if name]
    scenarios = args.scenario or [_fitting(maps[0][1], args)[0]]
    if scenarios == ["all"]:
        scenarios = _fitting(maps[0][1], args)
    told, lost = list[dict[str, Any]](), 0
    for scenario in scenarios:
        judged = [_judged(scenario, name, mapfile, players, args) for name, mapfile in maps]
        lost += sum(one.failed for one in judged)
        if args.json:
            told += [_as_json(one) for one in judged]
        else:
            print("\n".join(_lines(judged)))
        if args.save:
            _save(args.save, judged[0], players)
    if args.json:
        print(json.dumps(told))
    return 1 if lost else 0


def _map_of(name: str) -> MapFile:
    file = named(name, MAP)
    return parse_map(DISK.read(file), file)


def _setup_of(scenario: str, mapfile: MapFile, args: argparse.Namespace) -> GameSetup:
    options = options_of(load_scenario(scenario, PLAYED), args.option)
    return with_options(replace(setup_on(mapfile, scenario), options=options), mapfile)


def _fitting(mapfile: MapFile, args: argparse.Namespace) -> list[str]:
    """Return the scenarios that a map fits; raise UnusableFile if there is none."""
    found, faults = list[str](), list[tuple[str, str]]()
    for name in scenario_names():
        title = name
        try:
            title = load_scenario(name, PLAYED).title
            if not lies_over(name):
                _setup_of(name, mapfile, args).battle(1)
                found.append(name)
        except UnusableFile as error:
            faults.append((title, str(error.faults[0])))
    if not found:
        raise UnusableFile("", faults)
    return found


def _judged(
    scenario: str,
    name: str,
    mapfile: MapFile,
    players: tuple[str, str],
    args: argparse.Namespace,
) -> _Judged:
    """Play until the verdict is decided, or the time is over."""
    setup = _setup_of(scenario, mapfile, args)
    plan = swap_plan(setup, mapfile)
    games, began, failed, judged = list[SwappedGame](), monotonic(), 0, 0
    with pool_of(args) as pool:
        play = partial(play_swapped, setup, mapfile, players)
        for _, game in _played(play, plan, pool, games, args.minutes * 60):
            if isinstance(game, LostGameError):
                failed += 1
                print(game, file=sys.stderr)
            else:
                games.append(game)
                found = verdict_of(games, plan)
                if found.games != judged:
                    judged = found.games
                    _report(found, len(games), monotonic() - began)
    title = f"{load_scenario(scenario, PLAYED).title} on {mapfile.board.title or name}"
    return _Judged(title, plan, games, monotonic() - began, failed)


def _played(
    play: Callable[[int], SwappedGame],
    plan: SwapPlan,
    pool: Pool,
    games: Sequence[SwappedGame],
    seconds: float,
) -> Iterator[tuple[int, SwappedGame | LostGameError]]:
    """Yield games until those in *games*, which the caller fills, decide the verdict."""
    end, numbers = monotonic() + seconds, iter(range(LOOKS[-1] * BLOCK))

    def take() -> int | None:
        if monotonic() > end or verdict_of(games, plan).is_decided:
            return None
        return next(numbers, None)

    return spread(play, take, pool)


def _report(found: MapVerdict, played: int, seconds: float) -> None:
    """Print how many games are still wanted after a look."""
    words = f"{many(found.games, 'game')}: {found.headline()}"
    if not found.is_decided:
        left = max(0, found.wanted - played)
        time = time_in_words(left * seconds / played)
        words += f" About {many(left, 'more game')}, {time}."
    print(words, file=sys.stderr, flush=True)


def _lines(judged: Sequence[_Judged]) -> Iterator[str]:
    for one in judged:
        yield from _told(one)
    if len(judged) == 2:
        now, before = judged
        yield "Side by side, on the same dice:"
        for change in changes(before.games, now.games, now.plan):
            yield f"  {change.words}"


def _told(one: _Judged) -> Iterator[str]:
    found = one.verdict
    played = f"{many(found.games, 'game')} in {time_in_words(one.seconds)}"
    yield f"{one.title}: {found.headline()}"
    yield f"  {played}; intervals hold although the games are judged again and again"
    for cause in [*found.causes()][1:]:
        yield f"  Also: {cause}."
    for line in found.rest():
        yield f"  {line}"
    left = max(0, found.wanted - len(one.games))
    if left and not found.is_decided:
        time = time_in_words(left * one.seconds / max(1, len(one.games)))
        yield f"  About {many(left, 'more game')} are wanted, {time}."
    for proposal in one.proposals:
        yield f"  Try: {proposal.words}."
    if found.lopsided is not None:
        game = next(game for game in one.games if game.number == found.lopsided)
        yield f"  Most lopsided: game {game.number}, by {abs(game.margin)} points."


def _as_json(one: _Judged) -> dict[str, Any]:
    found = one.verdict
    return {
        "title": one.title,
        "options": {**one.plan.setups[False, False].options},
        "verdict": found.headline(),
        "decided": found.is_decided,
        "fair": found.is_fair,
        "causes": [*found.causes()],
        "games": found.games,
        "failed": one.failed,
        "wanted": found.wanted,
        "effects": [
            {
                "factor": effect.factor,
                "name": effect.name,
                "share": round(effect.share, 4),
                "interval": [round(effect.low, 4), round(effect.high, 4)],
                "sure": effect.is_sure,
            }
            for effect in found.effects
        ],
        "markers": {use.id: use.held for use in found.markers},
        "proposals": [
            {"words": proposal.words, "at": [*proposal.at]} for proposal in one.proposals
        ],
        "lopsided": found.lopsided,
    }


def _save(path: Path, one: _Judged, players: tuple[str, str]) -> None:
    """Write the most lopsided game as a save."""
    number_ = one.verdict.lopsided
    if number_ is None:
        raise UnusableFile("--save", [("", "no game was won before the first look")])
    write_whole(path, saved_game(one.plan, players, number_))
