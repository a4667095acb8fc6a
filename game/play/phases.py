"""The phases of a rule system as data: a list that a game goes through turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import TypeAlias

from game.play.game import Game, Step
from game.table.events import PhaseBegan, PhaseOver
from game.table.records import Side
from game.table.state import Table

Todo: TypeAlias = Callable[[Table], Step | None]
"""What is left to do in a phase, seen from the table alone; None ends the phase."""


class When(StrEnum):
    SETUP = "before the first game turn"
    START = "at the start of each game turn"
    TURN = "in each player turn"
    END = "at the end of each game turn"


@dataclass(frozen=True, slots=True)
class Phase:
    name: str
    clause: str
    todo: Todo
    when: When = When.TURN
    before: str = ""
    """For a module's phase: which phase it goes in front of; it comes last if there is none."""


def once(rule: Step, clause: str) -> Todo:
    """Make the to-do list of a phase that does one thing."""

    async def do_it(game: Game) -> None:
        await rule(game)
        game.do(PhaseOver(clause))

    return lambda table: None if table.clock.over else do_it


def woven(own: Sequence[Phase], added: Sequence[Phase]) -> list[Phase]:
    """Put the phases of modules in front of those that they name, in the scenario's order."""
    phases = list(own)
    for phase in added:
        names = [p.name for p in phases]
        at = names.index(phase.before) if phase.before in names else len(names)
        phases.insert(at, phase)
    return phases


class Phases:
    """Lays the phases of a game turn end to end and turns from one to the next."""

    def __init__(self, phases: Sequence[Phase]) -> None:
        self.all = tuple(phases)
        self._by_name = {p.name: p for p in phases}
        self._when = {when: [p for p in phases if p.when is when] for when in When}

    def __getitem__(self, name: str) -> Phase:
        return self._by_name[name]

    @property
    def sided(self) -> bool:
        """Return whether a game turn is made of player turns."""
        return bool(self._when[When.TURN])

    def course(self, table: Table) -> list[tuple[Phase, Side | None]]:
        """Return the phases of one game turn, each with the side whose it is."""
        first = table.first or table.sides[0]
        return [
            *((p, None) for p in self._when[When.START]),
            *((p, side) for side in (first, table.enemy(first)) for p in self._when[When.TURN]),
            *((p, None) for p in self._when[When.END]),
        ]

    def next_step(self, table: Table) -> Step:
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
        """Return the diagram that ``list --phases`` prints: the set-up and one game turn."""
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
