"""What a series of matches comes to, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from statistics import mean, median
from typing import Any

from game.bots.match import Match
from game.lab.matches import Series
from game.lab.shares import wilson


@dataclass(frozen=True, slots=True)
class SideReport:
    """What one side did; all but wins is an average of a game."""

    side: str
    player: str
    wins: int
    low: float
    high: float
    moved: float | None
    """How many of its units that could move in their Movement phases did: a share; None where
    no units are asked."""
    shots: float
    """How often a unit shot."""
    charges: float
    """How often a unit came into contact by a charge."""
    inches: float
    """How far its models went, all together."""


@dataclass(frozen=True, slots=True)
class Report:
    series: Series
    games: int
    lost: int
    """So many more were not played to their end."""
    draws: int
    sides: tuple[SideReport, ...]
    turns: float
    shortest: int
    longest: int
    decisions: float
    per_second: float
    """Decisions of one core."""


def report(series: Series, played: Sequence[Match], lost: int = 0) -> Report:
    """Count what came of a series; raise ValueError if nothing was played."""
    if not played:
        raise ValueError("no game was played")
    sides = list(played[0].players)
    turns = [m.turns for m in played]
    return Report(
        series,
        len(played),
        lost,
        sum(m.winner is None for m in played),
        tuple(_side(played, n) for n in range(len(sides))),
        mean(turns),
        min(turns),
        max(turns),
        median(m.decisions for m in played),
        sum(m.decisions for m in played) / max(1e-9, sum(m.seconds for m in played)),
    )


def _side(played: Sequence[Match], n: int) -> SideReport:
    side = list(played[0].players)[n]
    wins = sum(m.winner == side for m in played)
    did = [m.doings[side] for m in played]
    could = sum(d.could_move for d in did)
    low, high = wilson(wins, len(played))
    return SideReport(
        side,
        played[0].players[side],
        wins,
        low,
        high,
        sum(d.moved for d in did) / could if could else None,
        mean(d.shots for d in did),
        mean(d.charges for d in did),
        mean(d.inches for d in did),
    )


def as_text(r: Report) -> str:
    seeds = r.series.seeds[: r.games + r.lost]
    name = PurePath(r.series.scenario).stem
    games = f"{r.games} games"
    if len(seeds) < r.series.games:
        games = f"{r.games} of {r.series.games} games before it was interrupted"
    if r.lost:
        games += f", {r.lost} not played to the end"
    return "\n".join(
        [
            f"{name}: {games}, seeds {seeds[0]} to {seeds[-1]}; {r.draws} drawn",
            *map(_as_line, r.sides),
            f"  turns: {r.turns:.1f} ({r.shortest} to {r.longest})",
            f"  decisions: {r.decisions:.0f} a game, {r.per_second:.0f} a second on one core",
        ]
    )


def _as_line(s: SideReport) -> str:
    moved = "" if s.moved is None else f"{s.moved:.0%} of its units moved; "
    return (
        f"  {s.side:<10} {s.player:<8} {s.wins:>4} won (95%: {s.low:.0%} to {s.high:.0%}); "
        f"{moved}"
        f"a game: {s.shots:.1f} shot, {s.charges:.1f} charged, {s.inches:.0f} inches"
    )


def as_json(r: Report) -> dict[str, Any]:
    return {
        "scenario": PurePath(r.series.scenario).stem,
        "players": list(r.series.players),
        "games": r.games,
        "lost": r.lost,
        "first_seed": r.series.first_seed,
        "draws": r.draws,
        "sides": [
            {
                "side": s.side,
                "player": s.player,
                "wins": s.wins,
                "interval": [round(s.low, 4), round(s.high, 4)],
                "moved": None if s.moved is None else round(s.moved, 4),
                "shots": round(s.shots, 3),
                "charges": round(s.charges, 3),
                "inches": round(s.inches, 1),
            }
            for s in r.sides
        ],
        "turns": {"mean": round(r.turns, 3), "least": r.shortest, "most": r.longest},
        "decisions": r.decisions,
        "decisions_per_second": round(r.per_second, 1),
    }
