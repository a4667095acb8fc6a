"""The commands on a campaign (MI-06)."""

from __future__ import annotations

import argparse
import json
import sys
from hashlib import sha256
from typing import Any

from game.cli.battles import players_of, seed_of
from game.cli.bot_games import USUAL_GAMES, finished, first_seed_of
from game.cli.windows import in_window
from game.content.campaign_files import DRAW, Campaign, campaign_names, load_campaign
from game.content.campaign_saves import Ongoing, begun
from game.content.faults import UnusableFile
from game.lab.campaign_reports import campaign_report, campaign_text
from game.lab.matches import Fight, LostGameError, campaigns, fights
from game.play.log.wording import result_reason, side_does, victory
from game.rules.campaigns import Course, check_campaign
from game.table.records import Side, many

OF_BATTLES = (
    "map",
    "option",
    "roster",
    "save",
    "pairs",
    "on",
    "out",
    "until",
    "show",
    "loop",
    "fullscreen",
)


def campaign_of(args: argparse.Namespace) -> Campaign:
    """Return the campaign that the arguments name; raise UnusableFile."""
    for name in OF_BATTLES:
        if getattr(args, name, None):
            raise UnusableFile(f"--{name}", [("", "is for single battles, not for campaigns")])
    if not args.name:
        raise UnusableFile("campaign", [("", f"which one? Try: {', '.join(campaign_names())}")])
    campaign = load_campaign(args.name)
    check_campaign(campaign)
    return campaign


def play(args: argparse.Namespace) -> int:
    """Start a campaign in the window."""
    return _in_window(campaign_of(args), args, players_of(args, people=True))


def demo(args: argparse.Namespace) -> int:
    """Play a campaign with two bots, in the window or as text."""
    campaign, players = campaign_of(args), players_of(args, people=False)
    if not (args.headless or args.json):
        return _in_window(campaign, args, players)
    found = list[Fight]()
    try:
        for one in fights(Course(campaign, seed_of(args)), players):
            found.append(one)
            if not args.json:
                _print_fight(campaign, one)
    except LostGameError as lost:
        print(lost, file=sys.stderr)
        return 1
    end = found[-1].course
    print(json.dumps(_result(end, found, players)) if args.json else f"\n{_verdict(end)}")
    return 0


def _print_fight(campaign: Campaign, one: Fight) -> None:
    stage, fought = campaign.stages[one.fought.stage], one.fought
    winner = None if fought.winner == DRAW else Side(campaign.names[fought.winner])
    print(f"\n{stage.title}\n{stage.text}")
    reason = result_reason(winner, fought.reason)
    print(f"{victory(winner)} after {many(fought.turns, 'turn')}: {reason}.")
    print(stage.after(fought.winner).text)


def _verdict(course: Course) -> str:
    names = course.campaign.names
    scores = ", ".join(f"{names[side]} {n}" for side, n in course.points.items())
    if not course.winner:
        return f"The campaign is a draw: {scores}"
    return f"{side_does(Side(names[course.winner]), 'wins the campaign')}: {scores}"


def _result(course: Course, found: list[Fight], players: tuple[str, str]) -> dict[str, Any]:
    stories = "".join(one.story for one in found)
    return {
        "campaign": course.campaign.id,
        "seed": course.seed,
        "players": list(players),
        "winner": course.winner,
        "points": course.points,
        "battles": [
            {
                "battle": one.fought.stage,
                "scenario": one.battle.scenario.id,
                "map": one.battle.map,
                "winner": None if one.fought.winner == DRAW else one.fought.winner,
                "reason": one.fought.reason,
                "turns": one.fought.turns,
                "story": one.story,
            }
            for one in found
        ],
        "story": sha256(stories.encode()).hexdigest(),
    }


def lab(args: argparse.Namespace) -> int:
    """Play many campaigns with bots on all cores, and print the results."""
    campaign, players = campaign_of(args), players_of(args, people=False)
    first = first_seed_of(args)
    seeds = range(first, first + (args.games or USUAL_GAMES))
    played, lost = finished(campaigns(campaign.file, players, seeds, args.workers))
    if not played:
        print("no campaigns were played to the end", file=sys.stderr)
        return 1
    raw = campaign_report(campaign, played, lost)
    print(json.dumps(raw) if args.json else campaign_text(campaign, raw))
    return 1 if lost else 0


def _in_window(campaign: Campaign, args: argparse.Namespace, players: tuple[str, str]) -> int:
    seats = dict(zip(campaign.sides, players, strict=True))
    ongoing: Ongoing = begun(campaign, seed_of(args), seats)
    return in_window("campaign", ongoing)
