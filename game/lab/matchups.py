"""Matchups of rosters, compared in a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from game.content.scenarios import Scenario
from game.lab.results import CellResults

HEAD = """\
| | | first wins | second wins | draw | turns |
|---|---|---|---|---|---|"""


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


def as_table(pairs: Iterable[tuple[Sequence[str], CellResults]]) -> Iterator[str]:
    """Yield the lines of a Markdown table of all pairs with games, with 95% intervals."""
    yield HEAD
    for names, found in pairs:
        if found.games:
            wins = [str(side.wins) for side in found.sides]
            cells = [*names, *wins, f"{found.draws.value:.0%}", f"{found.mean_turns:.1f}"]
            yield f"| {' | '.join(cells)} |"
