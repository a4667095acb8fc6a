"""Reports of series as text and JSON, the matchup table, confidence intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import combinations
from math import ceil, sqrt
from pathlib import PurePath
from statistics import mean, median
from typing import Any, NamedTuple

from game.bots.match import Match
from game.content.campaign_files import DRAW, Campaign
from game.content.scenarios import Scenario
from game.geometry.points import EPSILON
from game.lab.matches import Played, Series
from game.table.records import many
from game.text.columns import padded

Z = 1.959964
"""The two-sided 95% point of the normal distribution."""


class Interval(NamedTuple):
    """A 95% confidence interval."""

    low: float
    high: float


def wilson_interval(wins: float, games: int) -> Interval:
    """Return the 95% confidence interval of a share by Wilson's score; a draw may count half.

    It is valid for few games, too, and never leaves 0 to 1. For no wins in ten games it is 0 to
    28%, where the normal approximation gives 0 to 0. With draws as half
    wins it is rather too wide.
    """
    if games == 0:
        return Interval(0.0, 1.0)
    share = wins / games
    middle = share + Z * Z / (2 * games)
    spread = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return Interval(max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole))


def widest(wins: Iterable[int], games: int) -> float:
    """Return half the widest of the intervals of some numbers of wins, from 0 to 0.5."""
    return max((high - low) / 2 for low, high in (wilson_interval(won, games) for won in wins))


class Difference(NamedTuple):
    """The change of a share between two series of the same games."""

    games: int
    gained: int
    """Number of games that were not won before, and are now."""
    lost: int
    """Number of games that were won before, and are not now."""
    low: float
    high: float

    @property
    def value(self) -> float:
        """Return the observed difference, from -1 to 1."""
        return (self.gained - self.lost) / self.games if self.games else 0.0

    def more_for(self, half: float) -> int:
        """Return how many more games make the interval *half* wide to each side, about."""
        whole = self.games + 2
        changed, difference = self.gained + self.lost + 1, self.gained - self.lost
        variance = changed / whole - (difference / whole) ** 2
        return max(0, ceil(variance * (Z / half) ** 2 - whole))

    @property
    def sure(self) -> bool:
        """Return whether the difference is significant: its interval excludes 0."""
        return self.low > 0.0 or self.high < 0.0


def paired_difference(gained: int, lost: int, games: int) -> Difference:
    """Return the difference of two shares with its 95% interval by Agresti and Min.

    The same seeds were played on both, so only the games with a changed result count. Half a
    game is added to each of the four outcomes of a pair; without that a few pairs with equal
    results would seem certain.
    """
    if games == 0:
        return Difference(0, gained=0, lost=0, low=-1.0, high=1.0)
    whole = games + 2
    middle = (gained - lost) / whole
    spread = Z * sqrt(gained + lost + 1 - (gained - lost) ** 2 / whole) / whole
    return Difference(
        games,
        gained=gained,
        lost=lost,
        low=max(-1.0, middle - spread),
        high=min(1.0, middle + spread),
    )


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


HEAD = """\
| | | first wins | second wins | draw | turns |
|---|---|---|---|---|---|"""


@dataclass(frozen=True, slots=True)
class Matchup:
    """The results of two rosters against each other."""

    names: tuple[str, str]
    games: int
    wins: tuple[int, int]
    turns: float


def matchups(scenario: Scenario) -> list[tuple[str, str]]:
    """Return all pairs of rosters that both sides may bring, except their defaults.

    Raise ValueError if there are fewer than two such rosters.
    """
    one, other = scenario.sides
    usual = {one.roster, other.roster}
    both = [word for word in one.rosters if word in other.rosters and word not in usual]
    if len(both) < 2:
        raise ValueError(f"{scenario.title} does not have two rosters that both sides can use")
    return [*combinations(both, 2)]


def pair_of(names: tuple[str, str], played: Sequence[Match]) -> Matchup:
    """Return the results of some games; raise ValueError if there are none."""
    if not played:
        raise ValueError("no games were played")
    one, other = (sum(m.winner == side for m in played) for side in played[0].players)
    turns = sum(m.turns for m in played) / len(played)
    return Matchup(names, len(played), (one, other), turns)


def as_table(pairs: Iterable[Matchup]) -> Iterator[str]:
    """Yield the lines of a Markdown table, with 95% intervals."""
    yield HEAD
    for pair in pairs:
        first, second = (_share(won, pair.games) for won in pair.wins)
        neither = (pair.games - sum(pair.wins)) / pair.games
        cells = [*pair.names, first, second, f"{neither:.0%}", f"{pair.turns:.1f}"]
        yield f"| {' | '.join(cells)} |"


def _share(won: int, games: int) -> str:
    low, high = wilson_interval(won, games)
    return f"{won / games:.0%} ({low:.0%}–{high:.0%})"


def campaign_report(
    campaign: Campaign, played: Sequence[Played], lost: int = 0
) -> dict[str, Any]:
    """Return the wins, and the results of each battle; raise ValueError without campaigns."""
    if not played:
        raise ValueError("no campaigns were played")
    won = Counter(one.winner or DRAW for one in played)
    came = Counter((stage, winner) for one in played for stage, winner, _ in one.fights)
    sides = [*campaign.sides, DRAW]
    return {
        "campaign": campaign.id,
        "games": len(played),
        "lost": lost,
        "winners": {side: _won(won[side], len(played)) for side in sides},
        "battles": [
            {
                "battle": stage.id,
                "title": stage.title,
                "fought": sum([came[stage.id, winner] for winner in sides]),
                "results": [
                    {
                        "winner": one.winner,
                        "times": came[stage.id, one.winner],
                        "next": one.next,
                    }
                    for one in stage.result
                ],
            }
            for stage in campaign.stages.values()
        ],
    }


def _won(won: int, of: int) -> dict[str, Any]:
    return {"won": won, "interval": [round(share, 4) for share in wilson_interval(won, of)]}


def campaign_text(campaign: Campaign, raw: dict[str, Any]) -> str:
    """Return a report as text."""
    lost = f", {raw['lost']} not played to the end" if raw["lost"] else ""
    lines = [f"{campaign.title}: {many(raw['games'], 'campaign')}{lost}"]
    for side, one in raw["winners"].items():
        low, high = one["interval"]
        name = campaign.names.get(side, "Neither")
        wins = many(one["won"], "win" if side in campaign.names else "draw")
        lines.append(f"  {padded(name, 12)} {wins:>9} ({low:.0%}–{high:.0%})")
    for battle in raw["battles"]:
        lines.append(f"  {battle['title']}: fought {many(battle['fought'], 'time')}")
        for one in battle["results"]:
            id_ = campaign.names.get(one["winner"], "a draw")
            next_ = campaign.stages[one["next"]].title if one["next"] else "the end"
            lines.append(f"    {padded(id_, 12)} {one['times']:>4}, then {next_}")
    return "\n".join(lines)
