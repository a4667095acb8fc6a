"""What a spectator sees happen on the table.

Every rule system tells its story in these words, so one view, one log and one replay serve
them all. Numbers and reasons, no prose: ``game.play.transcript`` writes the sentences. Every
event names the clause of the rulebook that caused it. A new word is worth its price only when
no sentence of the old ones will do.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from game.geometry.points import Path, Point
from game.table.records import Cell, How, Mark, ModelId, Side, UnitId, Where
from game.table.terrain import Kind


@dataclass(frozen=True, slots=True)
class Reason:
    """A modifier that can tell why."""

    amount: int
    why: str
    clause: str = ""


class Act(StrEnum):
    """What a unit openly sets out to do."""

    MOVES = "moves"
    STAYS = "stays"
    ENTERS_DIFFICULT = "enters difficult ground"
    KEEPS_OUT = "keeps out of difficult ground"
    SHOOTS = "shoots"
    HOLDS_FIRE = "holds fire"
    FIRES_OVERWATCH = "fires overwatch"
    CANNOT_WOUND = "cannot wound"
    RUNS = "runs"
    ADVANCES = "advances"
    CHARGES = "charges"
    FAILS_TO_CHARGE = "fails to charge"
    DOES_NOT_CHARGE = "does not charge"
    FIGHTS = "fights"
    DRAWS = "draws with"
    STANDS_FAST = "is fearless and does not test"
    FALLS_BACK = "falls back"
    CANNOT_REGROUP = "cannot regroup"
    REGROUPS = "regroups"
    DESTROYED = "is destroyed"
    PILES_IN = "piles in"
    CONSOLIDATES = "consolidates"
    ARRIVES = "arrives"
    WAITS = "waits in reserve"
    PUSHES_OFF = "pushes off"
    DRIFTS = "drifts"
    SLOWS = "slows and drifts"
    TURNS = "turns and drifts"
    ACCELERATES = "accelerates"
    FIRES_TO_MOVE = "fires to move"
    STOPPED = "is stopped"
    KEEPS_PACE = "keeps pace"
    SLOWS_DOWN = "slows down"
    RIDES = "rides"
    PARTS = "parts from its enemies"
    GETS_AWAY = "gets away"
    IS_STUCK = "is still stopped"
    FINDS_NO_ROOM = "finds no room and waits"
    PARRIES = "parries"
    LETS_GO = "lets an action go by"
    COUNTERS = "counter-attacks"
    MISSES = "finds no way through the parry of"
    HURTS_ITSELF = "comes to harm by its own attack on"
    TRADES = "trades harm with"
    PUSHES = "pushes back"
    DISARMS = "disarms"
    HARMS = "harms"
    KNOCKS = "harms and knocks back"
    GIVES_GROUND = "gives ground by combat tactics"
    IS_STUBBORN = "is stubborn and stands"
    THIRSTS = "stands in its red thirst"
    IS_CORNERED = "has nowhere to retreat to"
    BREAKS = "loses its nerve"
    HOLDS_FIRM = "holds firm"
    IN_PERIL = "brings a peril on itself"
    MANIFESTS = "manifests a power against"


@dataclass(frozen=True, slots=True)
class Acted:
    clause: str
    unit: UnitId
    act: Act
    target: str = ""
    """The unit, model or marker that it is about."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A model came onto the table, or was set down elsewhere, by hand."""

    clause: str
    model: ModelId
    at: Point
    facing: float


@dataclass(frozen=True, slots=True)
class Moved:
    clause: str
    model: ModelId
    path: Path
    """From where it stood to where it stands, in thousandths of an inch."""
    facing: float


@dataclass(frozen=True, slots=True)
class Turned:
    """A model was turned where it stands."""

    clause: str
    model: ModelId
    facing: float


@dataclass(frozen=True, slots=True)
class ArrowsChanged:
    """What pushes a model, a body or a piece on is another number of arrows, or turned."""

    clause: str
    who: str
    arrows: int
    heading: float
    """Degrees in thousandths; of no meaning without arrows."""


@dataclass(frozen=True, slots=True)
class BodyRemoved:
    """A body was taken off the table; the model was lost before (``ZG-24``)."""

    clause: str
    model: ModelId


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
class Rolled:
    """Dice were thrown. What they were for is in *what*, in one or two words."""

    clause: str
    by: Side
    what: str
    faces: tuple[int, ...]
    need: int = 0
    """The face or total that is needed; 0 if none is."""
    under: bool = False
    """Whether *need* or less is needed, instead of *need* or more."""
    total: bool = False
    """Whether the dice count as one sum."""
    who: str = ""
    """The unit or model whose dice they are."""
    target: str = ""
    weapon: str = ""
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Rerolled:
    """One die of the last roll was taken up again; the second result stands."""

    clause: str
    by: Side
    n: int
    """Which die of that roll, counted from 0."""
    was: int
    face: int
    why: str
    need: int = 0
    """What this die must show, where it is not what the others must."""


@dataclass(frozen=True, slots=True)
class MarkerLaid:
    """A blast marker lies on the table."""

    clause: str
    at: Point
    diameter: float


@dataclass(frozen=True, slots=True)
class Announced:
    """Something comes over the whole table, or stays away: a flood, a twist."""

    clause: str
    what: str
    """In a few words: ``The flood comes``."""
    spot: str = ""
    """The spot of the map that it comes from."""


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
    kind: Kind
    outlines: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Struck:
    """A model takes a hit that nobody aimed at it."""

    clause: str
    model: ModelId
    strength: int
    by: str
    """What strikes it, in a few words."""


@dataclass(frozen=True, slots=True)
class Wounded:
    clause: str
    model: ModelId
    wounds: int


@dataclass(frozen=True, slots=True)
class Healed:
    """A model regains wounds that it had lost."""

    clause: str
    model: ModelId
    wounds: int


@dataclass(frozen=True, slots=True)
class Removed:
    clause: str
    model: ModelId
    how: How
    where: Where = Where.GONE
    by: str = ""
    """The unit whose attack or power it was lost to, if it was one's."""


@dataclass(frozen=True, slots=True)
class Defected:
    """A unit is the other side's from now on."""

    clause: str
    unit: UnitId
    side: Side
    """Whose it is now."""


@dataclass(frozen=True, slots=True)
class Raised:
    """A spare unit is one of its side's from now on."""

    clause: str
    unit: UnitId


@dataclass(frozen=True, slots=True)
class Marked:
    """Something about a unit or a model is to be remembered; it replaces a mark so named."""

    clause: str
    who: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class Unmarked:
    clause: str
    who: str
    name: str


@dataclass(frozen=True, slots=True)
class Queued:
    """The order in which units, models or sides are handled was fixed."""

    clause: str
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Handled:
    """The first of the queue had its turn."""

    clause: str


@dataclass(frozen=True, slots=True)
class Noted:
    """A module wrote its page anew."""

    clause: str
    page: str
    note: Any


@dataclass(frozen=True, slots=True)
class ZoneTaken:
    clause: str
    side: Side
    zone: str


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


@dataclass(frozen=True, slots=True)
class Scored:
    clause: str
    side: Side
    points: int
    what: str
    """The marker, unit or deed that it is for."""


@dataclass(frozen=True, slots=True)
class Spent:
    """``MC-27``  A side spent command points on a stratagem."""

    clause: str
    side: Side
    points: int
    what: str
    """The stratagem's name."""


@dataclass(frozen=True, slots=True)
class Ended:
    clause: str
    winner: Side | None
    reason: str


Event: TypeAlias = (
    Acted
    | Placed
    | Moved
    | Turned
    | ArrowsChanged
    | BodyRemoved
    | PieceMoved
    | PieceHeld
    | PieceRemoved
    | PieceLeft
    | PieceCame
    | Rolled
    | Rerolled
    | MarkerLaid
    | Announced
    | ObjectivePlaced
    | GroundChanged
    | Struck
    | Wounded
    | Healed
    | Removed
    | Defected
    | Raised
    | Marked
    | Unmarked
    | Queued
    | Handled
    | Noted
    | ZoneTaken
    | TurnsOrdered
    | PhaseBegan
    | PhaseOver
    | BoutBegan
    | Stepped
    | RingTurned
    | WeaponDropped
    | WeaponTaken
    | Scored
    | Spent
    | Ended
)
