"""Registry of the additions of systems to a table.

They are events, and movable pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import get_args

from game.systems import Parts
from game.table.board import Board, Spot
from game.table.events import Event
from game.table.state import Piece, PieceKind, SystemEvent, container, debris

EVENTS: Mapping[str, tuple[type[SystemEvent], ...]] = Parts("table.events", "EVENTS")
"""The classes of the events of each system."""
PIECES: Mapping[str, Mapping[str, Callable[[Spot], Piece]]] = Parts("table.pieces", "PIECES")
"""By system: the functions that make its movable pieces of a map, by kind of their spot."""
BROUGHT: Mapping[str, Mapping[str, Callable[[str], Piece]]] = Parts("table.pieces", "BROUGHT")
"""By system: functions that make pieces that sides bring, by kind; they take the piece's id."""


@cache
def event_kinds() -> tuple[type[Event], ...]:
    """Return the classes of all events, those of systems last."""
    kinds = [kind for kind in get_args(Event) if kind is not SystemEvent]
    return (*kinds, *(kind for events in EVENTS.values() for kind in events))


@cache
def _makers() -> dict[str, Callable[[Spot], Piece]]:
    makers: dict[str, Callable[[Spot], Piece]] = {
        PieceKind.CONTAINER: container,
        PieceKind.DEBRIS: debris,
    }
    for own in PIECES.values():
        makers |= own
    return makers


def pieces_of(
    board: Board, kinds: Collection[PieceKind] = tuple(PieceKind)
) -> dict[str, Piece]:
    """Return the pieces of some kinds on a map by id, in the order of its file."""
    return {s.id: _makers()[s.kind](s) for s in board.spots if s.kind in kinds}


def brought_piece(kind: str, id_: str) -> Piece:
    """Return a piece that a side brings; raise KeyError if there is no such kind."""
    makers = {kind: make for own in BROUGHT.values() for kind, make in own.items()}
    return makers[kind](id_)
