"""Exact probability: distributions, enumeration of dice and of a rule's dice branches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import fsum, prod
from typing import Any, NamedTuple, TypeAlias

from game.play.decisions import Decision
from game.play.game import Game, GameView, Rule, ScriptedDice, Step
from game.table.records import NO_DICE, DiceExpression
from game.table.state import Table

Spread: TypeAlias = tuple[float, ...]
"""A distribution: the probability of each number from 0 on; they add up to 1."""

NONE: Spread = (1.0,)
"""The distribution that is certain to be 0."""


@lru_cache(maxsize=4096)
def of_dice(many: int, chance: float) -> Spread:
    """Return the distribution of successes among dice with the same chance of success."""
    spread = NONE
    for _ in range(many):
        spread = add_outcome(spread, chance)
    return spread


def add_outcome(spread: Spread, chance: float) -> Spread:
    """Return the distribution with one more independent event of a given chance."""
    if chance <= 0.0:
        return spread
    not_so = 1.0 - chance
    rest = [a * not_so + b * chance for a, b in zip(spread[1:], spread, strict=False)]
    return (spread[0] * not_so, *rest, spread[-1] * chance)


def convolve(a: Spread, b: Spread) -> Spread:
    """Return the distribution of the sum of two independent numbers."""
    if len(b) == 1:
        return a
    total = [0.0] * (len(a) + len(b) - 1)
    for n, chance in enumerate(a):
        for m, other in enumerate(b):
            total[n + m] += chance * other
    return tuple(total)


def of_total(fixed: int, dice: DiceExpression = NO_DICE) -> Spread:
    """Return the distribution of a fixed number plus the total of some dice."""
    total: Spread = (*[0.0] * fixed, 1.0)
    one: Spread = (0.0, *[1.0 / dice.sides] * dice.sides)
    for _ in range(dice.many):
        total = convolve(total, one)
    return total


def doubled(spread: Spread) -> Spread:
    """Return the distribution of twice a number."""
    return tuple([p for chance in spread for p in (chance, 0.0)][:-1])


def at_most(spread: Spread, most: int) -> Spread:
    """Return the distribution of a number capped at *most*."""
    if len(spread) <= most + 1:
        return spread
    return (*spread[:most], fsum(spread[most:]))


def mixture(parts: Sequence[tuple[float, Spread]]) -> Spread:
    """Return the mixture of several distributions, each with its weight."""
    total = [0.0] * max(len(spread) for _, spread in parts)
    for chance, spread in parts:
        for n, p in enumerate(spread):
            total[n] += chance * p
    return tuple(total)


Rows: TypeAlias = tuple[Spread, ...]
"""A joint distribution of two numbers: for each of the second, the chances of the first."""


def added(parts: Iterable[Rows]) -> Rows:
    """Return the sum of the chances in several parts of a distribution."""
    rows = list[list[float]]()
    for part in parts:
        rows += [[] for _ in range(len(part) - len(rows))]
        for into, more in zip(rows, part, strict=False):
            into.extend([0.0] * (len(more) - len(into)))
            for n, p in enumerate(more):
                into[n] += p
    for row in rows:
        while len(row) > 1 and not row[-1]:
            row.pop()
    return tuple([tuple(row) for row in rows])


def total(rows: Rows) -> Spread:
    """Return the distribution of the first of two numbers."""
    if len(rows) == 1:
        return rows[0]
    return added([(row,) for row in rows])[0]


def joint(a: Rows, b: Rows) -> Rows:
    """Return the joint distribution of the sums of two independent pairs of numbers."""
    if len(a) == len(b) == 1:
        return (convolve(a[0], b[0]),)
    rows = list[list[float]]([] for _ in range(len(a) + len(b) - 1))
    for n, row in enumerate(a):
        for m, other in enumerate(b):
            into = rows[n + m]
            into += [0.0] * (len(row) + len(other) - 1 - len(into))
            for k, chance in enumerate(other):
                if chance:
                    for i, p in enumerate(row, k):
                        into[i] += chance * p
    return tuple([tuple(row) for row in rows])


def compound(times: Rows, each: Rows) -> Rows:
    """Return the sums of a random number of equal pairs.

    The first of *times* is their number, the second is added to their second.
    """
    if len(times) == 1:
        return _repeated(times[0], each)
    return added([(*[()] * m, *_repeated(row, each)) for m, row in enumerate(times)])


def _repeated(times: Spread, each: Rows) -> Rows:
    left: Rows = (times[-1:],)
    for p in reversed(times[:-1]):
        if len(left) == len(each) == 1 and len(each[0]) == 2:
            left = (add_outcome(left[0], each[0][1]),)
        else:
            left = joint(left, each)
        (none, *some), *more = left
        left = ((none + p, *some), *more)
    return left


def average(spread: Spread) -> float:
    """Return the mean of a distribution."""
    return fsum([n * chance for n, chance in enumerate(spread)])


def reaches(spread: Spread, least: int) -> float:
    """Return the probability of *least* or more."""
    return fsum(spread[least:])


FACES = range(1, 7)
NEVER = 7
"""A needed face that no die shows."""
SURE = 1
"""The need of attacks that succeed without a roll."""
SUMS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""Number of the 36 throws of two dice with each total."""
HIGHER = (0, 1, 3, 5, 7, 9, 11)
"""Number of the 36 throws of two dice in which each face is the higher one."""


def chance_of_face(need: int) -> float:
    """Return the chance of *need* or more on a die: 1 if *need* is 1 or less, 0 if it is 7."""
    return max(0, min(6, NEVER - need)) / 6


def pairs() -> Iterator[tuple[int, int]]:
    """Yield the 36 results of two dice, each equally likely."""
    return ((first, second) for first in FACES for second in FACES)


def two_reach(need: int, bonus: int = 0) -> float:
    """Return the chance that 2d6 and a bonus make *need* or more (``MC-08``, ``MC-22``)."""
    return sum(SUMS[max(0, need - bonus) :]) / 36


def two_worth(chance: Callable[[int], float]) -> float:
    """Return the chance of an outcome of 2d6; *chance*: its chance for each total."""
    return fsum([chance(sum(pair)) for pair in pairs()]) / 36


def two_worth_again(chance: Callable[[int], float]) -> float:
    """``MC-27``  Return the same if the player re-rolls the lower die where that pays."""
    return fsum([max(chance(sum(pair)), _again(chance, max(pair))) for pair in pairs()]) / 36


def _again(chance: Callable[[int], float], kept: int) -> float:
    return fsum([chance(kept + face) for face in FACES]) / 6


def two_exceed(total: int, bonus: int = 0) -> float:
    """``MC-09``  Return the chance that 2d6 and a bonus make more than a total."""
    return two_reach(total + 1, bonus)


def each_again(faces: Sequence[int], need: int, bonus: int = 0) -> tuple[float, ...]:
    """``MC-27``  Return, for each die, the chance to reach *need* by rolling it again."""
    rest = need - bonus - sum(faces)
    return tuple([chance_of_face(rest + face) for face in faces])


Says: TypeAlias = Callable[[Decision[Any], Table], Any]
"""Returns the answer, as JSON, to a decision of a rule."""


class DiceOutcome(NamedTuple):
    """One outcome of a throw; its faces stand for all equivalent ones."""

    chance: Fraction
    faces: tuple[int, ...]


@dataclass(slots=True)
class DiceBranch(Game):
    """A game in which a rule runs with one given outcome for each of its throws."""

    _: KW_ONLY
    ways: list[list[int]] = field(default_factory=list)
    """For each throw: the index of its outcome and the number of outcomes."""
    chance: Fraction = Fraction(1)
    thrown: int = 0

    def _fallen(self, times: int, need: int, *, under: bool, total: bool) -> tuple[int, ...]:
        outcomes = dice_outcomes(times, need, under=under, total=total)
        if self.thrown == len(self.ways):
            self.ways.append([0, len(outcomes)])
        chance, faces = outcomes[self.ways[self.thrown][0]]
        self.thrown += 1
        self.chance *= chance
        return faces


@lru_cache(maxsize=256)
def dice_outcomes(
    times: int, need: int, *, under: bool, total: bool
) -> tuple[DiceOutcome, ...]:
    """Return the distinct outcomes of some dice, with equivalent faces merged."""
    if total and not need:
        return _totals(times)
    each = [DiceOutcome(Fraction(1, 6), (face,)) for face in FACES]
    if need and not total:
        passed = Fraction(sum(face <= need if under else face >= need for face in FACES), 6)
        both = (
            DiceOutcome(passed, (1 if under else 6,)),
            DiceOutcome(1 - passed, (6 if under else 1,)),
        )
        each = [one for one in both if one.chance]
    return tuple(
        [
            DiceOutcome(
                prod([die.chance for die in dice], start=Fraction(1)),
                tuple([d.faces[0] for d in dice]),
            )
            for dice in product(each, repeat=times)
        ]
    )


def _totals(times: int) -> tuple[DiceOutcome, ...]:
    found = dict[int, DiceOutcome]()
    for faces in product(FACES, repeat=times):
        before = found.get(sum(faces), DiceOutcome(Fraction(0), faces))
        found[sum(faces)] = before._replace(chance=before.chance + Fraction(1, 6**times))
    return tuple(found.values())


def run_to_end(rule: Rule[Any], table: Table, says: Says) -> None:
    """Run a rule to its end; *says* answers every decision."""
    answer = None
    while True:
        try:
            asked = rule.send(answer)
        except StopIteration:
            return
        answer = asked.read(says(asked, table))


def unasked(asked: Decision[Any], table: Table) -> Any:
    """Refuse to answer for a rule that asks nothing."""
    raise AssertionError(asked)


def rule_branches(view: GameView, step: Step, says: Says) -> Iterator[DiceBranch]:
    """Yield every possible end of a step with its chance; the chances add up to 1.

    The table of *view* is not changed. The rule must not re-roll dice.
    """
    ways = list[list[int]]()
    while True:
        game = DiceBranch(view.rules, view.table.fork(), ScriptedDice(()), ways=ways)
        run_to_end(step(game), game.table, says)
        yield game
        while ways and ways[-1][0] + 1 == ways[-1][1]:
            ways.pop()
        if not ways:
            return
        ways[-1][0] += 1
