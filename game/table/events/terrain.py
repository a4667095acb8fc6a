"""Events of markers, ground, terrain pieces and the cage floor."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from game.geometry.points import Path, Point
from game.table.board import TerrainKind
from game.table.events.models import Motion
from game.table.records import Cell, ModelId, Side


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


@dataclass(frozen=True, slots=True)
class BoutBegan:
    """A new bout began: all in the cage is reset but the score."""

    clause: str
    number: int


class StepKind(StrEnum):
    """The ways in which a champion takes up a cell and facing, as verbs."""

    GOES = "goes"
    ENTERS = "enters"
    TURNS = "turns"
    ADVANCES = "advances"
    FALLS_BACK = "falls back"
    RETREATS = "retreats"


@dataclass(frozen=True, slots=True)
class Stepped:
    """A champion moved to a cell of a cage, or turned in it.

    It faces one of the cell's edges.
    """

    clause: str
    model: ModelId
    cell: Cell
    edge: int
    """In halves, as in ``Model.edge``."""
    step: StepKind = field(default=StepKind.GOES, compare=False)


@dataclass(frozen=True, slots=True)
class RingTurned:
    """A ring of a cage was turned, with all that is on it."""

    clause: str
    side: Side
    """The side that turned it."""
    ring: int
    """Number of the ring; 0 is the centre."""
    by: int
    """Degrees clockwise."""


@dataclass(frozen=True, slots=True)
class WeaponDropped:
    """A champion's weapon fell onto a cell."""

    clause: str
    model: ModelId
    weapon: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class WeaponTaken:
    """A champion picked up one of its weapons."""

    clause: str
    model: ModelId
    weapon: str
