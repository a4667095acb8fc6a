"""What the flood remembers, and the water that it is made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from game.table.board import Board
from game.table.notes import Page
from game.table.state import Table
from game.table.water import Water, origins


@dataclass(frozen=True, slots=True)
class Flood:
    origin: str = ""
    """``FF-01``  Where it comes from: the id of a spot."""
    came: int = 0
    """``FF-06``  The game turn in which it came; 0 before."""
    looked: str = ""
    """``FF-19``  The phase at whose beginning all units were looked at last."""


PAGE = Page("flood", Flood())


def water_of(table: Table) -> Water:
    """Return the water of the flood's origin; the map must name one."""
    return water_from(table.board, PAGE.of(table).origin)


@lru_cache(maxsize=16)
def water_from(board: Board, origin: str) -> Water:
    """Return the water of an origin, by its id; of the first if there is none of that id."""
    spots = origins(board)
    spot = next((spot for spot in spots if spot.id == origin), spots[0])
    return Water(board, spot.outline)
