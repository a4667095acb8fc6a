"""The effect of a change of an experiment did, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from game.content.faults import UnusableFile
from game.lab.confidence import Difference, difference_by_seed
from game.lab.experiments import CellSetup
from game.lab.store import Store
from game.table.records import many

NARROW = 0.03
"""Half the width of the interval for which the missing number of pairs is printed."""


class Kept(NamedTuple):
    """A cell with the store that keeps its games."""

    store: Store
    cell: int


class Compared(NamedTuple):
    """Two cells, and the difference between their shares of games that the first side won."""

    one: Kept
    other: Kept
    shares: tuple[float, float]
    """Share of the pairs that the first side won, of both cells."""
    difference: Difference
    turned: int
    """Number of pairs with different results; a draw is one, too."""
    alone: int
    """Number of games without a partner of the same seed."""

    @property
    def verdict(self) -> str:
        """Return a sentence on whether the difference is more than chance."""
        if not self.difference.games:
            return "There are no games with the same seed on both sides."
        more = self.difference.more_for(NARROW)
        need = f"about {many(more, 'more pair')} would make the interval ±{NARROW:.0%}"
        if not more:
            need = f"the interval is ±{NARROW:.0%} or narrower"
        if not self.difference.sure:
            return f"No difference is shown: chance alone may do this; {need}."
        word = "more" if self.difference.value > 0.0 else "less"
        return f"The first side of B wins {word} often than that of A; {need}."

    @property
    def headings(self) -> tuple[str, str]:
        """Return the words for both cells; they differ if the settings do."""
        one, other = (kept.store.heading(kept.cell) for kept in (self.one, self.other))
        if one == other:
            a, b = (kept.store.settings(kept.cell) for kept in (self.one, self.other))
            for key in _apart(a, b):
                one, other = f"{one} · {key} {a.get(key)}", f"{other} · {key} {b.get(key)}"
        return one, other

    def lines(self) -> Iterator[str]:
        """Yield the comparison as text."""
        a, b = self.headings
        found = self.difference
        if found.games:
            one, other = self.shares
            yield f"A  {a}: the first side won {one:.1%}"
            yield f"B  {b}: it won {other:.1%}"
            pairs = f"{many(found.games, 'pair')}, {self.turned} with another result"
            yield f"   {found.value:+.1%} ({found.low:+.1%} to {found.high:+.1%}) in {pairs}"
        yield f"   {self.verdict}"
        if self.alone:
            yield f"   {many(self.alone, 'game')} had no partner, and did not count."
        if self.one.store.program != self.other.store.program:
            yield "   Another version of Undertow played B; that may be the difference, too."

    def as_json(self) -> dict[str, Any]:
        """Return the comparison as a JSON object; without pairs it has no numbers."""
        found, (a, b) = self.difference, self.headings
        counts = {"pairs": found.games, "gained": found.gained, "lost": found.lost}
        numbers = {
            "shares": [round(share, 4) for share in self.shares],
            "difference": round(found.value, 4),
            "interval": [round(found.low, 4), round(found.high, 4)],
            "significant": found.sure,
            "more_pairs": found.more_for(NARROW),
        }
        numbers = numbers if found.games else dict.fromkeys(numbers)
        return (
            {"a": a, "b": b} | counts | {"turned": self.turned, "alone": self.alone} | numbers
        )


class Pairing(NamedTuple):
    """The difference of two cells over the seeds that were played on both."""

    first: int
    other: int
    changes: tuple[Difference, Difference]
    """Change of each side's share of wins, from the first cell to the other."""


def pairings(store: Store) -> Iterator[Pairing]:
    """Yield the difference of each cell from the one with which it is compared."""
    for cell in store.cells:
        base = _base_of(store, cell)
        if base is not None:
            outcomes = store.outcomes(base), store.outcomes(cell)
            one, other = (difference_by_seed(*outcomes, side) for side in store.sides(cell))
            if one.games:
                yield Pairing(base, cell, (one, other))


def _base_of(store: Store, cell: int) -> int | None:
    """Return that of the cells before a cell which differs from it in the least.

    A variant is compared with the first one; it may change the scenario, but not the sides.
    """
    mine, plain = store.cells[cell], next(iter(store.cells.values())).variant
    before = [
        other
        for other, base in store.cells.items()
        if other < cell and base.variant == plain
        if mine.variant != plain or base.scenario == mine.scenario
        if store.sides(other) == store.sides(cell)
    ]

    def differences(other: int) -> tuple[bool, int]:
        elsewhere = store.cells[other].scenario != mine.scenario
        return elsewhere, len(_apart(store.settings(other), store.settings(cell)))

    return min(before, key=differences, default=None)


def _apart(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    return [key for key in {**one, **other} if one.get(key) != other.get(key)]


def paired_cells(
    one: Sequence[CellSetup], other: Sequence[CellSetup], names: tuple[str, str]
) -> list[tuple[CellSetup, CellSetup]]:
    """Return the cells of two experiments in pairs; raise UnusableFile if one has more."""
    if len(one) != len(other):
        a, b = many(len(one), "combination"), many(len(other), "combination")
        words = f"{names[0]} has {a} and {names[1]} has {b}; they are compared in their order"
        raise UnusableFile("", [("", words)])
    return [*zip(one, other, strict=True)]


def compared(one: Kept, other: Kept) -> Compared:
    """Return the difference between two cells, by the games that have the same seeds."""
    firsts = one.store.sides(one.cell)[0], other.store.sides(other.cell)[0]
    before, after = one.store.outcomes(one.cell), other.store.outcomes(other.cell)
    difference = difference_by_seed(before, after, *firsts)
    seeds, pairs = [seed for seed in after if seed in before], max(1, difference.games)
    was = [_won(before[seed], firsts[0]) for seed in seeds]
    now = [_won(after[seed], firsts[1]) for seed in seeds]
    return Compared(
        one,
        other,
        shares=(was.count(True) / pairs, now.count(True) / pairs),
        difference=difference,
        turned=sum(a is not b for a, b in zip(was, now, strict=True)),
        alone=len(before) + len(after) - 2 * len(seeds),
    )


def _won(winner: str, first: str) -> bool | None:
    """Return whether the first side won; None for a draw."""
    return winner == first if winner else None
