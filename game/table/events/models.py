"""Events of things on the table."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum

from game.geometry.points import Path, Point
from game.table.board import TerrainKind
from game.table.records import How, Mark, ModelId, Side, UnitId, Where


class Motion(StrEnum):
    """The ways in which things move, as verbs; not compared, because old saves lack them."""

    MOVES = "moves"
    DRIFTS = "drifts"
    KNOCKED = "is knocked"
    RECOILS = "recoils"
    DROPS_BACK = "drops back"
    ROLLS_BACK = "rolls back"
    PUSHED = "is pushed back"
    CARRIED = "is carried"
    DASHED = "is dashed against an obstacle"


@dataclass(frozen=True, slots=True)
class Placed:
    """A model was placed on the table, or moved elsewhere by hand."""

    clause: str
    model: ModelId
    at: Point
    _: KW_ONLY
    facing: float
    by_hand: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Moved:
    """A model moved along a path."""

    clause: str
    model: ModelId
    path: Path
    """Points from its start to its end, in thousandths of an inch."""
    _: KW_ONLY
    facing: float
    motion: Motion = field(default=Motion.MOVES, compare=False)


@dataclass(frozen=True, slots=True)
class Turned:
    """A model turned on the spot."""

    clause: str
    model: ModelId
    facing: float


@dataclass(frozen=True, slots=True)
class ArrowsChanged:
    """The arrows of a model, corpse or piece changed in number or heading."""

    clause: str
    who: str
    arrows: int
    heading: float
    """Degrees in thousandths; meaningless without arrows."""


@dataclass(frozen=True, slots=True)
class BodyRemoved:
    """A corpse was taken off the table; its model was lost before."""

    clause: str
    model: ModelId


@dataclass(frozen=True, slots=True)
class Struck:
    """A model takes a hit that was not aimed at it."""

    clause: str
    model: ModelId
    strength: int
    _: KW_ONLY
    by: str
    """The cause, in a few words."""
    motion: Motion = field(default=Motion.MOVES, compare=False)
    """The motion of the model that led to the hit."""


@dataclass(frozen=True, slots=True)
class Wounded:
    """A model lost wounds."""

    clause: str
    model: ModelId
    wounds: int


@dataclass(frozen=True, slots=True)
class Healed:
    """A model regained wounds that it had lost."""

    clause: str
    model: ModelId
    wounds: int


@dataclass(frozen=True, slots=True)
class Removed:
    """A model was lost or left the table; *where* is its new place."""

    clause: str
    model: ModelId
    how: How
    _: KW_ONLY
    where: Where = Where.GONE
    by: str = ""
    """The unit that removed it by an attack or power, if one did."""
    motion: Motion = field(default=Motion.MOVES, compare=False)
    """The motion by which it left the table."""


@dataclass(frozen=True, slots=True)
class Defected:
    """A unit changed sides."""

    clause: str
    unit: UnitId
    side: Side
    """Its new side."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A copy of a spare unit, or of some of its models, joined a side in reserve."""

    clause: str
    unit: UnitId
    """Id of the new unit; the ids of its models begin with it."""
    side: Side
    _: KW_ONLY
    like: UnitId
    """The spare unit; it stays available for further copies."""
    models: tuple[ModelId, ...]
    """The models of the spare unit that were copied."""


@dataclass(frozen=True, slots=True)
class Raised:
    """A spare unit became a unit of its side."""

    clause: str
    unit: UnitId


@dataclass(frozen=True, slots=True)
class Marked:
    """A mark was set on a unit or model; it replaces a mark of the same name."""

    clause: str
    who: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class Unmarked:
    """A mark was removed from a unit or model."""

    clause: str
    who: str
    name: str


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
    _: KW_ONLY
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
class DoorMoved:
    """A door was opened or closed (``CC-39``)."""

    clause: str
    door: str
    _: KW_ONLY
    is_open: bool
    by: str = ""
    """The model that moved it; empty if it was moved by hand."""


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
    _: KW_ONLY
    turned: float = 0.0
    """Degrees, clockwise, from its orientation on the map."""
    on: str = ""
    """The piece that it is attached to."""
