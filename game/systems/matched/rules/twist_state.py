"""The twist in force, with what depends on which it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, dataclass, replace
from functools import partial
from typing import TypeVar

from game.cores.kit.hooks import HookHandler, QueryHook
from game.play.game import GameView, Step
from game.play.phases import Phase, Todo
from game.table.state import StatePage, Table

Subject = TypeVar("Subject")
Value = TypeVar("Value")
FROM_SECOND_ROUND = 2


@dataclass(frozen=True, slots=True)
class TwistState:
    """The twist of a battle and its progress."""

    number: int = 0
    """Number in the table of ``MP-11``; 0 before it is known, or if there is none."""
    raining: bool = True
    """``MP-13``  True while it rains."""
    grown: int = 0
    """``MP-21``  Number of times that the limit has grown."""


PAGE = StatePage("twist", TwistState())


def _nothing(table: Table) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Twist:
    """One line of the table of ``MP-11``."""

    number: int
    """Its total of 2d6."""
    name: str
    clause: str
    _: KW_ONLY
    words: str
    """Its effect, in a line."""
    hooks: tuple[HookHandler, ...] = ()
    phases: tuple[Phase, ...] = ()
    now: Callable[[Table], str] = _nothing
    """Returns its current state in a word or two; empty if it never changes."""


def twist_in_force(table: Table, number: int) -> bool:
    """Return whether a twist is in force."""
    return PAGE.of(table).number == number


def during(
    number: int,
    ask: QueryHook[Subject, Value],
    says: Callable[[GameView, Subject], Iterable[Value]],
) -> HookHandler:
    """Return a handler that answers a query only while a twist is in force."""

    def hook(view: GameView, subject: Subject) -> Iterable[Value]:
        return says(view, subject) if PAGE.of(view.table).number == number else ()

    return ask.gets(hook)


def phase_during(number: int, phase: Phase) -> Phase:
    """Return a phase that is part of a battle only with a twist."""
    return replace(phase, belongs=partial(twist_in_force, number=number))


def todo_during(number: int, step: Step, first_round: int = 1) -> Todo:
    """Return a to-do function that performs one step while a twist is in force.

    *first_round*: the round from which it does.
    """

    def todo(table: Table) -> Step | None:
        due = twist_in_force(table, number) and table.clock.round >= first_round
        return step if due else None

    return todo
