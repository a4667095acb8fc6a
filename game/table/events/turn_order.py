"""Events of the course of a game."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.table.records import Side


@dataclass(frozen=True, slots=True)
class TurnsOrdered:
    """The side with the first turn was determined."""

    clause: str
    first: Side
    by: Side | None = None
    """The side that chose, if one did."""
    initiative: bool = field(default=False, compare=False)
    """True if it is determined anew for each game turn."""


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A phase began; *round* is the game turn."""

    clause: str
    round: int
    phase: str
    side: Side | None


@dataclass(frozen=True, slots=True)
class PhaseOver:
    """The phase is over: nothing more happens in it."""

    clause: str


@dataclass(frozen=True, slots=True)
class Queued:
    """The order in which units, models or sides are handled was fixed."""

    clause: str
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Handled:
    """The first in the queue was handled."""

    clause: str
