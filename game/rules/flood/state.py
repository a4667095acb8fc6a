"""The flood's stored page."""

from __future__ import annotations

from dataclasses import dataclass

from game.play.decisions import DecisionKind
from game.table.flood.water import Water, water_from
from game.table.state import StatePage, Table


class FloodKind(DecisionKind):
    """Kinds of decisions of the flood."""

    BREAK_OFF = "break off"
    STRAGGLERS = "stragglers"


@dataclass(frozen=True, slots=True)
class FloodState:
    """The state of the flood."""

    origin: str = ""
    """``FF-01``  Id of the spot that the flood comes from."""
    came: int = 0
    """``FF-06``  The game turn in which it came; 0 before."""
    looked: str = ""
    """``FF-19``  The last phase at the beginning of which all units were checked."""


PAGE = StatePage("flood", FloodState())


def water_of(table: Table) -> Water:
    """Return the water of the flood's origin; the map must name one."""
    return water_from(table.board, PAGE.of(table).origin)
