"""Registry of what single systems add to a table: events, movable pieces, command points."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self, TypeAlias, get_args

from game.systems.cage.table.floor_state import CageEvent, apply_cage_event
from game.systems.pursuit.table import city_piece, mines
from game.table.board import Board, Spot
from game.table.records import Side, SystemEvent
from game.table.state import Piece, PieceKind, StatePage, SystemState, Table, container, debris


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

    clause: str
    side: Side
    points: int
    what: str
    """The stratagem's name."""


CommandEvent: TypeAlias = Spent


def apply_command_event(table: Table, event: CommandEvent) -> None:
    """Apply the spending of command points to a table."""
    had = commands(table)[event.side]
    left = Command(had.points - event.points, (*had.used, event.what))
    COMMAND.put(table, CommandState({**commands(table), event.side: left}))


APPLIERS: Mapping[type[SystemEvent], Callable[[Table, Any], None]] = {
    **dict.fromkeys(get_args(CageEvent), apply_cage_event),
    Spent: apply_command_event,
}
"""The functions that apply the events of systems."""
PIECES: Mapping[str, Callable[[Spot], Piece]] = {
    PieceKind.CONTAINER: container,
    PieceKind.DEBRIS: debris,
    PieceKind.CITY: city_piece,
}
"""The functions that make the movable pieces of a map, by the kind of their spot."""
BROUGHT_PIECES: Mapping[str, Callable[[str], Piece]] = {PieceKind.MINES: mines}
"""The functions that make pieces that sides bring, by kind; they take the piece's id."""


def pieces_of(
    board: Board, kinds: Collection[PieceKind] = tuple(PieceKind)
) -> dict[str, Piece]:
    """Return the pieces of some kinds on a map by id, in the order of its file."""
    return {s.id: PIECES[s.kind](s) for s in board.spots if s.kind in kinds}
