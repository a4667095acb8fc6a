"""Every way in which the dice of a rule may fall: few, for most dice only pass or fail.

Where ``every_row`` tells a rule once for each face, here it is told once for each outcome that
matters to it: whether a die is what it needs, or the total of some dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from game.play.decisions import Decision
from game.play.dice import ScriptedDice
from game.play.game import Game, GameView, Rule, Step
from game.table.events import Reason, Rolled
from game.table.records import Side
from game.table.state import Table

Says: TypeAlias = Callable[[Decision[Any], Table], Any]
"""What is answered, as JSON, to what a rule asks."""
_FACES = range(1, 7)


class Fall(NamedTuple):
    """One outcome of a throw, shown by faces that stand for all that come to the same."""

    chance: float
    faces: tuple[int, ...]


@dataclass(slots=True)
class Branch(Game):
    """A rule told with one outcome of each of its throws."""

    ways: list[list[int]] = field(default_factory=list)
    """For each throw which of its outcomes it is, and of how many."""
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
        who: str = "",
        target: str = "",
        weapon: str = "",
        reasons: tuple[Reason, ...] = (),
    ) -> tuple[int, ...]:
        if not times:
            return ()
        falls = fallen(times, need, under=under, total=total)
        if self.thrown == len(self.ways):
            self.ways.append([0, len(falls)])
        chance, faces = falls[self.ways[self.thrown][0]]
        self.thrown += 1
        self.chance *= chance
        self.do(
            Rolled(clause, by, what, faces, need, under, total, who, target, weapon, reasons)
        )
        return faces


@lru_cache(maxsize=256)
def fallen(times: int, need: int, *, under: bool, total: bool) -> tuple[Fall, ...]:
    """Return how some dice may fall, as far as it matters to who throws them."""
    if total and not need:
        return _totals(times)
    each = [Fall(1 / 6, (face,)) for face in _FACES]
    if need and not total:
        passed = sum(face <= need if under else face >= need for face in _FACES) / 6
        both = Fall(passed, (1 if under else 6,)), Fall(1 - passed, (6 if under else 1,))
        each = [one for one in both if one.chance > 0.0]
    found = list[Fall]()
    for dice in product(each, repeat=times):
        chance = 1.0
        for die in dice:
            chance *= die.chance
        found.append(Fall(chance, tuple([die.faces[0] for die in dice])))
    return tuple(found)


def _totals(times: int) -> tuple[Fall, ...]:
    found = dict[int, Fall]()
    for faces in product(_FACES, repeat=times):
        before = found.get(sum(faces), Fall(0.0, faces))
        found[sum(faces)] = Fall(before.chance + 6.0**-times, before.faces)
    return tuple(found.values())


def play(rule: Rule[Any], table: Table, says: Says) -> None:
    """Play a rule to its end; *says* answers for whoever is asked."""
    answer = None
    while True:
        try:
            asked = rule.send(answer)
        except StopIteration:
            return
        answer = asked.read(says(asked, table))


def branches(look: GameView, step: Step, says: Says) -> Iterator[Branch]:
    """Yield every way in which a step may end, each with its chance; together they are 1.

    The look's table stays as it is. No rule may take dice up again there.
    """
    ways = list[list[int]]()
    while True:
        game = Branch(look.rules, look.table.fork(), ScriptedDice(()), ways=ways)
        play(step(game), game.table, says)
        yield game
        while ways and ways[-1][0] + 1 == ways[-1][1]:
            ways.pop()
        if not ways:
            return
        ways[-1][0] += 1
