"""The union ``Event`` of all events; events of turn order, deeds, dice, score and result."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum
from typing import TypeAlias

from game.table.command_points import Spent
from game.table.events.models import (
    ArrowsChanged,
    BodyRemoved,
    Defected,
    DoorMoved,
    GroundChanged,
    Healed,
    Joined,
    Marked,
    MarkerLaid,
    Motion,
    Moved,
    ObjectivePlaced,
    PieceCame,
    PieceHeld,
    PieceLeft,
    PieceMoved,
    PieceRemoved,
    Placed,
    Raised,
    Removed,
    Struck,
    Turned,
    Unmarked,
    Wounded,
    ZoneTaken,
)
from game.table.records import Side, UnitId
from game.table.state import Noted, SystemEvent


class Act(StrEnum):
    """An action that a unit declares or carries out."""

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
    IS_LIT_UP = "is lit up"


@dataclass(frozen=True, slots=True)
class Acted:
    """A unit declared or carried out an action."""

    clause: str
    unit: UnitId
    """The unit or cluster of mines; empty if the event before it names the subject."""
    act: Act
    _: KW_ONLY
    target: str = ""
    """The unit, model or marker that the action is about."""
    motion: Motion = field(default=Motion.MOVES, compare=False)
    """The motion that the action ends, if it ends one."""


class AnnouncementKind(StrEnum):
    """Kinds of announcements that the window shows in a way of their own."""

    WATER = "water"
    STRIKES_OUT = "strikes out"
    """A side strikes out a tactical objective."""


@dataclass(frozen=True, slots=True)
class Announced:
    """An announcement for the whole table: water rises or stays away, a twist applies."""

    clause: str
    what: str
    """The text, in a few words: ``It begins to rain``."""
    spot: str = ""
    """The spot of the map that it comes from."""
    kind: AnnouncementKind | None = field(default=None, compare=False)


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


@dataclass(frozen=True, slots=True)
class Reason:
    """A modifier with its explanation."""

    amount: int
    why: str
    clause: str = ""
    about: str = field(default="", compare=False)
    """Id at the end of *why* that players read as a name: of the terrain of a cover."""


class RollKind(StrEnum):
    """Kinds of rolls that are shown or summed up in a way of their own."""

    HIT = "to hit"
    WOUND = "to wound"
    SAVE = "to save"
    BLAST = "blast"
    """For the place of a blast, or of whatever else scatters."""
    DAMAGE = "damage"
    """For the number of attacks of a weapon, or the damage of a hit."""
    ATTACK = "attack"
    """An attack that is settled by one die."""
    PARRIED = "parried attack"
    LANDING = "landing"
    """For the place where a weapon falls."""
    STRENGTH = "Strength test"
    DANGEROUS = "dangerous ground"
    DISTANCE = "distance"
    """For a distance or direction in which something moves."""
    CHARGE = "charge distance"
    DIFFICULT = "difficult ground"
    """For the distance that a move through difficult ground allows."""
    ROLL_OFF = "roll-off"
    CONTEST = "contest"
    """One of both sides, of which the log names no winner."""
    PARTING = "parting"
    """A roll-off for breaking off first."""
    ESCAPE = "escape"
    """For getting away from where a model is stuck."""
    SELECTION = "selection"
    """For one of several things, which the next line of the log names."""
    ORDER = "order of play"
    TIE = "tie"
    """For a place in an order of any other kind."""
    WATER = "water"
    """For water to come."""
    CARRIED = "carried"
    BUMPED = "bumped"
    ROUTINE = "routine"
    """One of many small rolls of single models."""
    SLOWS = "slows"
    SWEPT = "swept"
    HEADING = "heading"
    BY_HAND = "by hand"


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice were rolled for a purpose, given in one or two words."""

    clause: str
    by: Side
    what: str
    _: KW_ONLY
    faces: tuple[int, ...]
    need: int = 0
    """The face or total that is needed; 0 if none is."""
    under: bool = False
    """True if *need* or less is needed, instead of *need* or more."""
    total: bool = False
    """True if the dice count as one sum."""
    who: str = ""
    """The unit or model that the dice are for."""
    target: str = ""
    weapon: str = ""
    reasons: tuple[Reason, ...] = ()
    kind: RollKind | None = field(default=None, compare=False)
    sides: int = field(default=6, compare=False)
    """3 if each die counts half, rounded up."""


@dataclass(frozen=True, slots=True)
class Rerolled:
    """One die of the last roll was rerolled; the second result stands."""

    clause: str
    by: Side
    n: int
    """Index of the die in that roll, from 0."""
    _: KW_ONLY
    was: int
    face: int
    why: str
    need: int = 0
    """The face this die needs, where it differs from the others."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A side scored victory points."""

    clause: str
    side: Side
    points: int
    what: str
    """The marker, unit or achievement that it is for."""
    _: KW_ONLY
    bonus: str = field(default="", compare=False)
    """Name of the bonus at the end of the battle that it is for, if it is one."""
    by: str = field(default="", compare=False)
    """The model that earned it, where the rule names one."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The game ended; *winner* is None for a draw."""

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
    | DoorMoved
    | Struck
    | Wounded
    | Healed
    | Removed
    | Defected
    | Joined
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
    | Scored
    | Ended
    | Spent
    | SystemEvent
)
