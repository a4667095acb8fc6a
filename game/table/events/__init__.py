"""All events, and the union type ``Event``."""

from __future__ import annotations

from typing import TypeAlias

from game.table.cage.floor_state import (
    BoutBegan,
    CageEvent,
    RingTurned,
    StepKind,
    Stepped,
    WeaponDropped,
    WeaponTaken,
)
from game.table.command import CommandEvent, Spent
from game.table.events.models import (
    ArrowsChanged,
    BodyRemoved,
    Defected,
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
from game.table.events.turns import (
    Act,
    Acted,
    Announced,
    AnnouncementKind,
    Ended,
    Handled,
    PhaseBegan,
    PhaseOver,
    Queued,
    Reason,
    Rerolled,
    Rolled,
    RollKind,
    Scored,
    TurnsOrdered,
)
from game.table.state import Noted

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
    | CageEvent
    | CommandEvent
)
