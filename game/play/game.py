"""What rules hold in their hands while they run: the table, the dice, the story so far."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from game.play.decisions import Decision
from game.play.dice import Dice
from game.table.apply import apply
from game.table.events import Event, Reason, Rolled
from game.table.records import Side
from game.table.state import StatePage, Table

Result = TypeVar("Result")

Rule: TypeAlias = Coroutine[Decision[Any], Any, Result]
"""A piece of the rulebook at work. ``await`` in it means: the table may wait for a player."""


class Look(Protocol):
    """A game that one may look at and not touch: what modifiers and odds are computed from."""

    @property
    def table(self) -> Table: ...

    @property
    def rules(self) -> Rules: ...


@dataclass(slots=True)
class Game:
    rules: Rules
    table: Table
    dice: Dice
    story: list[Event] = field(default_factory=list)

    def do(self, event: Event) -> None:
        apply(self.table, event)
        self.story.append(event)

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
        """Roll dice that nobody may touch. For all others ``await roll(...)`` in the kit."""
        if not times:
            return ()
        first = self.table.rolls
        faces = tuple([self.dice.nth(n) for n in range(first, first + times)])
        self.do(
            Rolled(clause, by, what, faces, need, under, total, who, target, weapon, reasons)
        )
        return faces


Step: TypeAlias = Callable[[Game], Rule[None]]


def at_once(rule: Rule[Result]) -> Result:
    """Play a rule that asks nobody to its end; raise RuntimeError if it does ask."""
    try:
        asked = rule.send(None)
    except StopIteration as end:
        # What a coroutine returns is the value of its end.
        return cast("Result", end.value)
    rule.close()
    raise RuntimeError(f"nobody is there to answer: {asked}")


class Rules(Protocol):
    """A rule system with its modules: all that does not change while a game is played."""

    @property
    def hooks(self) -> Mapping[object, tuple[Callable[..., Any], ...]]:
        """What modules hung on the named moments, in the scenario's order."""

    @property
    def pages(self) -> Mapping[str, StatePage[Any]]:
        """The pages that modules keep in the table, so that saves can read them back."""

    @property
    def options(self) -> Mapping[str, Any]:
        """The scenario's options, as this game is played with."""

    def next_step(self, table: Table) -> Step | None:
        """Say what comes next, by the table alone; None when the game is over."""
