"""The state of running rules (table, dice, events, read-only view), and phases as data."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from game.play.decisions import Decision
from game.play.dice import Dice
from game.table.apply import apply
from game.table.events import Event, PhaseBegan, PhaseOver, Reason, Rolled
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
    ) -> tuple[int, ...]:
        """Roll dice that cannot be rerolled.

        For all others use ``await roll(...)`` of the kit.
        """
        if not times:
            return ()
        first = self.table.rolls
        faces = tuple([self.dice.nth(n) for n in range(first, first + times)])
        self.do(
            Rolled(clause, by, what, faces, need, under, total, id_, target, weapon, reasons)
        )
        return faces


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


Todo: TypeAlias = Callable[[Table], Step | None]
"""Returns the remaining step of a phase from the table alone; None ends the phase."""


class When(StrEnum):
    """The parts of a game in which a phase can take place."""

    SETUP = "before the first game turn"
    START = "at the start of each game turn"
    TURN = "in each player turn"
    END = "at the end of each game turn"


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of the game turn."""

    name: str
    clause: str
    todo: Todo
    when: When = When.TURN
    before: str = ""
    """For a module's phase: the phase that it precedes; without one it comes last."""


def single_step(rule: Step, clause: str) -> Todo:
    """Return the to-do function of a phase that does one thing."""

    async def do_it(game: Game) -> None:
        await rule(game)
        game.do(PhaseOver(clause))

    return lambda table: None if table.clock.over else do_it


def insert_phases(own: Sequence[Phase], added: Sequence[Phase]) -> list[Phase]:
    """Return the phases with those of modules inserted, in the scenario's order."""
    phases = list(own)
    for phase in added:
        names = [p.name for p in phases]
        at = names.index(phase.before) if phase.before in names else len(names)
        phases.insert(at, phase)
    return phases


class Phases:
    """The phases of a game turn in order, and the steps from one to the next."""

    def __init__(self, phases: Sequence[Phase]) -> None:
        self.all = tuple(phases)
        self._by_name = {p.name: p for p in phases}
        self._when = {when: [p for p in phases if p.when is when] for when in When}

    def __getitem__(self, name: str) -> Phase:
        return self._by_name[name]

    @property
    def sided(self) -> bool:
        """Return whether a game turn consists of player turns."""
        return bool(self._when[When.TURN])

    def course(self, table: Table) -> list[tuple[Phase, Side | None]]:
        """Return the phases of one game turn, each with its side, or None for both."""
        first = table.first or table.sides[0]
        return [
            *((p, None) for p in self._when[When.START]),
            *((p, side) for side in (first, table.enemy(first)) for p in self._when[When.TURN]),
            *((p, None) for p in self._when[When.END]),
        ]

    def next_step(self, table: Table) -> Step:
        """Return the next step of the current phase, or the step to the next phase."""
        clock = table.clock
        if clock.phase and (todo := self._by_name[clock.phase].todo(table)):
            return todo
        setup = self._when[When.SETUP]
        at = -1
        if clock.round == 0:
            names = [p.name for p in setup]
            at = names.index(clock.phase) if clock.phase else -1
            if at + 1 < len(setup):
                return _turn_to(setup[at + 1], None, 0)
            at = -1
        course = self.course(table)
        if clock.round:
            at = course.index((self._by_name[clock.phase], clock.side))
        if at + 1 < len(course):
            return _turn_to(*course[at + 1], max(1, clock.round))
        return _turn_to(*course[0], clock.round + 1)

    def mermaid(self, sides: tuple[Side, Side]) -> str:
        """Return a Mermaid diagram of the set-up and one game turn, for ``list --phases``."""
        setup = [(p, None) for p in self._when[When.SETUP]]
        course = [*setup, *self.course(Table(sides=sides))]
        names = [f"{p.name}, {side}" if side else p.name for p, side in course]
        boxes = [f'    {n}["{name}<br/>{course[n][0].clause}"]' for n, name in enumerate(names)]
        arrows = [f"    {a} --> {b}" for a, b in pairwise(range(len(names)))]
        back = f"    {len(names) - 1} -->|next game turn| {len(setup)}"
        return "\n".join(["flowchart TD", *boxes, *arrows, back])


def _turn_to(phase: Phase, side: Side | None, round_: int) -> Step:
    async def next_phase(game: Game) -> None:
        game.do(PhaseBegan(phase.clause, round_, phase.name, side))

    return next_phase
