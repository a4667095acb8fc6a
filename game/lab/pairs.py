"""A table of all pairs that can be matched in a scenario: who beats whom, and how often."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from game.bots.match import Match
from game.content.scenarios import Scenario
from game.lab.matches import Series
from game.lab.shares import wilson

HEAD = """\
| | | the first wins | the second wins | neither | turns |
|---|---|---|---|---|---|"""


@dataclass(frozen=True, slots=True)
class Pair:
    """How some games of two rosters went."""

    names: tuple[str, str]
    games: int
    wins: tuple[int, int]
    turns: float


def pairs_of(scenario: Scenario) -> list[tuple[str, str]]:
    """Return all pairs of rosters that both sides may bring, but for the usual ones.

    Raise ValueError where that is not a pair.
    """
    one, other = scenario.sides
    usual = {one.roster, other.roster}
    both = [word for word in one.rosters if word in other.rosters and word not in usual]
    if len(both) < 2:
        raise ValueError(f"{scenario.title} has no two rosters that both sides may bring")
    return [*combinations(both, 2)]


def series_of(series: Series, sides: Sequence[str], pair: tuple[str, str]) -> Series:
    """Return the series in which two rosters meet, the first with the first side."""
    return replace(series, rosters=dict(zip(sides, pair, strict=True)))


def pair_of(names: tuple[str, str], played: Sequence[Match]) -> Pair:
    """Count what came of some games; raise ValueError if there was none."""
    if not played:
        raise ValueError("no game was played")
    one, other = (sum(m.winner == side for m in played) for side in played[0].players)
    turns = sum(m.turns for m in played) / len(played)
    return Pair(names, len(played), (one, other), turns)


def as_table(pairs: Iterable[Pair]) -> Iterator[str]:
    """Yield the lines of a table in Markdown, with 95% intervals."""
    yield HEAD
    for pair in pairs:
        first, second = (_share(won, pair.games) for won in pair.wins)
        neither = (pair.games - sum(pair.wins)) / pair.games
        cells = [*pair.names, first, second, f"{neither:.0%}", f"{pair.turns:.1f}"]
        yield f"| {' | '.join(cells)} |"


def _share(won: int, games: int) -> str:
    low, high = wilson(won, games)
    return f"{won / games:.0%} ({low:.0%} to {high:.0%})"
