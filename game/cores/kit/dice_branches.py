"""Outcomes of the dice that a rule throws, each with its chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, NamedTuple, TypeAlias

from game.cores.kit.dice_chances import FACES
from game.play.decisions import Decision
from game.play.dice_sequences import ScriptedDice
from game.play.game import Game, GameView, Rule, Step
from game.table.state import Table

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
