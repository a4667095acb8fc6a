"""The luck of the dice in one game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from game.play.log.log_words import reaches
from game.table.events import Event, Rerolled, Rolled
from game.table.records import Side

FACES = range(1, 7)
ALL = "All dice"


class DiceTrial(NamedTuple):
    """One die, or sum of dice, with its chance of success."""

    by: Side
    what: str
    chance: Fraction
    won: bool


@dataclass(frozen=True, slots=True)
class RollLuck:
    """Luck of a side in all rolls for one purpose."""

    what: str
    tried: int
    won: int
    _: KW_ONLY
    mean: Fraction
    """Expected number of successes."""
    variance: Fraction
    percentile: float
    """Percentage of such games with worse dice; games with equal dice count half."""


@dataclass(frozen=True, slots=True)
class SideLuck:
    """The luck of a side, overall and by purpose."""

    side: Side
    overall: RollLuck
    parts: tuple[RollLuck, ...]
    """One entry for each purpose of rolls, the most frequent first."""


def ledger(story: Sequence[Event], sides: Sequence[Side]) -> tuple[SideLuck, ...]:
    """Return the luck of each side in the dice of an event log."""
    found = [*trials(story)]
    return tuple(_account(side, [t for t in found if t.by == side]) for side in sides)


def _account(side: Side, mine: Sequence[DiceTrial]) -> SideLuck:
    named = sorted(mine, key=lambda t: t.what)
    parts = [luck_of_rolls(what, [*of]) for what, of in groupby(named, key=lambda t: t.what)]
    parts.sort(key=lambda part: (-part.tried, part.what))
    return SideLuck(side, luck_of_rolls(ALL, mine), tuple(parts))


def trials(story: Sequence[Event]) -> Iterator[DiceTrial]:
    """Yield every die, or sum of dice, that had to reach a number."""
    last: Rolled | None = None
    for event in story:
        match event:
            case Rolled() if event.need:
                last = event
                shown = [sum(event.faces)] if event.total else event.faces
                p = chance(event.need, len(event.faces) if event.total else 1, event.under)
                for face in shown:
                    yield DiceTrial(event.by, event.what, p, reaches(event, face))
            case Rolled():
                last = None
            case Rerolled() if last and not last.total:
                need = event.need or last.need
                won = event.face <= need if last.under else event.face >= need
                yield DiceTrial(event.by, last.what, chance(need, 1, last.under), won)
            case _:
                pass


@lru_cache(256)
def chance(need: int, dice: int, under: bool) -> Fraction:  # noqa: FBT001  as events have it
    """Return the chance that the sum of *dice* d6 reaches *need*.

    With *under*, need or less.
    """
    good = [total <= need if under else total >= need for total in _sums(dice)]
    return Fraction(sum(good), len(good))


def _sums(dice: int) -> list[int]:
    """Return the sums of all equally likely results of some dice."""
    sums = [0]
    for _ in range(dice):
        sums = [total + face for total in sums for face in FACES]
    return sums


def luck_of_rolls(what: str, mine: Sequence[DiceTrial]) -> RollLuck:
    """Return the luck in some trials together."""
    won = sum([t.won for t in mine])
    mean = sum([t.chance for t in mine], Fraction())
    variance = sum([t.chance * (1 - t.chance) for t in mine], Fraction())
    spread = distribution([float(t.chance) for t in mine])
    worse = sum(spread[:won]) + spread[won] / 2
    return RollLuck(
        what, tried=len(mine), won=won, mean=mean, variance=variance, percentile=100 * worse
    )


def distribution(chances: Sequence[float]) -> list[float]:
    """Return the chances of 0, 1, 2, … successes, exact, one trial at a time."""
    spread = [1.0]
    for p in chances:
        spread = [
            lost * (1 - p) + won * p
            for lost, won in zip([*spread, 0.0], [0.0, *spread], strict=True)
        ]
    return spread
