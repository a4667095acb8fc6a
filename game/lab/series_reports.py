"""Reports of series of games, as text and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from pathlib import PurePath
from statistics import mean, median
from typing import Any

from game.bots.match import Match
from game.content.scenarios import Scenario
from game.geometry.points import EPSILON
from game.lab.confidence import wilson_interval
from game.lab.matches import Series
from game.table.records import many
from game.text.columns import padded


@dataclass(frozen=True, slots=True)
class SideReport:
    """The results of one side; all but wins are averages per game."""

    side: str
    player: str
    wins: int
    _: KW_ONLY
    low: float
    high: float
    moved: float | None
    """Share of its units that moved, of those that could in their Movement phases.

    None in systems that do not ask units to move.
    """
    shots: float
    """Number of times a unit shot."""
    charges: float
    """Number of times a unit came into contact by a charge."""
    inches: float
    """Total distance its models moved."""


@dataclass(frozen=True, slots=True)
class SeriesReport:
    """The results of a series."""

    series: Series
    games: int
    lost: int
    """Number of further games that were not played to their end."""
    _: KW_ONLY
    draws: int
    sides: tuple[SideReport, ...]
    turns: float
    shortest: int
    longest: int
    decisions: float
    per_second: float
    """Decisions per second on one core."""


def report(series: Series, played: Sequence[Match], lost: int = 0) -> SeriesReport:
    """Return the results of a series; raise ValueError if no game was played."""
    if not played:
        raise ValueError("no games were played")
    sides = list(played[0].players)
    turns = [m.turns for m in played]
    return SeriesReport(
        series,
        games=len(played),
        lost=lost,
        draws=sum(m.winner is None for m in played),
        sides=tuple(_side(played, n) for n in range(len(sides))),
        turns=mean(turns),
        shortest=min(turns),
        longest=max(turns),
        decisions=median(m.decisions for m in played),
        per_second=sum(m.decisions for m in played)
        / max(EPSILON, sum(m.seconds for m in played)),
    )


def _side(played: Sequence[Match], n: int) -> SideReport:
    side = list(played[0].players)[n]
    wins = sum(m.winner == side for m in played)
    did = [m.doings[side] for m in played]
    could = sum(d.could_move for d in did)
    low, high = wilson_interval(wins, len(played))
    return SideReport(
        side,
        player=played[0].players[side],
        wins=wins,
        low=low,
        high=high,
        moved=sum(d.moved for d in did) / could if could else None,
        shots=mean(d.shots for d in did),
        charges=mean(d.charges for d in did),
        inches=mean(d.inches for d in did),
    )


def as_text(r: SeriesReport, scenario: Scenario) -> str:
    """Return a report as text, with the names of a scenario and its sides."""
    seeds = r.series.seeds[: r.games + r.lost]
    games = many(r.games, "game")
    if len(seeds) < r.series.games:
        games = f"{r.games} of {many(r.series.games, 'game')} before it was interrupted"
    if r.lost:
        games += f", {r.lost} not played to the end"
    span = f"seeds {seeds[0]}–{seeds[-1]}" if len(seeds) > 1 else f"seed {seeds[0]}"
    names = {side.id: side.name for side in scenario.sides}
    speed = f"{r.per_second:.0f} per second on one core"
    return "\n".join(
        [
            f"{scenario.title}: {games}, {span}, {many(r.draws, 'draw')}",
            *[_as_line(side, names[side.side]) for side in r.sides],
            f"  turns: {r.turns:.1f} ({r.shortest}–{r.longest})",
            f"  decisions: {r.decisions:.0f} per game, {speed}",
        ]
    )


def _as_line(s: SideReport, name: str) -> str:
    """Return the line of a side, without the averages that are 0."""
    averages = [f"{s.shots:.1f} units shot"] if s.shots else []
    averages += [f"{s.charges:.1f} charged"] if s.charges else []
    averages += [f'{s.inches:.0f}" moved'] if s.inches else []
    lines = [f"units that moved: {s.moved:.0%}"] if s.moved is not None else []
    lines += [f"per game: {', '.join(averages)}"] if averages else []
    wins = f"{many(s.wins, 'win'):>9} ({s.low:.0%}–{s.high:.0%})"
    whole = [f"  {padded(name, 10)} {padded(s.player, 8)} {wins}"] + (
        ["; ".join(lines)] if lines else []
    )
    return " · ".join(whole)


def as_json(r: SeriesReport) -> dict[str, Any]:
    """Return a report as a JSON object."""
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
