"""Events of markers, ground, terrain pieces and the cage floor."""

from __future__ import annotations

from dataclasses import dataclass

from game.geometry.points import Path, Point
from game.table.board import TerrainKind
from game.table.records import Cell, ModelId, Side


@dataclass(frozen=True, slots=True)
class MarkerLaid:
    """A blast marker lies on the table."""

    clause: str
    at: Point
    diameter: float


@dataclass(frozen=True, slots=True)
class ObjectivePlaced:
    """A mission's objective marker lies on the table, or was given its number."""

    clause: str
    marker: str
    at: Point
    number: int
    """0 for one that is not numbered yet."""


@dataclass(frozen=True, slots=True)
class GroundChanged:
    """Ground became Difficult, or whatever its kind is, beside what the map has."""

    clause: str
    kind: TerrainKind
    outlines: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class ZoneTaken:
    clause: str
    side: Side
    zone: str


@dataclass(frozen=True, slots=True)
class PieceMoved:
    clause: str
    piece: str
    path: Path
    """From where its middle was to where it is, in thousandths of an inch."""


@dataclass(frozen=True, slots=True)
class PieceHeld:
    """Somebody took hold of a piece, or nobody holds it any more."""

    clause: str
    piece: str
    by: ModelId | None = None


@dataclass(frozen=True, slots=True)
class PieceRemoved:
    """A piece is off the table for good."""

    clause: str
    piece: str


@dataclass(frozen=True, slots=True)
class PieceLeft:
    """A piece left the table and may come back."""

    clause: str
    piece: str


@dataclass(frozen=True, slots=True)
class PieceCame:
    """A piece came onto the table."""

    clause: str
    piece: str
    at: Point
    turned: float = 0.0
    """Degrees, clockwise, from how the map has it."""
    on: str = ""
    """The piece that it is attached to."""


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
