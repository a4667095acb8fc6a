"""What becomes of the units of a combat when the blows have been struck: ``CC-29``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from game.rules.classic.odds.chances import passes
from game.rules.classic.odds.squads import Squad
from game.rules.classic.odds.wounds import Ranks, total_wounds
from game.rules.classic.traits import majority
from game.rules.kit.probability import Spread
from game.table.records import Side, UnitId

Field: TypeAlias = tuple[Ranks, ...]
"""What is left of each unit of a combat, in their order."""


@dataclass(slots=True)
class Fates:
    """The chances of all that may come of a round, added up end by end."""

    squads: Sequence[Squad]
    tested: bool = True
    """Whether who is beaten tests at all."""
    inflicted: dict[Side, dict[int, float]] = field(default_factory=dict)
    lost: dict[UnitId, dict[int, float]] = field(default_factory=dict)
    wins: dict[Side, float] = field(default_factory=dict)
    breaks: dict[UnitId, float] = field(default_factory=dict)
    caught: dict[UnitId, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for squad in self.squads:
            self.inflicted[squad.side], self.lost[squad.id] = {}, {}
            self.wins[squad.side] = self.breaks[squad.id] = self.caught[squad.id] = 0.0

    def add(self, stand: Field, chance: float) -> None:
        """Add one end that the blows may come to."""
        done = {side: inflicted(self.squads, stand, side) for side in self.inflicted}
        for side, wounds in done.items():
            _more(self.inflicted[side], wounds, chance)
        for squad, ranks in zip(self.squads, stand, strict=True):
            _more(self.lost[squad.id], len(squad.start) - len(ranks), chance)
        most, least = max(done.values()), min(done.values())
        if most == least:
            return
        winner = max(done, key=lambda side: done[side])
        self.wins[winner] += chance
        if not self.tested:
            return
        for squad, ranks in zip(self.squads, stand, strict=True):
            if squad.side != winner and ranks:
                fails = chance * breaks(squad, ranks, most - least)
                self.breaks[squad.id] += fails
                self.caught[squad.id] += fails * self._caught(squad, ranks, stand)

    def _caught(self, squad: Squad, ranks: Ranks, stand: Field) -> float:
        """Return the chance that a unit that breaks is destroyed by those who beat it."""
        chasers = [
            initiative(other, left)
            for other, left in zip(self.squads, stand, strict=True)
            if other.side != squad.side and left
        ]
        return overtaken(initiative(squad, ranks), max(chasers)) if chasers else 0.0


def _more(counts: dict[int, float], n: int, chance: float) -> None:
    counts[n] = counts.get(n, 0.0) + chance


def spread_of(counts: dict[int, float], most: int = 0) -> Spread:
    return tuple(counts.get(n, 0.0) for n in range(max(most, *counts) + 1))


def inflicted(squads: Sequence[Squad], stand: Field, side: Side) -> int:
    """Return how many wounds a side has inflicted."""
    return sum(
        [
            total_wounds(squad.start) - total_wounds(ranks)
            for squad, ranks in zip(squads, stand, strict=True)
            if squad.side != side
        ]
    )


def breaks(squad: Squad, ranks: Ranks, by: int) -> float:
    """``CC-29``  Return the chance that who is left of a unit, beaten by so much, breaks."""
    kinds = [squad.kinds[body.kind] for body in ranks]
    if all([kind.fearless for kind in kinds]):
        return 0.0
    return 1.0 - passes(max([kind.ld for kind in kinds]) - by)


def initiative(squad: Squad, ranks: Ranks) -> int:
    return majority([squad.kinds[body.kind].initiative for body in ranks])


def overtaken(fleeing: int, chasing: int) -> float:
    """``CC-29``  Return the chance that d6 + Initiative of the winner is as high or higher."""
    faces = range(1, 7)
    return len([1 for a in faces for b in faces if b + chasing >= a + fleeing]) / 36
