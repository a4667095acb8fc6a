"""The luck ledger of a game: what each side's dice came to, against what was to be expected.

Every die that had to reach something is a trial of its own, with the chance that the event
itself tells: faces that reach *need*, sums where dice count together. A die taken up again is
one trial more. Rules decide what is rolled next by what was rolled before, never by what will
be; so expectations simply add up, and so do variances. Dice of which nothing is needed
(roll-offs, distances, scatter) are not luck of either side and are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from game.play.transcript import reaches
from game.table.events import Event, Rerolled, Rolled
from game.table.records import Side

FACES = range(1, 7)
ALL = "All dice"


class Trial(NamedTuple):
    by: Side
    what: str
    chance: Fraction
    won: bool


@dataclass(frozen=True, slots=True)
class Luck:
    """What a side's dice for one thing came to."""

    what: str
    tried: int
    won: int
    mean: Fraction
    """So many successes were to be expected."""
    variance: Fraction
    percentile: float
    """How many of a hundred such games have worse dice; those with equal ones count half."""


@dataclass(frozen=True, slots=True)
class Account:
    side: Side
    overall: Luck
    parts: tuple[Luck, ...]
    """By what was rolled for, what was tried most first."""


def ledger(story: Sequence[Event], sides: Sequence[Side]) -> tuple[Account, ...]:
    """Return what the dice of a story came to, for each side."""
    found = [*trials(story)]
    return tuple(_account(side, [t for t in found if t.by == side]) for side in sides)


def _account(side: Side, mine: Sequence[Trial]) -> Account:
    named = sorted(mine, key=lambda t: t.what)
    parts = [luck(what, [*of]) for what, of in groupby(named, key=lambda t: t.what)]
    parts.sort(key=lambda part: (-part.tried, part.what))
    return Account(side, luck(ALL, mine), tuple(parts))


def trials(story: Sequence[Event]) -> Iterator[Trial]:
    """Yield every die, or sum of dice, that had to reach something."""
    last: Rolled | None = None
    for event in story:
        match event:
            case Rolled() if event.need:
                last = event
                shown = [sum(event.faces)] if event.total else event.faces
                p = chance(event.need, len(event.faces) if event.total else 1, event.under)
                for face in shown:
                    yield Trial(event.by, event.what, p, reaches(event, face))
            case Rolled():
                last = None
            case Rerolled() if last and not last.total:
                need = event.need or last.need
                won = event.face <= need if last.under else event.face >= need
                yield Trial(event.by, last.what, chance(need, 1, last.under), won)
            case _:
                pass


@lru_cache(256)
def chance(need: int, dice: int, under: bool) -> Fraction:  # noqa: FBT001  as events have it
    """Return how likely so many dice reach *need* with their sum."""
    good = [total <= need if under else total >= need for total in _sums(dice)]
    return Fraction(sum(good), len(good))


def _sums(dice: int) -> list[int]:
    """Return the sum of each of the equally likely ways in which dice can fall."""
    sums = [0]
    for _ in range(dice):
        sums = [total + face for total in sums for face in FACES]
    return sums


def luck(what: str, mine: Sequence[Trial]) -> Luck:
    """Return what trials came to together."""
    won = sum([t.won for t in mine])
    mean = sum([t.chance for t in mine], Fraction())
    variance = sum([t.chance * (1 - t.chance) for t in mine], Fraction())
    spread = distribution([float(t.chance) for t in mine])
    worse = sum(spread[:won]) + spread[won] / 2
    return Luck(what, len(mine), won, mean, variance, 100 * worse)


def distribution(chances: Sequence[float]) -> list[float]:
    """Return how likely 0, 1, 2, … successes are: exactly, trial by trial."""
    spread = [1.0]
    for p in chances:
        spread = [
            lost * (1 - p) + won * p
            for lost, won in zip([*spread, 0.0], [0.0, *spread], strict=True)
        ]
    return spread
