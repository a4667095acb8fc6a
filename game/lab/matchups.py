"""Matchups of rosters, and their table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from game.bots.match import Match
from game.content.scenarios import Scenario
from game.lab.confidence import wilson_interval

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
