"""Events of markers, ground and terrain pieces."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.geometry.points import Path, Point
from game.table.board import TerrainKind
from game.table.events.models import Motion
from game.table.records import ModelId, Side


@dataclass(frozen=True, slots=True)
class MarkerLaid:
    """A blast marker was laid on the table."""

    clause: str
    at: Point
    diameter: float


@dataclass(frozen=True, slots=True)
class ObjectivePlaced:
    """An objective marker of a mission was placed, or received its number."""

    clause: str
    marker: str
    at: Point
    number: int
    """0 if it is not numbered yet."""
    renumbered: bool = field(default=False, compare=False)
    """True if it lay there already."""


@dataclass(frozen=True, slots=True)
class GroundChanged:
    """Ground changed its kind, for example to Difficult, in addition to the map's terrain."""

    clause: str
    kind: TerrainKind
    outlines: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class ZoneTaken:
    """A side took a deployment zone."""

    clause: str
    side: Side
    zone: str


@dataclass(frozen=True, slots=True)
class PieceMoved:
    """A piece moved along a path."""

    clause: str
    piece: str
    path: Path
    """Points from its centre's start to its end, in thousandths of an inch."""
    motion: Motion = field(default=Motion.DRIFTS, compare=False)


@dataclass(frozen=True, slots=True)
class PieceHeld:
    """A model took hold of a piece; with None the piece was released."""

    clause: str
    piece: str
    by: ModelId | None = None


@dataclass(frozen=True, slots=True)
class PieceRemoved:
    """A piece was removed for good."""

    clause: str
    piece: str


@dataclass(frozen=True, slots=True)
class PieceLeft:
    """A piece left the table and may return."""

    clause: str
    piece: str
    motion: Motion = field(default=Motion.MOVES, compare=False)


@dataclass(frozen=True, slots=True)
class PieceCame:
    """A piece came onto the table."""

    clause: str
    piece: str
    at: Point
    turned: float = 0.0
    """Degrees, clockwise, from its orientation on the map."""
    on: str = ""
    """The piece that it is attached to."""
