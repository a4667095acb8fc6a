"""All events, and the union type ``Event``."""

from __future__ import annotations

from typing import TypeAlias

from game.table.events.models import (
    ArrowsChanged,
    BodyRemoved,
    Defected,
    Healed,
    Joined,
    Marked,
    Moved,
    Noted,
    Placed,
    Raised,
    Removed,
    Struck,
    Turned,
    Unmarked,
    Wounded,
)
from game.table.events.terrain import (
    BoutBegan,
    GroundChanged,
    MarkerLaid,
    ObjectivePlaced,
    PieceCame,
    PieceHeld,
    PieceLeft,
    PieceMoved,
    PieceRemoved,
    RingTurned,
    Stepped,
    WeaponDropped,
    WeaponTaken,
    ZoneTaken,
)
from game.table.events.turns import (
    Act,
    Acted,
    Announced,
    Ended,
    Handled,
    PhaseBegan,
    PhaseOver,
    Queued,
    Reason,
    Rerolled,
    Rolled,
    Scored,
    Spent,
    TurnsOrdered,
)

__all__ = [
    "Act",
    "Acted",
    "Announced",
    "ArrowsChanged",
    "BodyRemoved",
    "BoutBegan",
    "Defected",
    "Ended",
    "Event",
    "GroundChanged",
    "Handled",
    "Healed",
    "Joined",
    "Marked",
    "MarkerLaid",
    "Moved",
    "Noted",
    "ObjectivePlaced",
    "PhaseBegan",
    "PhaseOver",
    "PieceCame",
    "PieceHeld",
    "PieceLeft",
    "PieceMoved",
    "PieceRemoved",
    "Placed",
    "Queued",
    "Raised",
    "Reason",
    "Removed",
    "Rerolled",
    "RingTurned",
    "Rolled",
    "Scored",
    "Spent",
    "Stepped",
    "Struck",
    "Turned",
    "TurnsOrdered",
    "Unmarked",
    "WeaponDropped",
    "WeaponTaken",
    "Wounded",
    "ZoneTaken",
]

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
    | BoutBegan
    | Stepped
    | RingTurned
    | WeaponDropped
    | WeaponTaken
    | Scored
    | Spent
    | Ended
)
