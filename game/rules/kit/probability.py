"""Exact probability: distributions, enumeration of dice and of a rule's dice branches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import fsum
from typing import Any, NamedTuple, TypeAlias, TypeVar

from game.play.decisions import Decision
from game.play.dice import Dice, ScriptedDice
from game.play.game import Game, GameView, Rule, Step
from game.table.events import Reason, Rolled
from game.table.records import NO_DICE, DiceExpression, Side
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


def binomially_thinned(spread: Spread, chance: float) -> Spread:
    """Return the distribution of successes among a random number of equal chances."""
    left: Spread = spread[-1:]
    for p in reversed(spread[:-1]):
        none, *some = add_outcome(left, chance)
        left = (none + p, *some)
    return left


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


def average(spread: Spread) -> float:
    """Return the mean of a distribution."""
    return fsum([n * chance for n, chance in enumerate(spread)])


def reaches(spread: Spread, least: int) -> float:
    """Return the probability of *least* or more."""
    return fsum(spread[least:])


Result = TypeVar("Result")


class _Row:
    """Dice with given faces, followed by ones."""

    seed = 0

    def __init__(self, first: int, faces: list[int]) -> None:
        self.first = first
        self.faces = faces

    def nth(self, n: int) -> int:
        while len(self.faces) <= n - self.first:
            self.faces.append(1)
        return self.faces[n - self.first]


def all_dice_rows(
    tell: Callable[[Dice], Result], first: int = 0, most: int = 6**4
) -> dict[Result, Fraction] | None:
    """Return every result of a function with its exact chance; None after *most* rows.

    The function must depend on the dice only. *first*: index of the first die it throws.
    """
    found, faces = dict[Result, Fraction](), list[int]()
    for _ in range(most):
        row = _Row(first, faces)
        result = tell(row)
        found[result] = found.get(result, Fraction(0)) + Fraction(1, 6 ** len(row.faces))
        while faces and faces[-1] == 6:
            faces.pop()
        if not faces:
            return found
        faces[-1] += 1
    return None


NEVER = 7
"""A needed face that no die shows."""
SUMS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""Number of the 36 throws of two dice with each total."""
HIGHER = (0, 1, 3, 5, 7, 9, 11)
"""Number of the 36 throws of two dice in which each face is the higher one."""


def chance_of_face(need: int) -> float:
    """Return the chance of *need* or more on a die: 1 if *need* is 1 or less, 0 if it is 7."""
    return max(0, min(6, NEVER - need)) / 6


Says: TypeAlias = Callable[[Decision[Any], Table], Any]
"""Returns the answer, as JSON, to a decision of a rule."""
_FACES = range(1, 7)


class DiceOutcome(NamedTuple):
    """One outcome of a throw; its faces stand for all equivalent ones."""

    chance: float
    faces: tuple[int, ...]


@dataclass(slots=True)
class DiceBranch(Game):
    """A game in which a rule runs with one given outcome for each of its throws."""

    ways: list[list[int]] = field(default_factory=list)
    """For each throw: the index of its outcome and the number of outcomes."""
    chance: float = 1.0
    thrown: int = 0

    def throw(
        self,
        clause: str,
        by: Side,
        what: str,
        times: int = 1,
        *,
        need: int = 0,
        under: bool = False,
        total: bool = False,
        id_: str = "",
        target: str = "",
        weapon: str = "",
        reasons: tuple[Reason, ...] = (),
    ) -> tuple[int, ...]:
        if not times:
            return ()
        falls = dice_outcomes(times, need, under=under, total=total)
        if self.thrown == len(self.ways):
            self.ways.append([0, len(falls)])
        chance, faces = falls[self.ways[self.thrown][0]]
        self.thrown += 1
        self.chance *= chance
        self.do(
            Rolled(clause, by, what, faces, need, under, total, id_, target, weapon, reasons)
        )
        return faces


@lru_cache(maxsize=256)
def dice_outcomes(
    times: int, need: int, *, under: bool, total: bool
) -> tuple[DiceOutcome, ...]:
    """Return the distinct outcomes of some dice, with equivalent faces merged."""
    if total and not need:
        return _totals(times)
    each = [DiceOutcome(1 / 6, (face,)) for face in _FACES]
    if need and not total:
        passed = sum(face <= need if under else face >= need for face in _FACES) / 6
        both = (
            DiceOutcome(passed, (1 if under else 6,)),
            DiceOutcome(1 - passed, (6 if under else 1,)),
        )
        each = [one for one in both if one.chance > 0.0]
    found = list[DiceOutcome]()
    for dice in product(each, repeat=times):
        chance = 1.0
        for die in dice:
            chance *= die.chance
        found.append(DiceOutcome(chance, tuple([die.faces[0] for die in dice])))
    return tuple(found)


def _totals(times: int) -> tuple[DiceOutcome, ...]:
    found = dict[int, DiceOutcome]()
    for faces in product(_FACES, repeat=times):
        before = found.get(sum(faces), DiceOutcome(0.0, faces))
        found[sum(faces)] = DiceOutcome(before.chance + 6.0**-times, before.faces)
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
