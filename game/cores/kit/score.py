"""Declarations of how a mission is scored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass
from typing import TypeAlias

from game.table.board import ObjectiveMarker
from game.table.records import Side
from game.table.state import Table

Earned: TypeAlias = Callable[[Table, Side], Iterator[tuple[int, str]]]
"""Yields the points that a side would score, each with its reason."""
Open: TypeAlias = Callable[[Table, Side], bool]
"""Returns whether a side can still earn a bonus."""
Counted: TypeAlias = Callable[[Table, Side], int]


def to_the_end(table: Table, side: Side) -> bool:
    """Return True for a bonus that can be earned until the last moment."""
    return True


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus that is scored at the end of a battle."""

    name: str
    clause: str
    words: str
    """Condition and points, as shown to players."""
    _: KW_ONLY
    earned: Earned
    may: Open = to_the_end


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a mission, or of a system that is played without one."""

    goals: tuple[tuple[str, str], ...] = ()
    """The goals, a line each with its clause; ``{end}`` stands for the end of the battle."""
    bonuses: tuple[Bonus, ...] = ()
    counts: Counted | None = None
    """Returns a side's current score, if it is not simply the points scored."""
    _: KW_ONLY
    due: Counted | None = None
    """Returns the points that a side scores only at the end of the battle, as of now."""
    unscored: str = ""
    """Label of points that are in no event if the battle ends before they are scored."""
    unpaid: Earned | None = None
    """Yields the points that count as of now and are in no event yet, each with its thing."""
    holder_of: Callable[[Table, ObjectiveMarker], Side | None] | None = None
    """Returns the side that holds an objective marker."""
    unit: str = "points"
    """The unit of the sides' numbers."""
    clause: str = ""
    """Clause of the unit, if it is not points."""
    breaks_tie: Counted | None = None
    """Returns the number of a side that decides between sides with the same score."""
    tie_unit: str = ""
    """The unit of these numbers."""
    has_sheet: bool = True
    """Whether a score sheet shows the numbers by turn."""


POINTS_SCORED = Score()
"""The score of a mission that only adds up the points scored."""
