"""Reports of series of games, for reading or as JSON."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePath
from statistics import median
from typing import Any

from game.bots.match import SideStatistics
from game.geometry.points import EPSILON
from game.lab.experiments import CellSetup
from game.lab.results import CellResults, SideResults
from game.table.records import many
from game.text.columns import padded


def as_text(found: CellResults, seeds: range) -> str:
    """Return the results of games as text; *seeds*: those that were to be played."""
    done = seeds[: found.games + found.failed]
    games = many(found.games, "game")
    if len(done) < len(seeds):
        games = f"{found.games} of {many(len(seeds), 'game')} before it was interrupted"
    if found.failed:
        games += f", {found.failed} not played to the end"
    span = f"seeds {done[0]}–{done[-1]}" if len(done) > 1 else f"seed {done[0]}"
    speed = f"{_per_second(found):.0f} per second on one core"
    sides = zip(found.sides, found.activity.sides, strict=True)
    return "\n".join(
        [
            f"{found.title}: {games}, {span}, {many(found.draws.won, 'draw')}",
            *[_as_line(side, did, found.games) for side, did in sides],
            f"  turns: {found.mean_turns:.1f} ({min(found.turns)}–{max(found.turns)})",
            f"  decisions: {_decisions(found):.0f} per game, {speed}",
        ]
    )


def _as_line(side: SideResults, did: SideStatistics, games: int) -> str:
    """Return the line of a side, without the averages that are 0."""
    averages = [f"{did.shots / games:.1f} units shot"] if did.shots else []
    averages += [f"{did.charges / games:.1f} charged"] if did.charges else []
    averages += [f'{did.inches / games:.0f}" moved'] if did.inches else []
    lines = [f"units that moved: {did.moved / did.could_move:.0%}"] if did.could_move else []
    lines += [f"per game: {', '.join(averages)}"] if averages else []
    wins = f"{many(side.wins.won, 'win'):>9} {side.wins.interval}"
    whole = [f"  {padded(side.name, 10)} {padded(side.player, 8)} {wins}"] + (
        ["; ".join(lines)] if lines else []
    )
    return " · ".join(whole)


def as_json(found: CellResults, setup: CellSetup, first_seed: int) -> dict[str, Any]:
    """Return the results of games as a JSON object."""
    return {
        "scenario": PurePath(setup.scenario).stem,
        "players": list(setup.players),
        "games": found.games,
        "lost": found.failed,
        "first_seed": first_seed,
        "draws": found.draws.won,
        "sides": [
            {
                "side": side.id,
                "player": side.player,
                "wins": side.wins.won,
                "interval": [round(end, 4) for end in side.wins.interval],
                "moved": round(did.moved / did.could_move, 4) if did.could_move else None,
                "shots": _mean(did.shots, found.games),
                "charges": _mean(did.charges, found.games),
                "inches": round(did.inches / found.games, 1),
            }
            for side, did in zip(found.sides, found.activity.sides, strict=True)
        ],
        "turns": {
            "mean": round(found.mean_turns, 3),
            "least": min(found.turns),
            "most": max(found.turns),
        },
        "decisions": _decisions(found),
        "decisions_per_second": round(_per_second(found), 1),
    }


def _mean(total: int, games: int) -> float:
    """Return a mean for JSON, in which a whole one has no decimals."""
    return round(total / games, 3) if total % games else total // games


def _decisions(found: CellResults) -> float:
    """Return the median number of decisions in a game."""
    return median(Counter(found.activity.decisions).elements())


def _per_second(found: CellResults) -> float:
    """Return the decisions per second on one core."""
    decisions = sum(many * games for many, games in found.activity.decisions.items())
    return decisions / max(EPSILON, found.activity.seconds)
