"""Whose turn it is and what it is the time for."""

from __future__ import annotations

from dataclasses import dataclass

from game.table.records import Side


@dataclass(frozen=True, slots=True)
class TurnsOrdered:
    """It was settled which side has the first turn."""

    clause: str
    first: Side
    by: Side | None = None
    """Who had the choice."""


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    clause: str
    round: int
    phase: str
    side: Side | None


@dataclass(frozen=True, slots=True)
class PhaseOver:
    clause: str


@dataclass(frozen=True, slots=True)
class Queued:
    """The order in which units, models or sides are handled was fixed."""

    clause: str
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Handled:
    """The first of the queue had its turn."""

    clause: str
