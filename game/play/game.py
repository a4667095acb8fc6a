"""A running game, with a read-only view of it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from game.play.decisions import Decision
from game.play.dice_sequences import Dice
from game.table.apply import apply
from game.table.events import Event, Reason, Rolled, RollKind
from game.table.records import Side
from game.table.state import StatePage, Table

Result = TypeVar("Result")

Rule: TypeAlias = Coroutine[Decision[Any], Any, Result]
"""A rule of the rulebook as a coroutine; each ``await`` may wait for a player's decision."""


class GameView(Protocol):
    """Read-only access to a game, from which modifiers and odds are computed."""

    @property
    def table(self) -> Table: ...

    @property
    def rules(self) -> Rules: ...


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A view of a game as it is now; the game goes on without changing it."""

    rules: Rules
    table: Table

    @classmethod
    def of(cls, view: GameView) -> Snapshot:
        """Return a view of a game as it is now."""
        return cls(view.rules, view.table.fork())


@dataclass(slots=True)
class Game:
    """A running game: rules, table, dice and the event log."""

    rules: Rules
    table: Table
    dice: Dice
    story: list[Event] = field(default_factory=list)

    def do(self, event: Event) -> None:
        """Apply an event to the table and append it to the event log."""
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
        id_: str = "",
        target: str = "",
        weapon: str = "",
        reasons: tuple[Reason, ...] = (),
        kind: RollKind | None = None,
        sides: int = 6,
    ) -> tuple[int, ...]:
        """Roll dice that cannot be rerolled.

        For all others use ``await roll(...)`` of the kit.
        """
        if not times:
            return ()
        faces = self._fallen(times, need, under=under, total=total)
        self.do(
            Rolled(
                clause=clause,
                by=by,
                what=what,
                faces=faces,
                need=need,
                under=under,
                total=total,
                who=id_,
                target=target,
                weapon=weapon,
                reasons=reasons,
                kind=kind,
                sides=sides,
            )
        )
        return faces

    def _fallen(self, times: int, need: int, *, under: bool, total: bool) -> tuple[int, ...]:
        """Return the next faces of the dice; for the rest see ``throw``."""
        first = self.table.rolls
        return tuple([self.dice.nth(n) for n in range(first, first + times)])


Step: TypeAlias = Callable[[Game], Rule[None]]


def at_once(rule: Rule[Result]) -> Result:
    """Run a rule that asks nothing to its end; raise RuntimeError if it does ask."""
    try:
        asked = rule.send(None)
    except StopIteration as end:
        # A coroutine's return value is the value of its StopIteration.
        return cast("Result", end.value)
    rule.close()
    raise RuntimeError(f"nobody is there to answer: {asked}")


class Rules(Protocol):
    """A rule system with its modules: all that stays the same during a game."""

    @property
    def system(self) -> str:
        """Return the name of the rule system."""

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the names of the system, the mission and the modules, and what they use."""

    @property
    def hooks(self) -> Mapping[object, tuple[Callable[..., Any], ...]]:
        """Return the functions that modules attached to hooks, in the scenario's order."""

    @property
    def pages(self) -> Mapping[str, StatePage[Any]]:
        """Return the states that modules keep on the table, so that saves can read them."""

    @property
    def options(self) -> Mapping[str, Any]:
        """Return the values of the scenario's options in this game."""

    def next_step(self, table: Table) -> Step | None:
        """Return the next step, which follows from the table alone.

        None if the game is over.
        """
