"""What happens in a cage alone."""

from __future__ import annotations

from dataclasses import dataclass

from game.table.records import Cell, ModelId, Side


@dataclass(frozen=True, slots=True)
class BoutBegan:
    """Everything in a cage is as it was before the first bout, but the score."""

    clause: str
    number: int


@dataclass(frozen=True, slots=True)
class Stepped:
    """A champion came to a cell of a cage, or turned in it, and faces one of its edges."""

    clause: str
    model: ModelId
    cell: Cell
    edge: int
    """In halves, as a model keeps it."""


@dataclass(frozen=True, slots=True)
class RingTurned:
    """A ring of a cage was turned, and all that is on it."""

    clause: str
    side: Side
    """Whose player turned it."""
    ring: int
    """0 is the centre."""
    by: int
    """Degrees clockwise."""


@dataclass(frozen=True, slots=True)
class WeaponDropped:
    clause: str
    model: ModelId
    weapon: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class WeaponTaken:
    """A champion picked one of its weapons up again."""

    clause: str
    model: ModelId
    weapon: str
