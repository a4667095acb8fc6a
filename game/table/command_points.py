"""The command points of the sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from game.table.records import Side
from game.table.state import StatePage, SystemEvent, SystemState, Table


@dataclass(frozen=True, slots=True)
class Command:
    """``MC-26``, ``MC-27``  The command points of a side, and the stratagems it used."""

    points: int = 0
    used: tuple[str, ...] = ()
    """The stratagems used in this phase."""


@dataclass(frozen=True, slots=True)
class CommandState(SystemState):
    """The command points of both sides; a game without them has none."""

    sides: Mapping[Side, Command] = field(default_factory=dict)

    def in_next_phase(self) -> Self:
        """``MC-27``  Return the state of a phase in which no stratagem has been used yet."""
        if not any([had.used for had in self.sides.values()]):
            return self
        return replace(self, sides={s: replace(had, used=()) for s, had in self.sides.items()})


COMMAND = StatePage("command", CommandState())


def commands(table: Table) -> Mapping[Side, Command]:
    """``MC-26``  Return the command points of each side; empty in a game without them."""
    return COMMAND.of(table).sides


def give_points(table: Table, points: Mapping[Side, int]) -> None:
    """``MC-26``  Give sides their command points before the battle."""
    if points:
        new = {side: Command(many) for side, many in points.items()}
        COMMAND.put(table, CommandState({**commands(table), **new}))


@dataclass(frozen=True, slots=True)
class Spent(SystemEvent):
    """``MC-27``  A side spent command points on a stratagem."""

    side: Side
    points: int
    what: str
    """The stratagem's name."""

    def apply(self, table: Table) -> None:
        had = commands(table)[self.side]
        left = Command(had.points - self.points, (*had.used, self.what))
        COMMAND.put(table, CommandState({**commands(table), self.side: left}))
