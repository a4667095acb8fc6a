"""Registry of what single systems add to a table: events and movable pieces."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, get_args

from game.table.board import Board, Spot
from game.table.cage.floor_state import CageEvent, apply_cage_event
from game.table.command import Spent, apply_command_event
from game.table.pieces import Piece, PieceKind, container, debris
from game.table.pursuit import city_piece, mines
from game.table.records import SystemEvent
from game.table.state import Table

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
