"""The state machine of a game's phases.

A state is a phase, in player turns together with its side. The machine reads the table alone:
it asks each interrupt first, in the order of ``Precedence``, then the phase that the clock
shows, and turns to the next phase when neither has a step left. A step that turns elsewhere, or
ends the game, is declared by ``then`` of its phase or interrupt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import IntEnum, StrEnum
from typing import NamedTuple, TypeAlias

from game.play.game import Game, Step
from game.table.events import PhaseBegan, PhaseOver
from game.table.records import Side
from game.table.state import Table

Todo: TypeAlias = Callable[[Table], Step | None]
"""Returns the next step from the table alone; None if nothing is to be done."""
State: TypeAlias = tuple[str, Side | None]
"""A phase by name, with the side whose turn it is; None if it is both sides' phase."""

NEXT = "the next phase"
"""In ``then``: the next phase in order; after the last one the first of a new game turn."""
END = "the game is over"
"""In ``then``: the end of the game."""
OVER: State = (END, None)
TURN_OVER = "next game turn"
"""Cause of the transition from the last phase of a game turn to the first."""


class When(StrEnum):
    """The parts of a game in which a phase can take place."""

    SETUP = "before the first game turn"
    START = "at the start of each game turn"
    TURN = "in each player turn"
    END = "at the end of each game turn"


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of the game turn.

    ``PhaseOver`` ends it at once; otherwise it ends when nothing is left to be done.
    """

    name: str
    clause: str
    todo: Todo
    """Asked for the next step until the phase is over."""
    _: KW_ONLY
    when: When = When.TURN
    before: str = ""
    """For a module's phase: the phase that it precedes; without one it comes last."""
    then: tuple[str, ...] = (NEXT,)
    """Names of the phases that may follow, among them ``NEXT`` and ``END``."""
    closing: Todo | None = None
    """Asked for further steps when nothing else is left, even after ``PhaseOver``."""
    belongs: Callable[[Table], bool] | None = None
    """Returns whether the phase is part of this game, else it is left out; None if always."""

    def is_left_out(self, table: Table) -> bool:
        """Return whether the phase is not part of the game."""
        return self.belongs is not None and not self.belongs(table)

    def next_step(self, table: Table) -> Step | None:
        """Return the next step of the phase; None if it is done."""
        if not table.clock.over and (step := self.todo(table)):
            return step
        return self.closing(table) if self.closing else None


class Precedence(IntEnum):
    """The order of interrupts that are due at the same moment; equal ones go by module."""

    STATE = 0
    """Updates what other rules read: marks, and pieces that follow a model."""
    ACTION = 1
    """Lets something happen, or asks a player."""
    END = 2
    """Ends the game."""


@dataclass(frozen=True, slots=True)
class Interrupt:
    """A step that comes before all phases as soon as the table calls for it.

    No interrupt comes before the first game turn.
    """

    name: str
    clause: str
    todo: Todo
    _: KW_ONLY
    order: Precedence = Precedence.ACTION
    during: tuple[str, ...] = ()
    """Names of the phases that it may interrupt; empty for all."""
    then: tuple[str, ...] = ()
    """The phases that may follow; empty if the interrupted phase always goes on."""

    def comes_in(self, phase: str) -> bool:
        """Return whether it may interrupt a phase."""
        return not self.during or phase in self.during


def end_of_game(name: str, clause: str, todo: Todo) -> Interrupt:
    """Return the interrupt by which a game ends as soon as the table calls for it."""
    return Interrupt(name, clause, todo, order=Precedence.END, then=(END,))


class Replacement(NamedTuple):
    """A rule that a module plays instead of the usual one."""

    usual: str
    by: str
    """Name of the module."""
    during: tuple[str, ...]
    """Names of the phases in which the rule comes; empty for any."""


class Transition(NamedTuple):
    """A way from one state to another."""

    start: State
    end: State
    cause: str = ""
    """Name of the interrupt, or ``TURN_OVER``; empty for the course of the game turn."""


def once(name: str, clause: str, rule: Step, when: When = When.TURN, before: str = "") -> Phase:
    """Return a phase of one step."""

    async def do_it(game: Game) -> None:
        await rule(game)
        game.do(PhaseOver(clause))

    return Phase(name, clause=clause, todo=lambda _: do_it, when=when, before=before)


def insert_phases(own: Sequence[Phase], added: Sequence[Phase]) -> list[Phase]:
    """Return the phases with those of modules inserted, in the scenario's order."""
    phases = list(own)
    for phase in added:
        names = [p.name for p in phases]
        at = names.index(phase.before) if phase.before in names else len(names)
        phases.insert(at, phase)
    return phases


class PhaseMachine:
    """The state machine of a game, as declared by its rules."""

    def __init__(
        self,
        phases: Sequence[Phase],
        interrupts: Sequence[Interrupt] = (),
        replaced: Sequence[Replacement] = (),
    ) -> None:
        """Make the machine of phases in their order; raise ValueError if a name is unknown."""
        self.all = tuple(phases)
        self.interrupts = tuple(sorted(interrupts, key=lambda one: one.order))
        self.replaced = tuple(replaced)
        self._by_name = {p.name: p for p in phases}
        self._when = {when: [p for p in phases if p.when is when] for when in When}
        led = [*(n for p in phases for n in p.then), *(n for i in interrupts for n in i.then)]
        if wrong := [name for name in led if name not in (NEXT, END, *self._by_name)]:
            raise ValueError(f"there is no phase {wrong[0]!r}")

    def __getitem__(self, name: str) -> Phase:
        return self._by_name[name]

    def course(self, table: Table) -> list[tuple[Phase, Side | None]]:
        """Return the phases of one game turn, each with its side, or None for both."""
        first = table.first or table.sides[0]
        return [
            *((p, None) for p in self._when[When.START]),
            *((p, side) for side in (first, table.enemy(first)) for p in self._when[When.TURN]),
            *((p, None) for p in self._when[When.END]),
        ]

    def next_step(self, table: Table) -> Step | None:
        """Return the next step; None if the game is over."""
        clock = table.clock
        if table.result:
            return None
        for one in self.interrupts if clock.round else ():
            if one.comes_in(clock.phase) and (step := one.todo(table)):
                return step
        if clock.phase:
            phase = self._by_name[clock.phase]
            if step := phase.next_step(table):
                return step
            assert NEXT in phase.then, f"the phase {phase.name} leads nowhere"
        return self._turn_on(table)

    def _turn_on(self, table: Table) -> Step:
        """Return the step from the current phase to the next that is part of the game."""
        clock, course = table.clock, self.course(table)
        if clock.round:
            at = course.index((self._by_name[clock.phase], clock.side))
            ahead = [(*state, clock.round) for state in course[at + 1 :]]
        else:
            setup = self._when[When.SETUP]
            at = setup.index(self._by_name[clock.phase]) if clock.phase else -1
            ahead = [(phase, None, 0) for phase in setup[at + 1 :]]
        ahead += [(*state, clock.round + 1) for state in course]
        return next(_turn_to(*there) for there in ahead if not there[0].is_left_out(table))

    def transitions(self, table: Table) -> list[Transition]:
        """Return all transitions between the states of a game, ``OVER`` among them."""
        course = self.course(table)
        line = [*((p, None) for p in self._when[When.SETUP]), *course]
        found = list[Transition]()
        for n, (phase, side) in enumerate(line, 1):
            if NEXT in phase.then:
                for k, (after, whose) in enumerate([*line[n:], *course], n):
                    cause = TURN_OVER if k >= len(line) else ""
                    found.append(Transition((phase.name, side), (after.name, whose), cause))
                    if after.belongs is None:
                        break
            found += self._turns(table, phase, side, phase.then)
        for one in self.interrupts:
            for phase, side in course:
                if one.comes_in(phase.name):
                    found += self._turns(table, phase, side, one.then, one.name)
        return found

    def _turns(
        self,
        table: Table,
        phase: Phase,
        side: Side | None,
        then: Sequence[str],
        cause: str = "",
    ) -> Iterator[Transition]:
        """Yield the transitions to other phases than the next one.

        From a player's phase they lead to one of the same side, or to the other side's turn.
        """
        for name in then:
            whose: Sequence[Side | None] = (None,)
            if name not in (NEXT, END) and self[name].when is When.TURN:
                whose = (side,) if side and name != phase.name else table.sides
            if name != NEXT:
                yield from (Transition((phase.name, side), (name, w), cause) for w in whose)

    def mermaid(self, sides: tuple[Side, Side]) -> str:
        """Return a Mermaid diagram: set-up, one game turn, interrupts and ends."""
        return "\n".join(_Drawing(self, Table(sides=sides)).lines())


class _Drawing:
    """A Mermaid flowchart of a machine."""

    def __init__(self, machine: PhaseMachine, table: Table) -> None:
        self.machine = machine
        self.transitions = machine.transitions(table)
        self.course = [(phase.name, side) for phase, side in machine.course(table)]
        setup = [(p.name, None) for p in machine.all if p.when is When.SETUP]
        line: list[State] = [*setup, *self.course]
        self.ids = {state: str(n) for n, state in enumerate(line)} | {OVER: "over"}

    def lines(self) -> Iterator[str]:
        yield "flowchart TD"
        for state, id_ in self.ids.items():
            if state != OVER:
                yield f'    {id_}["{self._label(*state)}"]'
        yield '    subgraph turn ["each game turn"]'
        yield f"        {' & '.join(self.ids[state] for state in self.course)}"
        yield "    end"
        yield '    over(["the game is over"])'
        yield from self._arrows("", "-->")
        for n, one in enumerate(self.machine.interrupts):
            yield from self._interrupt(f"i{n}", one)
        for n, rule in enumerate(r for r in self.machine.replaced if not r.during):
            yield f'    r{n}[/"{rule.usual}: {rule.by}"/] -.- turn'
        yield from self._arrows(TURN_OVER, f"-->|{TURN_OVER}|")

    def _label(self, name: str, side: Side | None) -> str:
        rows = [f"{name}, {side}" if side else name, self.machine[name].clause]
        rows += [f"{r.usual}: {r.by}" for r in self.machine.replaced if name in r.during]
        return "<br/>".join(rows)

    def _arrows(self, cause: str, arrow: str) -> Iterator[str]:
        for one in dict.fromkeys(t for t in self.transitions if t.cause == cause):
            yield f"    {self.ids[one.start]} {arrow} {self.ids[one.end]}"

    def _interrupt(self, id_: str, one: Interrupt) -> Iterator[str]:
        """Yield the lines of an interrupt; it goes both ways if play goes on after it."""
        yield f'    {id_}{{{{"{one.name}<br/>{one.clause}"}}}}'
        start = ["turn"]
        if one.during:
            start = [self.ids[state] for state in self.course if state[0] in one.during]
        yield f"    {' & '.join(start)} {'-.->' if one.then else '<-.->'} {id_}"
        ends = dict.fromkeys(t.end for t in self.transitions if t.cause == one.name)
        yield from (f"    {id_} --> {self.ids[end]}" for end in ends)


def _turn_to(phase: Phase, side: Side | None, round_: int) -> Step:
    async def next_phase(game: Game) -> None:
        game.do(PhaseBegan(phase.clause, round_, phase.name, side))

    return next_phase
